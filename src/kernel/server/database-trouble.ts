import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { isDatabaseAway } from './db.ts'

const asking = new AsyncLocalStorage<{ trouble?: unknown }>()

/**
 * Runs work of a library that hides why it failed. If the database was away meanwhile, throws that instead of the
 * library's error. A check afterwards wouldn't do, because it may be back by then.
 */
export async function tellingOfTrouble<Result>(work: () => Promise<Result>): Promise<Result> {
  const asked: { trouble?: unknown } = {}
  try {
    return await asking.run(asked, work)
  } catch (error) {
    throw asked.trouble ?? error
  }
}

export const troubleSeen = (): unknown => asking.getStore()?.trouble

export function noteTroubleOf(pool: pg.Pool): pg.Pool {
  const note = (error: unknown) => {
    const asked = asking.getStore()
    if (asked && isDatabaseAway(error)) asked.trouble ??= error
  }
  const watch = <Target extends object>(target: Target, method: keyof Target) => {
    const run = (target[method] as (...args: unknown[]) => unknown).bind(target)
    const watched = (...args: unknown[]) => {
      const answer = run(...args)
      if (answer instanceof Promise) answer.catch(note)
      return answer
    }
    target[method] = watched as Target[keyof Target]
  }
  watch(pool, 'connect')
  watch(pool, 'query')
  pool.on('connect', (client) => watch(client, 'query'))
  return pool
}
