import pg from 'pg'
import { vi } from 'vitest'

type Statement = pg.QueryConfig<unknown[]>

/**
 * Returns the statements containing `words` that this process sent during `run`. Others are left out, such as a session
 * lookup at the same moment.
 */
export async function statementsWith(words: string, run: () => Promise<unknown>): Promise<Statement[]> {
  const sent = vi.spyOn(pg.Query.prototype, 'submit')
  try {
    await run()
    const all = sent.mock.contexts.map((query) => query as unknown as Statement)
    return all.filter(({ text }) => text?.includes(words))
  } finally {
    sent.mockRestore()
  }
}

/**
 * Returns how many times a transaction of `run` sent statements and waited for their answers, from its `begin` to its
 * `commit` or `rollback`. It is the one with a statement containing `words`; 0 if no such statement was sent.
 */
export async function roundTripsWith(words: string, run: () => Promise<unknown>): Promise<number> {
  const sent = vi.spyOn(pg.Query.prototype, 'submit')
  const answered = vi.spyOn(answering, 'handleReadyForQuery')
  try {
    await run()
    const events = [sent, answered]
      .flatMap(({ mock }) =>
        mock.calls.map(([connection], index) => ({
          connection,
          isSent: mock === sent.mock,
          text: (mock.contexts[index] as unknown as Statement).text ?? '',
          order: mock.invocationCallOrder[index]!,
        })),
      )
      .toSorted((a, b) => a.order - b.order)
    const named = events.find(({ text }) => text.includes(words))
    const own = events.filter(({ connection }) => connection === named?.connection)
    const at = own.indexOf(named!)
    const first = own.findLastIndex(({ text, isSent }, index) => index <= at && isSent && text === 'begin')
    const last = own.findIndex(({ text }, index) => index >= at && /^(commit|rollback)$/.test(text))
    const transaction = own.slice(first, last + 1)
    return transaction.filter(({ isSent }, index) => isSent && !transaction[index - 1]?.isSent).length
  } finally {
    sent.mockRestore()
    answered.mockRestore()
  }
}

const answering = pg.Query.prototype as unknown as { handleReadyForQuery(connection: unknown): void }
