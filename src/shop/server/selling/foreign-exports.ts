/** Reads the product exports of Shopify and WooCommerce, which have a line for each size, as ours do. */
import type { Sheet } from '#/kernel/server/csv-table.ts'
import { type Column, columns } from '#/shop/import-rules.ts'
import { plainText } from './plain-text.ts'

type Cells = Partial<Record<Column, string>>
type Line = { line: number; of(...names: string[]): string }

/** Names the size of a product that comes in only one. */
const onlySize = 'One size'

/**
 * Returns an export's sheet with our columns; undefined if it isn't one. Columns of ours that somebody has added to the
 * export, such as `category`, are kept, if only in a product's first line; all other columns are left out.
 */
export function translateExport(sheet: Sheet): Sheet | undefined {
  const has = (name: string) => sheet.names.includes(name)
  const isShopify = (has('handle') || has('url handle')) && (has('variant price') || has('option1 value'))
  const isWooCommerce = has('type') && has('regular price') && has('parent')
  if (!isShopify && !isWooCommerce) return undefined
  const lines = sheet.records.map(({ line, cells }): Line => {
    const at = new Map(sheet.names.map((name, index) => [name, index]))
    const of = (...names: string[]) => {
      const found = names.find((name) => at.has(name))
      return (found === undefined ? '' : (cells[at.get(found)!] ?? '')).trim()
    }
    return { line, of }
  })
  const read = isShopify ? readShopify(lines) : readWooCommerce(lines, sheet.names)
  const ofExport = Object.keys(read[0]?.cells ?? {})
  const names = columns.filter((name) => ofExport.includes(name) || has(name))
  return {
    names,
    records: read.map(({ line, cells, from }) => ({
      line,
      cells: names.map((name) => cells[name] || from.map(({ of }) => of(name)).find(Boolean) || ''),
    })),
  }
}

/** `from`: the line itself, and the one with its product's facts. */
type Read = { line: number; cells: Cells; from: readonly Line[] }

/** A product's facts are in the first of its lines; lines without a price only hold further pictures. */
function readShopify(lines: readonly Line[]): Read[] {
  const first = new Map<string, Line>()
  return lines.flatMap((line) => {
    const { of } = line
    const handle = of('handle', 'url handle')
    const product = first.get(handle) ?? line
    first.set(handle, product)
    const price = of('variant price', 'price')
    if (!price) return []
    const options = [1, 2, 3]
      .map((n) => of(`option${n} value`))
      .filter((value) => value && !/^default title$/i.test(value))
    const grams = Number(of('variant grams', 'weight value (grams)'))
    return {
      line: line.line,
      from: [line, product],
      cells: {
        sku: of('variant sku', 'sku').replace(/^'/, ''),
        name: product.of('title'),
        brand: product.of('vendor'),
        size: options.join(' / ') || onlySize,
        price,
        stock: wholeIn(of('variant inventory qty', 'inventory quantity')),
        weight_grams: grams > 0 ? String(Math.round(grams)) : '',
        description: plainText(product.of('body (html)', 'description')),
        shown:
          /^(draft|archived)$/i.test(product.of('status')) ||
          /^false$/i.test(product.of('published', 'published on online store'))
            ? 'no'
            : 'yes',
      },
    }
  })
}

const gramsIn: Readonly<Record<string, number>> = { kg: 1000, g: 1, lbs: 453.592, oz: 28.3495 }

/** A variation names its product by SKU or as `id:…`; the product's own line has no price. */
function readWooCommerce(lines: readonly Line[], names: readonly string[]): Read[] {
  const weight = names.find((name) => /^weight \(\w+\)$/.test(name)) ?? ''
  const unit = gramsIn[/\((\w+)\)/.exec(weight)?.[1] ?? ''] ?? 0
  const products = new Map<string, Line>()
  for (const line of lines) {
    if (/variation/i.test(line.of('type'))) continue
    if (line.of('sku')) products.set(line.of('sku'), line)
    if (line.of('id')) products.set(`id:${line.of('id')}`, line)
  }
  return lines.flatMap((line) => {
    const { of } = line
    if (/\bvariable\b/i.test(of('type'))) return []
    const product = products.get(of('parent')) ?? line
    const isVariation = /variation/i.test(of('type'))
    const options = names
      .filter((name) => /^attribute \d+ value\(s\)$/.test(name))
      .map((name) => of(name))
      .filter(Boolean)
    const grams = Number(of(weight) || product.of(weight)) * unit
    return {
      line: line.line,
      from: [line, product],
      cells: {
        sku: of('sku'),
        name: product.of('name'),
        brand: product.of('brands', 'brand'),
        // A simple product's attributes say what it is, not which size.
        size: (isVariation && options.join(' / ')) || onlySize,
        price: of('regular price'),
        stock: wholeIn(of('stock')),
        low_at: of('low stock amount'),
        weight_grams: grams > 0 ? String(Math.round(grams)) : '',
        description: plainText(
          (product.of('description') || product.of('short description')).replaceAll('\\n', '\n'),
        ),
        shown: product.of('published') === '1' ? 'yes' : 'no',
      },
    }
  })
}

/** Both shops count below zero when they sell without stock. */
const wholeIn = (cell: string) => (Number(cell) > 0 ? String(Math.floor(Number(cell))) : cell && '0')
