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
