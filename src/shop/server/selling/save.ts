import { sql } from 'kysely'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Serving } from '#/kernel/server/serve.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { refuse } from '#/shop/errors.ts'
import { type Category, isPast, type Shelf, shelfOf } from '#/shop/rules.ts'
import type { OwnProduct, ProductInput } from '#/shop/selling.ts'
import { mostPictures, mostProducts, refusalOf } from '#/shop/selling-rules.ts'
import { todayOf } from '#/shop/server/today.ts'
import { readOwn } from './own.ts'
import { writeProducts } from './write.ts'

type Work = ActorWork & Pick<Serving, 'keepPicture' | 'forgetPicture' | 'config'>
type KnownVariant = { id: string; best_before: string | null }
type Seller = { id: string; record: 'pharmacist' | 'supplier' }

/** Locks the caller's records, so that none is suspended while its products are written. */
export async function lockSellers({ db, actor }: ActorWork): Promise<Seller[]> {
  const rows = await db
    .selectFrom('sellers')
    .select(['id', 'record'])
    .where('user_id', '=', actor.userId)
    .where('can_sell', '=', true)
    .orderBy('id')
    .forShare()
    .execute()
  return rows as Seller[]
}

/**
 * Chooses the record that sells a shelf's products, for people who have both.
 * @throws shop.pharmacists_only, request.forbidden
 */
export function sellerFor(sellers: readonly Seller[], shelf: Shelf): Seller {
  const of = (record: Seller['record']) => sellers.find((seller) => seller.record === record)
  const found = shelf === 'pharmacy' ? of('pharmacist') : (of('supplier') ?? of('pharmacist'))
  return found ?? (sellers.length > 0 ? refuse('shop.pharmacists_only') : refuseRequest('request.forbidden'))
}

async function expectSound(db: Db, product: ProductInput): Promise<void> {
  const refusal = refusalOf(product)
  if (refusal) refuse(refusal)
  const taxClass = await db
    .selectFrom('tax_classes')
    .select('name')
    .where('name', '=', product.taxClass)
    .executeTakeFirst()
  if (!taxClass) refuse('shop.tax_class_unknown')
}

/** Refuses a best-before date that has passed, unless it was saved before that. */
function expectFresh(work: Work, { variants }: ProductInput, known: readonly KnownVariant[] = []): void {
  const today = todayOf(work)
  for (const { id, bestBefore } of variants) {
    const saved = known.find((variant) => variant.id === id)?.best_before
    if (isPast(bestBefore, today) && bestBefore !== saved) refuse('shop.best_before_past')
  }
}

/** Counts under the seller's lock, so that nobody gets past the limit by adding at once. */
export async function expectRoom(db: Db, seller: Seller, added: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${seller.id}, 91))`.execute(db)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from products where seller_id = ${seller.id} and state <> 'deleted'
  `.execute(db)
  if (rows[0]!.count + added > mostProducts) refuse('shop.too_many_products')
}

type New = { product: ProductInput; isShown: boolean; pictures: readonly Blob[] }

/** @throws shop.too_many_products, and what `expectSound` and `sellerFor` throw */
export async function addProduct(work: Work, { product, isShown, pictures }: New): Promise<{ id: string }> {
  const { db, actor, now } = work
  await expectSound(db, product)
  expectFresh(work, product)
  const seller = sellerFor(await lockSellers(work), shelfOf(product.category))
  await expectRoom(db, seller, 1)
  const id = newId<'product'>()
  const variants = product.variants.map((variant, position) => ({
    ...variant,
    id: newId(),
    isNew: true,
    position,
  }))
  await writeProducts(
    { db, now, userId: actor.userId },
    { seller, drafts: [{ ...product, id, isNew: true, isShown, variants }] },
  )
  await keepPictures(work, id, { kept: [], added: pictures })
  return { id }
}

type Change = New & { id: string; version: number; keptPictures: readonly string[] }

