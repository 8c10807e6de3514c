import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'

/** Postgres writes `in (…)` and `<@ array[…]` in these two ways, and a list of one as an equation. */
const literal = "'(?:[^']|'')*'::text"
const column = '[\\w"]+'
const closedList = new RegExp(
  `^CHECK \\(\\((?:\\(${column} IS NULL\\) OR \\()?${column} (?:= (?:ANY \\()?|<@ )(?:ARRAY\\[)?(${literal}(?:, ${literal})*)[\\])]+$`,
)

/** Returns the strings that a check allows in a column, by `schema.table.column`. */
export async function closedLists(db: Db): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ column: string; check: string }>`
    select concat_ws('.', t.relnamespace::regnamespace, t.relname, a.attname) as column,
           pg_get_constraintdef(c.oid) as check
      from pg_constraint c
      join pg_class t on t.oid = c.conrelid
      join pg_attribute a on a.attrelid = t.oid and a.attnum = any (c.conkey)
     where c.contype = 'c' and cardinality(c.conkey) = 1
       and a.atttypid in ('text'::regtype, 'text[]'::regtype)
     order by c.oid`.execute(db)
  return new Map(
    rows.flatMap(({ column, check }) => {
      const list = allowedBy(check)
      return list ? [[column, list] as const] : []
    }),
  )
}

function allowedBy(check: string): string[] | undefined {
  const list = closedList.exec(check)?.[1]
  return list
    ?.match(new RegExp(literal, 'g'))
    ?.map((one) => one.slice(1, -"'::text".length).replaceAll("''", "'"))
}
