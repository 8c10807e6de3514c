import { sql } from 'kysely'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Day } from '#/kernel/time.ts'
import type { Product } from '#/shop/products.ts'
import { currency, deliveryFee, freeDeliveryFrom, isPast, isServed, mostOfOne } from '#/shop/rules.ts'
import { isClosedTo } from '#/shop/server/orders/block.ts'

/** @throws request.not_found if it isn't listed */
export async function readProduct(
  db: Db,
  { id, today, viewerId }: { id: string; today: Day; viewerId: string | null },
): Promise<Product> {
  const [row, variants] = await Promise.all([findListed(db, id, viewerId), listVariants(db, id)])
  if (!row) return refuseRequest('request.not_found')
  return {
    id: row.id,
    shelf: row.shelf,
    category: row.category,
    name: row.name,
    brand: row.brand_name,
    description: row.description,
    species: row.species,
    lifeStages: row.life_stages,
    breedSizes: row.breed_sizes,
    ingredients: row.ingredients,
    form: row.form,
    strength: row.strength,
    schedule: row.schedule,
    needsPrescription: row.needs_prescription,
    pictures: row.pictures,
    taxRate: row.rate,
    variants: variants.map((variant) => ({
      id: variant.id,
      name: variant.name,
      price: { amount: variant.price, currency },
      kiloPrice: variant.kilo_price === null ? null : { amount: variant.kilo_price, currency },
      available: row.is_closed || isPast(variant.best_before, today) ? 0 : Math.min(variant.stock, mostOfOne),
      bestBefore: variant.best_before,
    })),
    seller: { name: row.seller_name, isPharmacist: row.seller_record === 'pharmacist' },
    isClosed: row.is_closed,
    rating: row.rating,
    reviewCount: row.review_count,
    starCounts: row.star_counts,
  }
}

const findListed = (db: Db, id: string, viewerId: string | null) =>
  db
    .selectFrom('products as p')
    .innerJoin('brands as b', 'b.slug', 'p.brand')
    .innerJoin('sellers as s', 's.id', 'p.seller_id')
    .innerJoin('tax_classes as t', 't.name', 'p.tax_class')
    .select(['p.id', 'p.shelf', 'p.category', 'p.name', 'p.description', 'p.species', 'p.life_stages'])
    .select(['p.breed_sizes', 'p.ingredients', 'p.form', 'p.strength', 'p.schedule', 'p.needs_prescription'])
    .select(['p.rating', 'p.review_count', 'p.star_counts'])
    .select(['p.pictures', 'p.seller_record', 'b.name as brand_name', 's.name as seller_name', 't.rate'])
    .select(isClosedTo(sql`s.user_id`, viewerId).as('is_closed'))
    .where('p.id', '=', id)
    .where('p.is_listed', '=', true)
    .executeTakeFirst()

const listVariants = (db: Db, productId: string) =>
  db
    .selectFrom('product_variants')
    .select(['id', 'name', 'price', 'stock', 'best_before'])
    .select(sql<number | null>`kilo_price::float8`.as('kilo_price'))
    .where('product_id', '=', productId)
    .where('is_offered', '=', true)
    .orderBy('position')
    .execute()

/** @throws request.not_found if the product isn't listed */
export async function checkDelivery(db: Db, { id, pin }: { id: string; pin: string }) {
  const seller =
    (await db
      .selectFrom('products as p')
      .innerJoin('sellers as s', 's.id', 'p.seller_id')
      .select(['s.name', 's.delivers_to', 's.delivery_days_from', 's.delivery_days_to'])
      .where('p.id', '=', id)
      .where('p.is_listed', '=', true)
      .executeTakeFirst()) ?? refuseRequest('request.not_found')
  return {
    isServed: isServed(seller.delivers_to, pin),
    seller: seller.name,
    days: { from: seller.delivery_days_from, to: seller.delivery_days_to },
    fee: { amount: deliveryFee, currency },
    freeFrom: { amount: freeDeliveryFrom, currency },
  }
}
