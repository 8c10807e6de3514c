import { makeZip } from 'client-zip'
import { sql } from 'kysely'
import { proofMinutes } from '#/accounts/rules.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Upload } from '#/kernel/server/files/file-names.ts'
import { unseal } from '#/kernel/server/sealing.ts'
import { columnsOf, type Holding, holdings, nameOf } from './holdings.ts'

type Row = Record<string, unknown>

/** Reads every row about a person in one snapshot, by the holding's name. */
async function readHoldings(db: Db, userId: string, secret: string | null): Promise<Map<string, Row[]>> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const found = new Map<string, Row[]>()
      for (const holding of holdings) {
        const { table, whose, sealed, hidden = [] } = holding
        const without = sql.join(
          [
            sql`'{}'::text[]`,
            ...hidden.map(
              ({ columns, when }) =>
                sql`case when ${when(userId)} then ${[...columns]}::text[] else '{}' end`,
            ),
          ],
          sql` || `,
        )
        const { rows } = await sql<{ row: Row; sealed: Buffer | null }>`
          select (select jsonb_object_agg(key, value) from jsonb_each(to_jsonb(t) - (${without}))
                   where key = any (${[...columnsOf(holding)]}::text[])) as row, ${sealed ? sql.ref(`t.${sealed.column}`) : null}::bytea as sealed
            from ${sql.table(table)} t where ${whose(userId)}
        `.execute(tx)
        found.set(
          nameOf(holding),
          rows.map(({ row, sealed: bytes }) =>
            sealed && bytes ? { ...row, [sealed.name]: opened(sealed, bytes, userId, secret) } : row,
          ),
        )
      }
      return found
    })
}

/**
 * Opens a person's sealed data if they have recently proved who they are, because an unattended session must not be
 * enough. Data sealed with another secret can't be opened by anyone.
 */
function opened(
  { purpose }: NonNullable<Holding['sealed']>,
  bytes: Buffer,
  userId: string,
  secret: string | null,
): unknown {
  if (secret === null) return `sealed: log in again, and download within ${proofMinutes} minutes`
  let text: string
  try {
    text = unseal(secret, purpose, userId, bytes)
  } catch {
    return 'sealed with a key that this server no longer has'
  }
  return JSON.parse(text)
}

const explanation = (product: string, tables: string[]) => `Everything ${product} holds about you.

Each file in "records" is one kind of record, as JSON. Times are in UTC, and amounts in the smallest unit of their currency
(paise for rupees). "files" has the pictures and documents you uploaded. We keep a supplier's bank details sealed;
suppliers.json has them in clear if you had just logged in, so keep this archive safe. Secrets that only the server
needs are left out: your password's hash, and tokens of sessions and of other login services. The answers to your
latest requests, kept for two days in case one is repeated, and counts of tries are left out too: the records say what they are about.

${tables.map((table) => `records/${table}.json`).join('\n')}
`

export type StoredFile = { name: string; read(): AsyncIterable<Uint8Array> }

/**
 * Streams all data about a person as one zip archive: the records from one snapshot, then their files one by one.
 * `filesOf` returns the stored files of these uploads; one that no longer exists is left out.
 */
export async function makeArchive(options: {
  db: Db
  userId: string
  /** Opens sealed columns; null leaves them closed. */
  secret: string | null
  product: string
  now: Date
  filesOf(uploads: Upload[]): AsyncIterable<StoredFile>
}): Promise<AsyncIterable<Uint8Array>> {
  const { now, product } = options
  const found = await readHoldings(options.db, options.userId, options.secret)
  const filled = [...found].filter(([, rows]) => rows.length > 0)

  async function* entries() {
    const tables = filled.map(([table]) => table)
    yield { name: 'README.txt', lastModified: now, input: explanation(product, tables) }
    for (const [table, rows] of filled)
      yield { name: `records/${table}.json`, lastModified: now, input: JSON.stringify(rows, null, 2) }
    for await (const { name, read } of options.filesOf((found.get('uploads') ?? []) as Upload[]))
      yield { name: `files/${name}`, lastModified: now, input: read() }
  }
  return makeZip(entries(), { buffersAreUTF8: true })
}
