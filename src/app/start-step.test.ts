import pg from 'pg'
import { expect, test } from 'vitest'
import { ConfigError } from '#/kernel/server/config.ts'
import { onceDatabaseAnswers } from './start-step.ts'

const away = () => new Error('Connection terminated unexpectedly')
const refused = () => Object.assign(new pg.DatabaseError('no password', 1, 'error'), { code: '28P01' })

function failing(...errors: Error[]) {
  let runs = 0
  const said: string[] = []
  return {
    said,
    runs: () => runs,
    step: async () => {
      const error = errors[runs++]
      if (error) throw error
      return 'started'
    },
    options: { say: (line: string) => void said.push(line), cancelled: () => false, pauseMs: 0 },
  }
}

test('a step is repeated while the database is away, which is said once', async () => {
  const tried = failing(away(), new ConfigError('DATABASE_URL: away', { cause: away() }))
  expect(await onceDatabaseAnswers(tried.step, tried.options)).toBe('started')
  expect(tried.said).toEqual([
    "The database doesn't answer (Error: Connection terminated unexpectedly). Trying again for 60 seconds.",
  ])
})

test('a wrong setting, a wrong password and a fault end the start at once', async () => {
  for (const error of [
    new ConfigError('PORT: 3000 is taken.'),
    new ConfigError('DATABASE_URL: no password', { cause: refused() }),
    new TypeError('x is not a function'),
  ]) {
    const tried = failing(error)
    await expect(onceDatabaseAnswers(tried.step, tried.options)).rejects.toBe(error)
    expect([tried.runs(), tried.said]).toEqual([1, []])
  }
})

test('a database that stays away ends the start, and so does a signal meanwhile', async () => {
  const gone = Array.from({ length: 50 }, away)
  const patient = failing(...gone)
  await expect(
    onceDatabaseAnswers(patient.step, { ...patient.options, patienceMs: 20, pauseMs: 10 }),
  ).rejects.toThrow('terminated')
  expect(patient.runs()).toBeGreaterThan(1)
  const cancelled = failing(...gone)
  expect(
    await onceDatabaseAnswers(cancelled.step, { ...cancelled.options, cancelled: () => true }),
  ).toBeUndefined()
  expect(cancelled.runs()).toBe(1)
})
