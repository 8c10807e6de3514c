import type { CompiledQuery, Kysely } from 'kysely'
import type pg from 'pg'
import type { DB } from './schema.ts'

/** Kysely passes these parameters to the connection unchanged, which recognizes `later` and `together` by them. */
const late = new WeakMap<readonly unknown[], OnCommit | undefined>()
const batches = new WeakMap<readonly unknown[], readonly Statement[]>()

export type Statement = { text: string; values: readonly unknown[] }

type OnCommit = () => void

type Answer = Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>

const begin: Statement = { text: 'begin', values: [] }

const answered = (command: string, rows: unknown[] = []): Answer => ({ command, rowCount: 0, rows })

/**
 * Leaves a statement whose answer nobody reads to be sent right before the transaction's next one, or its commit. If it
 * fails, that one throws its error, and the transaction rolls back. Without a transaction, it is sent at once.
 *
 * `onCommit` is called once the transaction has committed, also if a savepoint undid the statement. It must not throw.
 */
export async function later(db: Kysely<DB>, query: CompiledQuery, onCommit?: OnCommit): Promise<void> {
  const parameters = [...query.parameters]
  if (db.isTransaction) late.set(parameters, onCommit)
  await db.executeQuery({ ...query, parameters })
  if (!db.isTransaction) onCommit?.()
}

/**
 * Sends statements in one round trip, with the `begin` of a transaction that has sent none yet. Each sees what was committed
 * until it starts, so one behind a lock sees what the lock waited for. They must only read or lock: were `begin` cancelled,
 * they would run without a transaction.
 */
export async function together<Rows extends readonly unknown[]>(
  db: Kysely<DB>,
  ...queries: { [Index in keyof Rows]: CompiledQuery<Rows[Index]> }
): Promise<{ [Index in keyof Rows]: Rows[Index][] }> {
  const parameters: unknown[] = []
  const [first] = queries as readonly CompiledQuery[]
  batches.set(
    parameters,
    (queries as readonly CompiledQuery[]).map(({ sql, parameters: values }) => ({ text: sql, values })),
  )
  const { rows } = await db.executeQuery({ ...first!, parameters })
  return rows as { [Index in keyof Rows]: Rows[Index][] }
}

/** Sends a transaction's statements in as few round trips as it needs. `send` is pipelined: it doesn't wait for answers. */
export function inFewRoundTrips(
  client: pg.PoolClient,
  send: (statement: Statement) => Promise<Answer>,
): (text: string, values?: readonly unknown[]) => Promise<Answer> {
  let mustBegin = false
  let waiting: Statement[] = []
  let toCall: OnCommit[] = []

  async function sendAll(statements: readonly Statement[]): Promise<Answer[]> {
    const { stream } = (client as unknown as { connection: { stream: NodeJS.WritableStream & Corked } })
      .connection
    stream.cork()
    const sent = statements.map(send)
    stream.uncork()
    const settled = await Promise.allSettled(sent)
    // The transaction's other statements fail because of the first one.
    const failed = settled.find(({ status }) => status === 'rejected')
    if (failed) throw (failed as PromiseRejectedResult).reason
    return settled.map((one) => (one as PromiseFulfilledResult<Answer>).value)
  }

  return async (text, values = []) => {
    if (text === 'begin') {
      mustBegin = true
      toCall = []
      return answered('BEGIN')
    }
    if (late.has(values)) {
      waiting.push({ text, values })
      const onCommit = late.get(values)
      if (onCommit) toCall.push(onCommit)
      return answered('LATER')
    }
    // Also back to a savepoint, which is set right after everything before it was sent.
    if (text.startsWith('rollback')) waiting = []
    if (mustBegin && waiting.length === 0 && (text === 'commit' || text === 'rollback')) {
      mustBegin = false
      return answered(text.toUpperCase())
    }
    const batch = batches.get(values)
    let before = waiting.splice(0)
    if (mustBegin) {
      mustBegin = false
      if (batch && before.length === 0) before = [begin]
      else await send(begin)
    }
    if (!batch && before.length === 0 && text !== 'commit') return send({ text, values })
    const answers = (await sendAll([...before, ...(batch ?? [{ text, values }])])).slice(before.length)
    // Postgres answers the commit of a failed transaction with ROLLBACK, and no error.
    if (answers[0]?.command === 'COMMIT') for (const call of toCall.splice(0)) call()
    return batch
      ? answered(
          'SELECT',
          answers.map(({ rows }) => rows),
        )
      : answers[0]!
  }
}

type Corked = { cork(): void; uncork(): void }
