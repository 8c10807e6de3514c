import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from '#/kernel/testing/database.ts'
import { builtOnce, type StandIns } from './built-once.ts'
import { openDatabase } from './db.ts'
import { createLog } from './log.ts'

const { db, close } = openDatabase((await createTestDatabase()).url, { log: createLog('silent') })
afterAll(close)

type Values = { first: number; second: string | null }

test('a statement is built once for each shape, and run with the values of each call', async () => {
  let built = 0
  const statement = builtOnce(
    (on, { first, second }: StandIns<Values>, { doubled }: { doubled: boolean }) => {
      built++
      const number = doubled ? sql`2 * ${first}::int` : sql`${first}::int`
      return sql<{ a: number; b: string; c: number }>`
      select ${number} as a, ${second}::text as b, ${first}::int as c`.compile(on)
    },
  )
  const run = async (values: Values, doubled: boolean) =>
    (await db.executeQuery(statement(db, values, { doubled }))).rows[0]

  expect(await run({ first: 1, second: 'x' }, false)).toEqual({ a: 1, b: 'x', c: 1 })
  expect(await run({ first: 2, second: null }, false)).toEqual({ a: 2, b: null, c: 2 })
  expect(await run({ first: 3, second: 'y' }, true)).toEqual({ a: 6, b: 'y', c: 3 })
  expect(built).toBe(2)

  const incomplete = { first: 1 } as Values
  expect(() => statement(db, incomplete, { doubled: false })).toThrow('needs a value for second')
})
