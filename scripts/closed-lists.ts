import type pg from 'pg'

/** Allowed strings by the column's table or view (oid) and number. */
type Lists = Map<string, string[]>

const literal = "'(?:[^']|'')*'::text"
const column = '[\\w"]+'
/** Postgres writes `in (…)` and `<@ array[…]` in these two ways, and a list of one as an equation. */
const closedCheck = new RegExp(
  `^CHECK \\(\\((?:\\(${column} IS NULL\\) OR \\()?${column} (?:= (?:ANY \\()?|<@ )(?:ARRAY\\[)?(${literal}(?:, ${literal})*)[\\])]+$`,
)

/**
 * Returns the strings that a column can have, by `schema.table.column`: those that its check lists and, in a view, those
 * of the columns and literals that it selects.
 */
export async function closedLists(pool: pg.Pool): Promise<Map<string, string[]>> {
  const lists = await listsOfChecks(pool)
  // A view reads only views created before it.
  const views = await pool.query<{ oid: number; definition: string }>(`
    select oid, pg_get_viewdef(oid) as definition from pg_class
     where relkind = 'v' and relnamespace = 'public'::regnamespace order by oid`)
  for (const { oid, definition } of views.rows) {
    const parts = definition.replace(/;$/, '').split(/^UNION(?: ALL)?$/m)
    const found: (string[] | undefined)[][] = []
    for (const part of parts) found.push(await listsOfSelect(pool, part, lists))
    found[0]!.forEach((_, index) => {
      const ofColumn = found.map((ofPart) => ofPart[index])
      if (!ofColumn.every((list) => list !== undefined)) return
      const values = [...new Set(ofColumn.flat())]
      // A view with one literal in a column awaits its other parts.
      if (values.length > 1) lists.set(`${oid}.${index + 1}`, values)
    })
  }
  return byName(pool, lists)
}

async function listsOfChecks(pool: pg.Pool): Promise<Lists> {
  const { rows } = await pool.query<{ column: string; check: string }>(`
    select concat_ws('.', c.conrelid::oid, a.attnum) as column, pg_get_constraintdef(c.oid) as check
      from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
     where c.contype = 'c' and cardinality(c.conkey) = 1
       and a.atttypid in ('text'::regtype, 'text[]'::regtype)
     order by c.oid`)
  return new Map(
    rows.flatMap(({ column, check }) => {
      const list = closedCheck.exec(check)?.[1]
      return list ? [[column, list.match(new RegExp(literal, 'g'))!.map(unquoted)] as const] : []
    }),
  )
}

/** Finds the source column of each result column; literals are in the plan. */
async function listsOfSelect(pool: pg.Pool, select: string, lists: Lists): Promise<(string[] | undefined)[]> {
  const { fields } = await pool.query(`select * from (${select}) part limit 0`)
  const { rows } = await pool.query(`explain (verbose, format json) ${select}`)
  const output: string[] = rows[0]['QUERY PLAN'][0].Plan.Output
  return fields.map(({ tableID, columnID }, index) =>
    tableID ? lists.get(`${tableID}.${columnID}`) : valuesOf(output[index]!),
  )
}

function valuesOf(expression: string): string[] | undefined {
  if (expression === 'NULL::text') return []
  return new RegExp(`^${literal}$`).test(expression) ? [unquoted(expression)] : undefined
}

const unquoted = (text: string) => text.slice(1, -"'::text".length).replaceAll("''", "'")

async function byName(pool: pg.Pool, lists: Lists): Promise<Map<string, string[]>> {
  const { rows } = await pool.query<{ column: string; name: string }>(`
    select concat_ws('.', t.oid, a.attnum) as column,
           concat_ws('.', t.relnamespace::regnamespace, t.relname, a.attname) as name
      from pg_class t join pg_attribute a on a.attrelid = t.oid`)
  return new Map(
    rows.flatMap(({ column, name }) => {
      const list = lists.get(column)
      return list ? [[name, list] as const] : []
    }),
  )
}
