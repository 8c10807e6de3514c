import { sql } from 'kysely'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Serving } from '#/kernel/server/serve.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { type Day, isDay } from '#/kernel/time.ts'
import type { ImportProblem, ImportResult } from '#/shop/import.ts'
import { type Column, columns, shownInPreview, shownProblems } from '#/shop/import-rules.ts'
import { isPast, shelfOf } from '#/shop/rules.ts'
import { mostVariants } from '#/shop/selling-rules.ts'
import { todayOf } from '#/shop/server/today.ts'
import { listTaxClasses } from './own.ts'
import { type Line, readCsv } from './read-csv.ts'
import { expectRoom, lockSellers } from './save.ts'
import { type Draft, writeProducts } from './write.ts'

type Seller = Awaited<ReturnType<typeof lockSellers>>[number]
type KnownVariant = {
  id: string
  seller_id: string
  sku: string | null
  name: string
  position: number
  lowAt: number
  grams: number | null
  bestBefore: string | null
  productId: string
}
type KnownProduct = { id: string; isReviewed: boolean } & Pick<
  Draft,
  'category' | (typeof keptFields)[keyof typeof keptFields]
>
type Known = { variants: readonly KnownVariant[]; products: ReadonlyMap<string, KnownProduct> }

const ofProduct = [
  'name',
  'brand',
  'category',
  'for',
  'tax_class',
  'description',
  'ingredients',
  'life_stages',
  'breed_sizes',
  'form',
  'strength',
  'schedule',
  'shown',
] satisfies Column[]

/** The fields that a product keeps if the file doesn't have their columns. */
const keptFields = {
  description: 'description',
  ingredients: 'ingredients',
  life_stages: 'lifeStages',
  breed_sizes: 'breedSizes',
  form: 'form',
  strength: 'strength',
  schedule: 'schedule',
  shown: 'isShown',
} as const satisfies Partial<Record<Column, keyof Draft>>

const ofMedicines = ['form', 'strength', 'schedule'] satisfies Column[]

const keyOf = ({ product }: Line) => JSON.stringify([product.name.toLowerCase(), product.brand.toLowerCase()])

/**
 * Writes a file's products, or only returns what it would write: sizes that are there change in the columns that the file has.
 * Writes nothing if there is any problem.
 * @throws shop.csv_…, shop.too_many_products
 */
export async function importProducts(
  work: ActorWork & Pick<Serving, 'config'>,
  { file, isTrial }: { file: string; isTrial: boolean },
): Promise<ImportResult> {
  const { db, actor, now } = work
  const today = todayOf(work)
  const taxClasses = (await listTaxClasses(db)).map(({ name }) => name)
  const { named, lines, problems } = readCsv(file, taxClasses)
  const sellers = await lockSellers(work)
  if (sellers.length === 0) refuseRequest('request.forbidden')
  const groups = [...Map.groupBy(lines, keyOf).values()]
  const known = await lockKnown(
    db,
    sellers,
    lines.map(({ sku }) => sku),
  )
  noteDoubled(lines, problems)
  const changedAt = new Map<string, number>()
  const drafts = groups.flatMap((group) =>
    draftOf(group, { sellers, known, named, problems, today, changedAt }),
  )
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
    kept: keptOf(named, drafts),
    preview: drafts
      .slice(0, shownInPreview)
      .map(({ name, brand, isNew, variants }) => ({ name, brand, isNew, sizes: variants.length })),
    problems: problems.toSorted((a, b) => a.line - b.line).slice(0, shownProblems),
    problemCount: problems.length,
  }
}

/** Returns the columns that changed products keep. Existing sizes keep their stock in any case. */
function keptOf(named: readonly Column[], drafts: readonly Draft[]): Column[] {
  const changed = drafts.filter(({ isNew }) => !isNew)
  if (changed.length === 0) return []
  const hasMedicines = changed.some(({ category }) => shelfOf(category) === 'pharmacy')
  return columns.filter(
    (name) =>
      name !== 'stock' && !named.includes(name) && (hasMedicines || !ofMedicines.some((own) => own === name)),
  )
}

