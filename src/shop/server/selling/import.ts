import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import type { ImportProblem, ImportResult } from '#/shop/import.ts'
import { type Column, columns, shownInPreview, shownProblems } from '#/shop/import-rules.ts'
import { type Category, shelfOf } from '#/shop/rules.ts'
import { mostVariants } from '#/shop/selling-rules.ts'
import { listTaxClasses } from './own.ts'
import { type Line, readCsv } from './read-csv.ts'
import { expectRoom, lockSellers } from './save.ts'
import { type Draft, writeProducts } from './write.ts'

type Seller = Awaited<ReturnType<typeof lockSellers>>[number]
type Known = {
  id: string
  sku: string | null
  name: string
  position: number
  productId: string
  category: Category
}

const ofProduct = [
  ...([
    'name',
    'brand',
    'category',
    'for',
    'tax_class',
    'description',
    'ingredients',
    'life_stages',
  ] as const),
  ...(['breed_sizes', 'form', 'strength', 'schedule', 'shown'] as const),
] satisfies Column[]

const keyOf = ({ product }: Line) => JSON.stringify([product.name.toLowerCase(), product.brand.toLowerCase()])

/**
 * Writes a file's products, or only returns what it would write. Writes nothing if there is any problem.
 * @throws shop.csv_…, shop.too_many_products
 */
export async function importProducts(
  work: ActorWork,
  { file, isTrial }: { file: string; isTrial: boolean },
): Promise<ImportResult> {
  const { db, actor, now } = work
  const taxClasses = (await listTaxClasses(db)).map(({ name }) => name)
  const { lines, problems } = readCsv(file, taxClasses)
  const sellers = await lockSellers(work)
  const groups = [...Map.groupBy(lines, keyOf).values()]
  const known = await lockKnown(
    db,
    sellers,
    lines.map(({ sku }) => sku),
  )
  noteDoubled(lines, problems)
  const drafts = groups.flatMap((group) => draftOf(group, { sellers, known, problems }))
  const isSound = problems.length === 0
  if (isSound)
    for (const seller of sellers) {
      const own = drafts.filter((draft) => draft.seller === seller)
      if (own.length === 0) continue
      await expectRoom(db, seller, own.filter(({ isNew }) => isNew).length)
      if (!isTrial) await writeProducts({ db, now, userId: actor.userId }, { seller, drafts: own })
    }
  return {
    isWritten: isSound && !isTrial,
    added: drafts.filter(({ isNew }) => isNew).length,
    changed: drafts.filter(({ isNew }) => !isNew).length,
    sizes: lines.length,
    preview: drafts
      .slice(0, shownInPreview)
      .map(({ name, brand, isNew, variants }) => ({ name, brand, isNew, sizes: variants.length })),
    problems: problems.toSorted((a, b) => a.line - b.line).slice(0, shownProblems),
    problemCount: problems.length,
  }
}

/** Locks the products that the file names by a SKU, then all their sizes: `lockStock` locks in this order too. */
async function lockKnown(db: Db, sellers: readonly Seller[], skus: readonly string[]) {
  const ids = sellers.map(({ id }) => id)
  const { rows: products } = await sql<{ id: string }>`
    select id from products where id in (
      select product_id from product_variants
       where seller_id = any(${ids}::uuid[]) and is_offered and lower(sku) = any(${skus.map((sku) => sku.toLowerCase())}::text[]))
     order by id for no key update
  `.execute(db)
  const { rows } = await sql<Known & { seller_id: string }>`
    select v.id, v.sku, v.name, v.position, v.product_id as "productId", v.seller_id, p.category
      from product_variants v join products p on p.id = v.product_id
     where v.is_offered and v.product_id = any(${products.map(({ id }) => id)}::uuid[])
     order by v.id for no key update of v
  `.execute(db)
  return rows
}

function noteDoubled(lines: readonly Line[], problems: ImportProblem[]): void {
  const first = new Map<string, number>()
  for (const { sku, line } of lines) {
    const earlier = first.get(sku.toLowerCase())
    if (sku && earlier)
      problems.push({ line, column: 'sku', problem: 'doubled_sku', detail: String(earlier) })
    else first.set(sku.toLowerCase(), line)
  }
}

type Context = {
  sellers: readonly Seller[]
  known: readonly (Known & { seller_id: string })[]
  problems: ImportProblem[]
}

/** Makes a product of the lines that share its name and brand. */
function draftOf(
  group: readonly Line[],
  { sellers, known, problems }: Context,
): (Draft & { seller: Seller })[] {
  const [first] = group as readonly [Line, ...Line[]]
  const note = (line: number, column: Column, problem: ImportProblem['problem'], detail?: number) =>
    problems.push({ line, column, problem, detail: detail === undefined ? null : String(detail) })
  for (const { line, cells } of group.slice(1))
    for (const column of columns)
      if (
        ofProduct.some((name) => name === column) &&
        cells[column].toLowerCase() !== first.cells[column].toLowerCase()
      )
        note(line, column, 'differs', first.line)
  const shelf = shelfOf(first.product.category)
  const of = (record: Seller['record']) => sellers.find((seller) => seller.record === record)
  const seller = shelf === 'pharmacy' ? of('pharmacist') : (of('supplier') ?? of('pharmacist'))
  if (!seller) {
    note(first.line, 'category', 'pharmacists_only')
    return []
  }
  const found = (sku: string) =>
    known.find(
      (variant) => variant.seller_id === seller.id && variant.sku?.toLowerCase() === sku.toLowerCase(),
    )
  const there = group.map(({ sku }) => (sku ? found(sku) : undefined))
  const existing = there.find(Boolean)
  const siblings = known.filter(({ productId }) => productId === existing?.productId)
  if (existing && shelfOf(existing.category) !== shelf) note(first.line, 'category', 'other_shelf')
  const named = new Set(there.map((variant) => variant?.id))
  const names = new Set(siblings.filter(({ id }) => !named.has(id)).map(({ name }) => name.toLowerCase()))
  const isNew = existing === undefined
  if (siblings.length + there.filter((variant) => !variant).length > mostVariants)
    note(first.line, 'name', 'too_many_sizes')
  const start = Math.max(-1, ...siblings.map(({ position }) => position)) + 1
  const variants = group.map(({ line, sku, size, price, stock, lowAt, grams, bestBefore }, index) => {
    const variant = there[index]
    if (variant && variant.productId !== existing?.productId) note(line, 'sku', 'other_product')
    if (names.has(size.toLowerCase())) note(line, 'size', 'doubled_size')
    names.add(size.toLowerCase())
    return {
      ...{ id: variant?.id ?? newId(), isNew: !variant, position: variant?.position ?? start + index },
      ...{ name: size, sku, price, stock, lowAt, grams, bestBefore },
    }
  })
  const id = existing?.productId ?? newId()
  return [{ ...first.product, id, isNew, isShown: first.isShown, variants, seller }]
}
