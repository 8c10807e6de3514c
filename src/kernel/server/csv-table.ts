import { CsvError, parse } from 'csv-parse/sync'
import { unescapeCell } from '#/kernel/csv.ts'
import { cleanText } from '#/kernel/fields.ts'

/** A problem of the head, or of a line before its cells are read. */
export type TableProblem = 'broken' | 'cells' | 'column_missing' | 'column_unknown' | 'column_doubled'

type Note<Column> = (
  line: number,
  column: Column | null,
  problem: TableProblem,
  detail?: string | number,
) => void

type Wanted<Column> = {
  columns: readonly Column[]
  /** Columns that have to be there. */
  needed: readonly Column[]
  /** The most lines below the head, and bytes of the file. */
  limits: { lines: number; bytes: number }
  note: Note<Column>
}

export type TableRow<Column extends string> = { line: number; cells: Readonly<Record<Column, string>> }

/** More unknown columns than this aren't noted one by one. */
const mostUnknown = 20

export type Table<Column extends string> = {
  /** The columns that its head names. */
  named: readonly Column[]
  rows: TableRow<Column>[]
}

/** Why nothing of a file can be read. */
export type TableFault = 'encoding' | 'too_long' | 'empty'

/**
 * Reads a CSV table by the names in its head. Cells are cleaned like typed text, those of missing columns are empty, and lines with a wrong number
 * of cells are noted and left out. With a problem in the head no row is returned.
 */
export function readTable<Column extends string>(
  file: string,
  { columns, needed, limits, note }: Wanted<Column>,
): Table<Column> | TableFault {
  // A decoder puts U+FFFD where bytes aren't UTF-8, and files in UTF-16 have a NUL beside each letter.
  if (/[\u{fffd}\0]/u.test(file)) return 'encoding'
  if (Buffer.byteLength(file) > limits.bytes) return 'too_long'
  let isSound = true
  const noteHead: Note<Column> = (...problem) => {
    isSound = false
    note(...problem)
  }
  const [head, ...body] = recordsOf(file, limits.lines, noteHead)
  if (!head) return isSound ? 'empty' : { named: [], rows: [] }
  if (body.length > limits.lines) return 'too_long'
  const names = head.cells.map((name) => name.trim().toLowerCase())
  checkHead(names, { columns, needed, note: noteHead })
  const named = columns.filter((name) => names.includes(name))
  if (!isSound) return { named, rows: [] }
  if (body.length === 0) return 'empty'
  const rows = body.flatMap(({ line, cells }) => {
    if (cells.length !== names.length) {
      note(line, null, 'cells', names.length)
      return []
    }
    const given = columns.map((name) => [name, unescapeCell(cleanText(cells[names.indexOf(name)] ?? ''))])
    return [{ line, cells: Object.fromEntries(given) as Record<Column, string> }]
  })
  return { named, rows }
}

function recordsOf<Column>(
  file: string,
  most: number,
  note: Note<Column>,
): { line: number; cells: string[] }[] {
  try {
    const records = parse(file, {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      to: most + 2,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return records.map(({ record, info }) => {
      // A line may have 100,000 cells, nearly all without a line break.
      const broken = record.filter((cell) => /[\r\n]/.test(cell))
      const inner = broken.reduce((sum, cell) => sum + cell.split(/\r\n|\n|\r/).length - 1, 0)
      return { line: info.lines - inner, cells: record }
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    note(Number(error['lines']) || 1, null, 'broken')
    return []
  }
}

function checkHead<Column extends string>(
  names: readonly string[],
  { columns, needed, note }: Omit<Wanted<Column>, 'limits'>,
): void {
  const unknown = names.filter((name) => !columns.some((known) => known === name))
  for (const name of unknown.slice(0, mostUnknown)) note(1, null, 'column_unknown', name.slice(0, 60))
  for (const name of needed) if (!names.includes(name)) note(1, null, 'column_missing', name)
  for (const name of columns)
    if (names.filter((other) => other === name).length > 1) note(1, name, 'column_doubled', name)
}