/** Locks the products that the file names by a SKU, then all their sizes: `lockStock` locks in this order too. */
async function lockKnown(db: Db, sellers: readonly Seller[], skus: readonly string[]): Promise<Known> {
  const ids = sellers.map(({ id }) => id)
  const { rows: products } = await sql<KnownProduct>`
    select id, category, description, ingredients, life_stages as "lifeStages", breed_sizes as "breedSizes", form, strength,
        schedule, state = 'listed' as "isShown", review_count > 0 as "isReviewed"
      from products where id in (
        select product_id from product_variants
         where seller_id = any(${ids}::uuid[]) and is_offered and lower(sku) = any(${skus.map((sku) => sku.toLowerCase())}::text[]))
     order by id for no key update
  `.execute(db)
  const { rows: variants } = await sql<KnownVariant>`
    select id, seller_id, sku, name, position, low_at as "lowAt", grams, best_before::text as "bestBefore",
        product_id as "productId"
      from product_variants
     where is_offered and product_id = any(${products.map(({ id }) => id)}::uuid[])
     order by id for no key update
  `.execute(db)
  return { variants, products: new Map(products.map((product) => [product.id, product])) }
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
  known: Known
  named: readonly Column[]
  problems: ImportProblem[]
  today: Day
  /** The first lines of the existing products that earlier lines change. */
  changedAt: Map<string, number>
}

/** Makes a product of the lines that share its name and brand. */
function draftOf(
  group: readonly Line[],
  { sellers, known, named, problems, today, changedAt }: Context,
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
    known.variants.find(
      (variant) => variant.seller_id === seller.id && variant.sku?.toLowerCase() === sku.toLowerCase(),
    )
  const there = group.map(({ sku }) => (sku ? found(sku) : undefined))
  const productId = there.find(Boolean)?.productId
  const existing = productId ? known.products.get(productId) : undefined
  const changedBefore = existing && changedAt.get(existing.id)
  if (changedBefore) note(first.line, 'name', 'differs', changedBefore)
  else if (existing) changedAt.set(existing.id, first.line)
  const siblings = known.variants.filter((variant) => variant.productId === productId)
  if (existing && shelfOf(existing.category) !== shelf) note(first.line, 'category', 'other_shelf')
  else if (existing?.isReviewed && existing.category !== first.product.category)
    note(first.line, 'category', 'reviewed')
  const changed = new Set(there.map((variant) => variant?.id))
  const names = new Set(siblings.filter(({ id }) => !changed.has(id)).map(({ name }) => name.toLowerCase()))
  const isNew = existing === undefined
  const has = (column: Column) => named.includes(column)
  if (isNew && shelf === 'pharmacy' && !has('schedule')) note(first.line, 'schedule', 'missing')
  if (siblings.length + there.filter((variant) => !variant).length > mostVariants)
    note(first.line, 'name', 'too_many_sizes')
  const start = Math.max(-1, ...siblings.map(({ position }) => position)) + 1
  const variants = group.map(({ line, sku, size, price, stock, lowAt, grams, bestBefore }, index) => {
    const variant = there[index]
    if (variant && variant.productId !== productId) note(line, 'sku', 'other_product')
    // A saved date may have passed since, and an export comes back with it.
    if (bestBefore && isDay(bestBefore) && isPast(bestBefore, today) && bestBefore !== variant?.bestBefore)
      note(line, 'best_before', 'day_past')
    if (names.has(size.toLowerCase())) note(line, 'size', 'doubled_size')
    names.add(size.toLowerCase())
    return {
      id: variant?.id ?? newId(),
      isNew: !variant,
      position: variant?.position ?? start + index,
      name: size,
      sku,
      price,
      stock,
      lowAt,
      grams,
      bestBefore,
      ...(variant && !has('low_at') && { lowAt: variant.lowAt }),
      ...(variant && !has('weight_grams') && { grams: variant.grams }),
      ...(variant && !has('best_before') && { bestBefore: variant.bestBefore }),
    }
  })
  const product = { ...first.product, isShown: first.isShown }
  if (existing)
    for (const [column, field] of Object.entries(keptFields))
      if (!has(column as Column)) Object.assign(product, { [field]: existing[field] })
  return [{ ...product, id: existing?.id ?? newId(), isNew, variants, seller }]
}
