import { setTimeout as wait } from 'node:timers/promises'
import { MINUTE } from '#/kernel/duration.ts'
import { ConfigError } from '#/kernel/server/config.ts'
import { isDatabaseAway } from '#/kernel/server/db.ts'

type Options = {
  say(line: string): void
  cancelled(): boolean
  patienceMs?: number
  pauseMs?: number
}

/**
 * Runs a step of the start, and repeats it while the database is away: a restart of Postgres takes seconds, and a
 * running process waits for it, too. Other errors, and a wrong password, end the start at once.
 * @returns undefined if the start was cancelled while it waited
 */
export async function onceDatabaseAnswers<Result>(
  step: () => Promise<Result>,
  { say, cancelled, patienceMs = MINUTE, pauseMs = 500 }: Options,
): Promise<Result | undefined> {
  const begun = performance.now()
  for (let tries = 1; ; tries++) {
    try {
      return await step()
    } catch (error) {
      const cause = error instanceof ConfigError ? error.cause : error
      if (!cause || !isDatabaseAway(cause) || performance.now() - begun > patienceMs) throw error
      if (tries === 1)
        say(`The database doesn't answer (${String(cause)}). Trying again for ${patienceMs / 1000} seconds.`)
      if (cancelled()) return undefined
      await wait(pauseMs)
    }
  }
}
