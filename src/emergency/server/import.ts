import { type Insertable, sql } from 'kysely'
import type { z } from 'zod'
import { isPlacePhone, type PlaceFields, placeFieldsSchema } from '#/emergency/desk.ts'
import { refuse } from '#/emergency/errors.ts'
import {
  type Column,
  cellText,
  columns,
  csvLimits,
  type ImportProblem,
  type ImportResult,
  neededColumns,
  shownInPreview,
  shownProblems,
} from '#/emergency/import.ts'
import { placeSpecies } from '#/emergency/places.ts'
import { fieldText } from '#/emergency/text.ts'
import { readTable, type TableRow } from '#/kernel/server/csv-table.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { EmergencyPlaces } from '#/kernel/server/schema.ts'
import { dayOf, isDay } from '#/kernel/time.ts'
import { columnsOf } from './desk.ts'

type Entry = { line: number; fields: PlaceFields; checkedOn: string }
type Note = (line: number, column: Column | null, problem: string) => void

/**
 * Writes a file's entries, or only returns what it would write: entries with the kind, city and name of one that is listed
 * change it, in the columns that the file has. Writes nothing if there is any problem.
 * @throws emergency.csv_…
 */
export async function importPlaces(
  { db, now }: { db: Db; now: Date },
  { file, isTrial, timeZone }: { file: string; isTrial: boolean; timeZone: string },
): Promise<ImportResult> {
  const { entries, kept, problems } = readPlaces(file, dayOf(now, timeZone))
  const listed = await findListed(db, entries)
  const isSound = problems.length === 0
  if (isSound && !isTrial) await writePlaces({ db, now }, { entries, kept, timeZone })
  const shown = entries.map(({ fields }) => ({
    kind: fields.kind,
    name: fields.name,
    city: fields.city,
    isNew: !listed.has(keyOf(fields)),
  }))
  return {
    isWritten: isSound && !isTrial,
    added: shown.filter(({ isNew }) => isNew).length,
    changed: shown.filter(({ isNew }) => !isNew).length,
    kept,
    preview: shown.slice(0, shownInPreview),
    problems: problems.toSorted((a, b) => a.line - b.line).slice(0, shownProblems),
    problemCount: problems.length,
  }
}

/** Names an entry as the constraint does that keeps it from being listed twice. */
const keyOf = ({ kind, city, name }: Pick<PlaceFields, 'kind' | 'city' | 'name'>) =>
  JSON.stringify([kind, city?.toLowerCase() ?? null, name.toLowerCase()])

type Read = { entries: Entry[]; kept: Column[]; problems: ImportProblem[] }

function readPlaces(file: string, today: string): Read {
  const problems: ImportProblem[] = []
  const note: Note = (line, column, problem) => problems.push({ line, column, problem })
  const table = readTable(file, {
    columns,
    needed: neededColumns,
    limits: csvLimits,
    note: (line, column, problem, detail) => note(line, column, cellText[problem](String(detail))),
  })
  if (typeof table === 'string') return refuse(`emergency.csv_${table}`)
  const first = new Map<string, number>()
  const entries = table.rows.flatMap((row) => {
    const entry = readEntry(row, { today, named: table.named, note })
    if (!entry) return []
    const earlier = first.get(keyOf(entry.fields))
    if (earlier !== undefined) note(row.line, 'name', cellText.doubled(String(earlier)))
    else first.set(keyOf(entry.fields), row.line)
    return [entry]
  })
  return { entries, kept: keptOf(table.named), problems }
}

/** Returns the columns that entries keep. A position needs both its columns; `checked_on` defaults to today. */
function keptOf(named: readonly Column[]): Column[] {
  const hasPosition = named.includes('latitude') && named.includes('longitude')
  return columns.filter((name) => {
    if (name === 'checked_on') return false
    return name === 'latitude' || name === 'longitude' ? !hasPosition : !named.includes(name)
  })
}

/** The columns of the fields, as far as their names differ. */
const columnOf: Readonly<Record<string, Column>> = { openingHours: 'opening_hours', species: 'animals' }

type Reading = { today: string; named: readonly Column[]; note: Note }