/** @throws shop.changed_meanwhile, shop.other_shelf, shop.reviewed_category, shop.too_many_pictures, and what `expectSound` throws */
export async function changeProduct(work: Work, change: Change): Promise<OwnProduct> {
  const { db, actor, now } = work
  const { id, product, isShown } = change
  await expectSound(db, product)
  const sellers = await lockSellers(work)
  const before = await lockProduct(work, id)
  const seller = sellers.find((one) => one.id === before.seller_id) ?? refuseRequest('request.forbidden')
  if (before.version !== change.version) refuse('shop.changed_meanwhile')
  if (shelfOf(product.category) === 'pharmacy' && seller.record !== 'pharmacist')
    refuse('shop.pharmacists_only')
  if (shelfOf(product.category) !== shelfOf(before.category)) refuse('shop.other_shelf')
  if (product.category !== before.category && before.review_count > 0) refuse('shop.reviewed_category')
  expectFresh(work, product, before.variants)
  const known = new Set(before.variantIds)
  const variants = product.variants.map((variant, position) => {
    if (variant.id && !known.has(variant.id)) refuseRequest('request.not_found')
    return { ...variant, id: variant.id ?? newId(), isNew: variant.id === undefined, position }
  })
  await writeProducts(
    { db, now, userId: actor.userId },
    {
      seller,
      drafts: [{ ...product, id, isNew: false, isShown, variants }],
      dropped: before.variantIds,
    },
  )
  await keepPictures(work, id, {
    kept: before.pictures.filter((url) => change.keptPictures.includes(url)),
    gone: before.pictures.filter((url) => !change.keptPictures.includes(url)),
    added: change.pictures,
  })
  return readOwn(db, actor.userId, id)
}

type Locked = {
  seller_id: string
  version: number
  category: Category
  review_count: number
  pictures: string[]
  variantIds: string[]
  variants: KnownVariant[]
}

/**
 * Locks a product of the caller's own, then its variants: `lockStock` locks in this order too.
 * @throws request.not_found
 */
async function lockProduct({ db, actor }: ActorWork, id: string): Promise<Locked> {
  const product = await db
    .selectFrom('products as p')
    .innerJoin('sellers as s', 's.id', 'p.seller_id')
    .select(['p.seller_id', 'p.version', 'p.category', 'p.pictures', 'p.review_count'])
    .where('p.id', '=', id)
    .where('s.user_id', '=', actor.userId)
    .where('p.state', '<>', 'deleted')
    .forNoKeyUpdate('p')
    .executeTakeFirst()
  if (!product) return refuseRequest('request.not_found')
  const variants = await db
    .selectFrom('product_variants')
    .select(['id', 'is_offered', 'best_before'])
    .where('product_id', '=', id)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const offered = variants.filter(({ is_offered }) => is_offered)
  return { ...product, variantIds: offered.map((variant) => variant.id), variants: offered }
}

type Pictures = { kept: readonly string[]; gone?: readonly string[]; added: readonly Blob[] }

async function keepPictures({ db, keepPicture, forgetPicture }: Work, id: string, pictures: Pictures) {
  const { kept, gone = [], added } = pictures
  if (kept.length + added.length > mostPictures) refuse('shop.too_many_pictures')
  if (gone.length + added.length === 0) return
  const all = [...kept]
  for (const picture of added) all.push(await keepPicture(picture))
  for (const url of await unordered(db, id, gone)) await forgetPicture(url)
  await db.updateTable('products').set({ pictures: all }).where('id', '=', id).execute()
}

/** Leaves out pictures that orders show: they stay as long as their seller's account. */
async function unordered(db: Db, productId: string, urls: readonly string[]): Promise<string[]> {
  if (urls.length === 0) return []
  const ordered = await db
    .selectFrom('order_lines as l')
    .innerJoin('product_variants as v', 'v.id', 'l.variant_id')
    .select('l.picture')
    .distinct()
    .where('v.product_id', '=', productId)
    .where('l.picture', 'in', urls)
    .execute()
  return urls.filter((url) => !ordered.some(({ picture }) => picture === url))
}

export async function setShown(work: ActorWork, { id, isShown }: { id: string; isShown: boolean }) {
  await lockProduct(work, id)
  await sql`
    update products set state = ${isShown ? 'listed' : 'withdrawn'}, updated_at = ${work.now}, version = version + 1,
      listed_at = coalesce(listed_at, case when ${isShown} then ${work.now}::timestamptz end)
     where id = ${id}
  `.execute(work.db)
}

/** Deletes the pictures that no order shows, and keeps the rows, because carts and orders point to them. */
export async function removeProduct(work: Work, id: string): Promise<void> {
  const { db, now } = work
  const { pictures } = await lockProduct(work, id)
  for (const url of await unordered(db, id, pictures)) await work.forgetPicture(url)
  await db.updateTable('product_variants').set({ is_offered: false }).where('product_id', '=', id).execute()
  await db
    .updateTable('products')
    .set({ state: 'deleted', pictures: [], updated_at: now })
    .where('id', '=', id)
    .execute()
}
