import pg from 'pg'
import { statementsWith } from './statements.ts'

type Plan = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}
type Options = { databaseUrl: string; table: string; words: string; plan?: 'custom' | 'generic' }

/**
 * Returns how many rows of `table` the first statement containing `words` reads, by its custom or generic plan. The statement
 * is run again, and rolled back.
 */
export async function rowsReadOf(
  { databaseUrl, table, words, plan = 'generic' }: Options,
  ask: () => Promise<unknown>,
): Promise<number> {
  const [sent] = await statementsWith(words, ask)
  const { text, values = [] } = sent!
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query(`prepare asked as ${text}`)
  await client.query(`set local plan_cache_mode = force_${plan}_plan`)
  const given = values.map((value) =>
    value === null
      ? 'null'
      : pg.escapeLiteral(
          Array.isArray(value)
            ? `{${value.join()}}`
            : value instanceof Date
              ? value.toISOString()
              : String(value),
        ),
  )
  const explained = await client.query(
    `explain (analyze, format json) execute asked${given.length > 0 ? ` (${given.join()})` : ''}`,
  )
  await client.query('rollback')
  await client.end()
  return readIn(explained.rows[0]['QUERY PLAN'][0].Plan, table)
}

/** Returns how many rows of `table` a statement reads, planned for its values. */
export async function rowsReadBy(
  client: pg.Client,
  { sql, parameters }: { sql: string; parameters: readonly unknown[] },
  table: string,
): Promise<number> {
  const { rows } = await client.query(`explain (analyze, format json) ${sql}`, [...parameters])
  return readIn(rows[0]['QUERY PLAN'][0].Plan, table)
}

function readIn(plan: Plan, table: string): number {
  const own = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
  const parts = (plan.Plans ?? []).reduce((sum, part) => sum + readIn(part, table), 0)
  return parts + (plan['Relation Name'] === table ? own : 0)
}
