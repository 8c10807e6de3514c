import pg from 'pg'
import { vi } from 'vitest'

type Statement = pg.QueryConfig<unknown[]>

/**
 * The statements with `words` in them that this process sent while `run` ran. Only those: in the same moment a session may be
 * looked up anew, which is nobody's list.
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