function readEntry({ line, cells }: TableRow<Column>, { today, named, note }: Reading): Entry | undefined {
  const { latitude, longitude } = cells
  const [phone = '', ...more] = phonesIn(cells.phone)
  // Listed entries keep their note if the file has none, so the numbers would be lost.
  if (more.length > 0 && !named.includes('note')) note(line, 'phone', cellText.phones())
  const hasPlace = latitude !== '' || longitude !== ''
  const animals = cells.animals.split(/[;,]/).map((name) => name.trim().toLowerCase())
  const checkedOn = cells.checked_on || today
  const isChecked = isDay(checkedOn) && checkedOn <= today
  if (!isChecked) note(line, 'checked_on', cellText.day())
  const parsed = placeFieldsSchema.safeParse({
    ...cells,
    phone,
    note: [cells.note, ...(more.length > 0 ? [`Also: ${more.join(', ')}`] : [])].filter(Boolean).join('. '),
    kind: cells.kind.toLowerCase(),
    position: hasPlace ? { lat: degreesIn(latitude), lon: degreesIn(longitude) } : null,
    species: animals
      .filter(Boolean)
      .map((name) => placeSpecies.find((known) => known.toLowerCase() === name) ?? name),
    openingHours: cells.opening_hours,
  })
  if (parsed.success) return isChecked ? { line, fields: parsed.data, checkedOn } : undefined
  for (const [column, issue] of Map.groupBy(parsed.error.issues, columnAt))
    note(line, column, textOf(column, issue[0]!))
  return undefined
}

/** Returns the numbers of a cell: only the first is called by a tap, the others are for the note. */
function phonesIn(cell: string): string[] {
  const numbers = cell.split(/\s*(?:[;,/|\n]|\bor\b|\band\b)\s*/i).filter(Boolean)
  return numbers.length > 1 && numbers.every(isPlacePhone) ? numbers : [cell]
}

/** Number('') would be 0. */
const degreesIn = (cell: string) => (/^-?\d{1,3}(\.\d{1,20})?$/.test(cell) ? Number(cell) : null)

function columnAt({ path: [field, part] }: z.core.$ZodIssue): Column {
  if (field === 'position') return part === 'lon' ? 'longitude' : 'latitude'
  return columnOf[String(field)] ?? columns.find((name) => name === field) ?? 'kind'
}

function textOf(column: Column, issue: z.core.$ZodIssue): string {
  const known = Object.values<string>(fieldText).find((text) => text === issue.message)
  if (known) return known
  if (column === 'latitude' || column === 'longitude') return cellText.degrees()
  if (column === 'kind') return cellText.kind()
  if (column === 'animals') return cellText.animals()
  return issue.code === 'too_big' ? cellText.too_long(String(issue.maximum)) : cellText.wrong()
}

async function findListed(db: Db, entries: readonly Entry[]): Promise<Set<string>> {
  const { rows } = await sql<Pick<PlaceFields, 'kind' | 'city' | 'name'>>`
    select p.kind, p.city, p.name
    from jsonb_to_recordset(${JSON.stringify(entries.map(({ fields }) => fields))}::jsonb) as e (kind text, city text, name text)
    join emergency_places p
      on p.kind = e.kind and p.city_key is not distinct from lower(e.city) and p.name_key = lower(e.name)
  `.execute(db)
  return new Set(rows.map(keyOf))
}

async function writePlaces(
  { db, now }: { db: Db; now: Date },
  { entries, kept, timeZone }: { entries: readonly Entry[]; kept: readonly Column[]; timeZone: string },
): Promise<void> {
  const rows = entries.map(({ fields, checkedOn }) => ({
    id: newId<'place'>(),
    time_zone: timeZone,
    updated_at: now,
    checked_on: checkedOn,
    ...columnsOf(fields),
  })) satisfies Insertable<EmergencyPlaces>[]
  const has = (column: Column) => !kept.includes(column)
  const given = (['address', 'latitude', 'longitude', 'note', 'email'] as const).filter(has)
  const changed: (keyof EmergencyPlaces)[] = [
    'name',
    'phone',
    'city',
    'checked_on',
    'updated_at',
    ...given,
    ...(has('animals') ? ['species' as const] : []),
    ...(has('opening_hours') ? ['opening_hours' as const, 'open_minutes' as const] : []),
  ]
  // In one order, so that two imports wait for each other instead of in a circle.
  const inOrder = rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  await db
    .insertInto('emergency_places')
    .values(inOrder)
    .onConflict((conflict) =>
      conflict.constraint('emergency.already_listed').doUpdateSet((eb) => ({
        ...Object.fromEntries(changed.map((name) => [name, eb.ref(`excluded.${name}`)])),
        version: eb('emergency_places.version', '+', 1),
      })),
    )
    .execute()
}
