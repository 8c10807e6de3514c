import { makeZip } from 'client-zip'
import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import type { Upload } from '#/kernel/server/file-names.ts'
import { holdings } from './holdings.ts'

type Row = Record<string, unknown>

/** Every row that is about a person, by table, as of one moment. */
async function readHoldings(db: Db, userId: string): Promise<Map<string, Row[]>> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const found = new Map<string, Row[]>()
      for (const { table, whose, omit = [] } of holdings) {
        const { rows } = await sql<{ row: Row }>`
          select to_jsonb(t) - ${[...omit]}::text[] as row from ${sql.table(table)} t where ${whose(userId)}
        `.execute(tx)
        found.set(
          table,
          rows.map(({ row }) => row),
        )
      }
      return found
    })
}

const explanation = (product: string, tables: string[]) => `What ${product} holds of you.

Each file in "records" is one kind of record, as JSON; times are in UTC, amounts in the smallest unit of their currency
(paise for rupees). "files" has the pictures and documents you uploaded. Left out are secrets that only the server needs:
your password's hash, tokens of sessions and of other sign-in services, and sealed bank details.

${tables.map((table) => `records/${table}.json`).join('\n')}
`

export type StoredFile = { name: string; read(): AsyncIterable<Uint8Array> }

/**
 * All that is held of a person as one zip archive, in pieces: the records as of one moment, then their files one by one.
 * `filesOf` answers with the stored files of these uploads; one that is gone meanwhile is left out.
 */
export async function makeArchive(options: {
  db: Db
  userId: string
  product: string
  now: Date
  filesOf(uploads: Upload[]): AsyncIterable<StoredFile>
}): Promise<AsyncIterable<Uint8Array>> {
  const { now, product } = options
  const found = await readHoldings(options.db, options.userId)
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
