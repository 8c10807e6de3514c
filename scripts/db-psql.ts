/**
 * A small SQL prompt for the database in use: `npm run db:psql`, `npm run db:psql -- -c "select 1"`, or SQL on standard
 * input. The embedded Postgres brings no psql of its own.
 */
import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { withDatabaseInUse } from './database-in-use.ts'

const help = `  \\dt       tables
  \\d name   columns of a table
  \\q        leave
A statement ends with a semicolon and may span lines.`

const tables = `select table_schema as schema, table_name as name from information_schema.tables
  where table_schema not in ('pg_catalog', 'information_schema') order by 1, 2`
const columns = `select column_name as column, data_type as type, is_nullable as nullable, column_default as "default"
  from information_schema.columns where table_name = $1 order by table_schema, ordinal_position`

// Show values as Postgres writes them, without conversion to Date or Number.
const asText = { getTypeParser: () => (value: string) => value } as unknown as pg.CustomTypesConfig

await withDatabaseInUse(async (url) => {
  const client = new pg.Client({ connectionString: url, application_name: 'pawfolk psql' })
  client.on('error', () => {})
  await client.connect()
  try {
    const at = process.argv.indexOf('-c')
    if (at >= 0) await run(client, process.argv[at + 1] ?? '')
    else if (process.stdin.isTTY) await prompt(client)
    else await run(client, (await text(process.stdin)).trim())
  } finally {
    await client.end()
  }
})

async function prompt(client: pg.Client): Promise<void> {
  process.stdout.write(`${client.database} (\\? for help)\n`)
  const lines = createInterface({ input: process.stdin, output: process.stdout, historySize: 500 })
  // As in psql, Ctrl-C clears the input and Ctrl-D exits.
  let typed = ''
  lines.on('SIGINT', () => {
    typed = ''
    process.stdout.write('\n')
    lines.setPrompt('=> ')
    lines.prompt()
  })
  lines.setPrompt('=> ')
  lines.prompt()
  for await (const line of lines) {
    if (typed === '' && line.trim() === '\\q') break
    typed += `${line}\n`
    if (typed.trim() === '' || typed.startsWith('\\') || /;\s*$/.test(typed)) {
      const statement = typed.trim()
      typed = ''
      if (statement)
        await run(client, statement).catch((error: Error) => process.stdout.write(`${error.message}\n`))
    }
    lines.setPrompt(typed === '' ? '=> ' : '-> ')
    lines.prompt()
  }
  lines.close()
}

async function run(client: pg.Client, statement: string): Promise<void> {
  if (statement === '\\?') return void process.stdout.write(`${help}\n`)
  const table = /^\\d\s+(\S+)$/.exec(statement)?.[1]
  const [query, values] = table ? [columns, [table]] : [statement === '\\dt' ? tables : statement, undefined]
  const answer = await client.query({ text: query, values, rowMode: 'array', types: asText })
  // pg returns an array for several statements, which its types don't say.
  for (const result of [answer].flat() as pg.QueryArrayResult[]) process.stdout.write(`${show(result)}\n`)
}

function show(result: pg.QueryArrayResult): string {
  if (result.fields.length === 0)
    return `${result.command}${result.rowCount === null ? '' : ` ${result.rowCount}`}`
  const rows = result.rows.map((row) =>
    (row as (string | null)[]).map((cell) => (cell ?? '∅').replaceAll('\n', '↵')),
  )
  const heads = result.fields.map((field) => field.name)
  const widths = heads.map((head, column) =>
    rows.reduce((widest, row) => Math.max(widest, row[column]!.length), head.length),
  )
  const line = (cells: string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join(' | ')
      .trimEnd()
  const rule = widths.map((width) => '-'.repeat(width)).join('-+-')
  return [
    line(heads),
    rule,
    ...rows.map(line),
    `(${rows.length} ${rows.length === 1 ? 'row' : 'rows'})`,
    '',
  ].join('\n')
}
