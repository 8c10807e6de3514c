import { parseAmount } from '#/kernel/money.ts'
import { readTable, type TableRow } from '#/kernel/server/csv-table.ts'
import { isDay } from '#/kernel/time.ts'
import { species } from '#/pets/rules.ts'
import { refuse } from '#/shop/errors.ts'
import type { ImportProblem } from '#/shop/import.ts'
import {
  type Column,
  columns,
  csvLimits,
  type ImportProblemKind,
  neededColumns,
} from '#/shop/import-rules.ts'
import { breedSizes, categories, forms, highestPrice, lifeStages, schedules, shelfOf } from '#/shop/rules.ts'
import type { ProductInput } from '#/shop/selling.ts'
import { mostStock } from '#/shop/selling-rules.ts'
import { translateExport } from './foreign-exports.ts'

/** One line: a size, and what it says about its product. */
export type Line = {
  line: number
  cells: Readonly<Record<Column, string>>
  product: Omit<ProductInput, 'variants'>
  isShown: boolean
  sku: string
  size: string
  price: number
  stock: number
  lowAt: number
  grams: number | null
  bestBefore: string | null
}

type Note = (
  line: number,
  column: Column | null,
  problem: ImportProblemKind,
  detail?: string | number,
) => void

/**
 * Reads a file as far as it can be read without the seller's products. `named` are its columns; what the others say is up
 * to `import.ts`.
 * @throws shop.csv_encoding, shop.csv_too_long, shop.csv_empty, shop.csv_columns
 */
export function readCsv(file: string, taxClasses: readonly string[]) {
  const problems: ImportProblem[] = []
  const note: Note = (line, column, problem, detail) =>
    problems.push({ line, column, problem, detail: detail === undefined ? null : String(detail) })
  const table = readTable(file, {
    columns,
    needed: neededColumns,
    limits: csvLimits,
    note,
    translate: translateExport,
  })
  if (typeof table === 'string') return refuse(`shop.csv_${table}`)
  const { named, rows } = table
  return { named, lines: rows.map((row) => readLine(row, { named, taxClasses, note })), problems }
}

type Reading = { named: readonly Column[]; taxClasses: readonly string[]; note: Note }

function readLine({ line, cells }: TableRow<Column>, { named, taxClasses, note }: Reading): Line {
  const text = (column: Column, most: number) => {
    const value = cells[column]
    if (neededColumns.some((name) => name === column) && !value) note(line, column, 'missing')
    if (value.length > most) note(line, column, 'too_long', most)
    return value
  }
  const one = <Value extends string>(column: Column, known: readonly Value[], otherwise: Value) => {
    const found = known.find((value) => value === cells[column].toLowerCase())
    if (!cells[column]) note(line, column, 'missing')
    else if (!found) note(line, column, 'unknown', known.join(', '))
    return found ?? otherwise
  }
  const maybe = <Value extends string>(column: Column, known: readonly Value[]) =>
    cells[column] ? one(column, known, known[0]!) : null
  const some = <Value extends string>(column: Column, known: readonly Value[]): Value[] => {
    const given = cells[column]
      .toLowerCase()
      .split(/[\s;,]+/)
      .filter(Boolean)
    if (given.some((value) => !known.some((other) => other === value)))
      note(line, column, 'unknown', known.join(', '))
    return known.filter((value) => given.includes(value))
  }
  const whole = (column: Column, least: number, most: number) => {
    const value = cells[column]
    if (!value) return null
    const fits = /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most
    if (!fits) note(line, column, 'whole', `${least} to ${most}`)
    return fits ? Number(value) : null
  }
  const category = one('category', categories, 'food')
  const isMedicine = shelfOf(category) === 'pharmacy'
  const kinds = some('for', species)
  if (!cells['for']) note(line, 'for', 'missing')
  const schedule = isMedicine && named.includes('schedule') ? one('schedule', schedules, 'otc') : null
  const bestBefore = cells['best_before'] || null
  if (bestBefore && !isDay(bestBefore)) note(line, 'best_before', 'day')
  const shown = cells['shown'].toLowerCase()
  if (!['', 'yes', 'no'].includes(shown)) note(line, 'shown', 'yes_or_no')
  return {
    line,
    cells,
    isShown: shown !== 'no',
    product: {
      name: text('name', 120),
      brand: text('brand', 80),
      category,
      species: kinds,
      description: text('description', 5000) || null,
      ingredients: text('ingredients', 2000) || null,
      lifeStages: some('life_stages', lifeStages),
      breedSizes: some('breed_sizes', breedSizes),
      form: isMedicine ? maybe('form', forms) : null,
      schedule,
      strength: (isMedicine && text('strength', 60)) || null,
      taxClass: one('tax_class', taxClasses, ''),
    },
    sku: text('sku', 40),
    size: text('size', 60),
    price: priceOf(line, cells.price, note),
    stock: whole('stock', 0, mostStock) ?? 0,
    lowAt: whole('low_at', 0, mostStock) ?? 5,
    grams: whole('weight_grams', 1, 1_000_000),
    bestBefore,
  }
}

function priceOf(line: number, text: string, note: Note): number {
  const price = parseAmount(text)
  if (!text) note(line, 'price', 'missing')
  else if (price === null) note(line, 'price', /\.\d{3,}$/.test(text) ? 'price_decimals' : 'price')
  else if (price === 0) note(line, 'price', 'price_zero')
  else if (price > highestPrice) note(line, 'price', 'price_high')
  return price ?? 0
}
