import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '#/kernel/testing/database.ts'
import { rowTypes } from './row-types.ts'

test('a column checked against a list of strings becomes a union', async () => {
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

test('a view’s column collects the strings of all columns and literals it selects, from each part of a union', async () => {
  expect(
    await rowOf(
      `a text not null check (a in ('x', 'y')), b text not null check (b in ('y', 'z')), free text`,
      `create view one as select a, a || b as kind from looked_at where a = 'x';
       create view looked_through as
         select one.a, 'one''s'::text as kind, l.b as either, upper(l.a) as computed, l.a as mixed, null::text as absent, 'only' as only
           from looked_at l left join one on one.a = l.a
         union all
         (select b, 'two', a, a, free, b, 'only' from looked_at order by b)`,
    ),
  ).toEqual({
    a: '"x" | "y" | "z" | null',
    kind: `"one's" | "two" | null`,
    either: '"y" | "z" | "x" | null',
    computed: 'string | null',
    mixed: 'string | null',
    absent: '"y" | "z" | null',
    only: 'string | null',
  })
})

/** Returns the generated types of a table with these columns, or of a view on it, by column. */
async function rowOf(columns: string, views?: string): Promise<Record<string, string>> {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const client = new pg.Client(database.url)
  await client.connect()
  await client.query(`create table looked_at (${columns}); ${views ?? ''}`)
  await client.end()
  const row = new RegExp(`interface ${views ? 'LookedThrough' : 'LookedAt'} {\n(.*?)}`, 's')
  const [, body] = row.exec(await rowTypes(database.url))!
  return Object.fromEntries([...body!.matchAll(/ {2}(\w+): (.*);/g)].map(([, name, type]) => [name, type]))
}
