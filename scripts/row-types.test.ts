import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '#/kernel/testing/database.ts'
import { rowTypes } from './row-types.ts'

test('a column whose check is a list of strings is a union of them', async () => {
  expect(
    await rowOf(`
      plain text not null check (plain in ('a', 'b')),
      named text not null constraint "rows.bad_name" check (named in ('it''s', 'a, b')),
      "order" text not null check ("order" in ('up', 'down')),
      absent text check (absent in ('a', 'b')),
      either text check (either is null or either in ('a', 'b')),
      given text not null default 'a' check (given in ('a', 'b')),
      single text not null check (single in ('a')),
      several text[] not null check (several <@ array['a', 'b'])`),
  ).toEqual({
    plain: '"a" | "b"',
    named: `"it's" | "a, b"`,
    order: '"up" | "down"',
    absent: '"a" | "b" | null',
    either: '"a" | "b" | null',
    given: 'Generated<"a" | "b">',
    single: '"a"',
    several: 'ArrayType<"a" | "b">',
  })
})

test('any other check leaves the column as it is', async () => {
  expect(
    await rowOf(`
      long text not null check (char_length(long) in (1, 2)),
      not_these text not null check (not_these not in ('a', 'b')),
      also text not null check (also in ('a', 'b') or also like 'x%'),
      two text not null, check (two in ('a', 'b') or long = 'x'),
      number integer not null check (number in (1, 2)),
      free text[] not null check (cardinality(free) > 0)`),
  ).toEqual({
    long: 'string',
    not_these: 'string',
    also: 'string',
    two: 'string',
    number: 'number',
    free: 'string[]',
  })
})

/** Returns the generated types of a table with these columns, by column. */
async function rowOf(columns: string): Promise<Record<string, string>> {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const client = new pg.Client(database.url)
  await client.connect()
  await client.query(`create table looked_at (${columns})`)
  await client.end()
  const [, body] = /interface LookedAt {\n(.*?)}/s.exec(await rowTypes(database.url))!
  return Object.fromEntries([...body!.matchAll(/ {2}(\w+): (.*);/g)].map(([, name, type]) => [name, type]))
}
