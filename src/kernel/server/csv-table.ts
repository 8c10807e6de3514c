import { CsvError, parse } from 'csv-parse/sync'
import { unescapeCell } from '#/kernel/csv.ts'
import { cleanText } from '#/kernel/fields.ts'

/** A problem of the head, or of a line before its cells are read. */
export type TableProblem =
  | 'broken'
  | 'cells'
  | 'damaged'
  | 'column_missing'
  | 'column_unknown'
  | 'column_doubled'

type Note<Column> = (
  line: number,
  column: Column | null,
  problem: TableProblem,
  detail?: string | number,
) => void

/** A table with the names of its head, in lower case, and the lines below. */
export type Sheet = { names: string[]; records: { line: number; cells: string[] }[] }

type Wanted<Column extends string> = {
  columns: readonly Column[]
  /** Columns that have to be there. */
  needed: readonly Column[]
  /** The most lines below the head, and bytes of the file. */
  limits: { lines: number; bytes: number }
  note: Note<Column>
  /** Turns another program's export into a sheet with these columns; undefined if it isn't one. */
  translate?(sheet: Sheet): Sheet | undefined
}

export type TableRow<Column extends string> = { line: number; cells: Readonly<Record<Column, string>> }

/** More unknown columns than this aren't noted one by one. */
const mostUnknown = 20
/** With more damaged lines than this, the whole file was saved or read with the wrong encoding. */
const mostDamaged = 20

export type Table<Column extends string> = {
  /** The columns that its head names. */
  named: readonly Column[]
  rows: TableRow<Column>[]
}

/** Why nothing of a file can be read. `columns`: its head names none of ours. */
export type TableFault = 'encoding' | 'too_long' | 'empty' | 'columns'

/**
 * Reads a CSV table by the names in its head, as spreadsheets save it: with commas, semicolons or tabs, any line ends, and empty rows and
 * columns around it. Cells are cleaned like typed text, those of missing columns are empty, and lines with a wrong number
 * of cells are noted and left out. With a problem in the head no row is returned.
 */
export function readTable<Column extends string>(
  file: string,
  { columns, needed, limits, note, translate }: Wanted<Column>,
): Table<Column> | TableFault {
  // Files in UTF-16 have a NUL beside each letter.
  if (file.includes('\0')) return 'encoding'
  if (Buffer.byteLength(file) > limits.bytes) return 'too_long'
  let isSound = true
  const noteHead: Note<Column> = (...problem) => {
    isSound = false
    note(...problem)
  }
  const read = readSheet(file, { columns, most: limits.lines, note: noteHead })
  if (!read) return isSound ? 'empty' : { named: [], rows: [] }
  if (read.records.length > limits.lines) return 'too_long'
  const translated = translate?.(read)
  const sheet = translated ?? { ...read, names: read.names.map(asColumn) }
  if (!columns.some((name) => sheet.names.includes(name))) return 'columns'
  checkHead(sheet, { columns, needed, note: noteHead })
  const { names, records } = sheet
  const named = columns.filter((name) => names.includes(name))
  if (!isSound) return { named, rows: [] }
  if (records.length === 0) return 'empty'
  let damaged = 0
  const rows = records.flatMap(({ line, cells }) => {
    if (cells.length !== names.length) {
      note(line, null, 'cells', names.length)
      return []
    }
    // A decoder puts U+FFFD where bytes are of another encoding.
    const broken = columns.find((name) => cells[names.indexOf(name)]?.includes('\u{fffd}'))
    if (broken) {
      damaged += 1
      note(line, broken, 'damaged')
      return []
    }
    const given = columns.map((name) => [name, unescapeCell(cleanText(cells[names.indexOf(name)] ?? ''))])
    return [{ line, cells: Object.fromEntries(given) as Record<Column, string> }]
  })
  return damaged > mostDamaged ? 'encoding' : { named, rows }
}

/** Reads a head like "Tax class" or "TAX-CLASS" as `tax_class`. */
const asColumn = (name: string) => name.replace(/[\s-]+/g, '_')

type Reading<Column> = { columns: readonly Column[]; most: number; note: Note<Column> }

function readSheet<Column extends string>(
  file: string,
  { columns, most, note }: Reading<Column>,
): Sheet | undefined {
  // Excel's own first line, which names the delimiter. Its line break stays, so that lines keep their numbers.
  const [hint, named] = /^\u{feff}?"?sep=(.)"?(?=[\r\n])/iu.exec(file) ?? []
  const text = hint ? file.slice(hint.length) : file
  const records = recordsOf(text, named ?? delimiterOf(text, columns), { most, note })
  const [head, ...body] = records
  if (!head) return undefined
  const names = head.cells.map((name) => name.trim().toLowerCase())
  const filled = new Set(head.cells.flatMap((name, at) => (name.trim() ? [at] : [])))
  for (const { cells } of body) for (const [at, cell] of cells.entries()) if (cell.trim()) filled.add(at)
  const used = (cells: string[]) => cells.filter((_, at) => filled.has(at))
  return { names: used(names), records: body.map(({ line, cells }) => ({ line, cells: used(cells) })) }
}

const delimiters = [',', ';', '\t'] as const

/** Finds the delimiter by which the head names most of our columns, or otherwise has most cells. */
function delimiterOf(text: string, columns: readonly string[]): string {
  const firstLine = /^\u{feff}?\s*(.*)/u.exec(text)?.[1]?.toLowerCase() ?? ''
  const scored = delimiters.map((delimiter) => {
    const names = firstLine.split(delimiter).map((name) => asColumn(name.replaceAll('"', '').trim()))
    return { delimiter, known: names.filter((name) => columns.includes(name)).length, count: names.length }
  })
  return scored.toSorted((a, b) => b.known - a.known || b.count - a.count)[0]!.delimiter
}

function recordsOf<Column>(
  text: string,
  delimiter: string,
  { most, note }: Omit<Reading<Column>, 'columns'>,
): Sheet['records'] {
  try {
    const records = parse(text, {
      bom: true,
      delimiter,
      info: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
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
  { names }: Sheet,
  { columns, needed, note }: Pick<Wanted<Column>, 'columns' | 'needed' | 'note'>,
): void {
  const shown = (name: string, at: number) => name.slice(0, 60) || `column ${at + 1}, without a name`
  const unknown = names.map(shown).filter((_, at) => !columns.some((known) => known === names[at]))
  for (const name of unknown.slice(0, mostUnknown)) note(1, null, 'column_unknown', name)
  for (const name of needed) if (!names.includes(name)) note(1, null, 'column_missing', name)
  for (const name of columns)
    if (names.filter((other) => other === name).length > 1) note(1, name, 'column_doubled', name)
}
