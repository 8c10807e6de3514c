import type { Insertable } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Products } from '#/kernel/server/schema.ts'
import { type Category, shelfOf } from '#/shop/rules.ts'

type Verified = { userId: string; name?: string; at: Date; deliversTo?: string[] }

/** Makes a verified supplier for tests and the demo. */
export async function makeSupplier(db: Db, { userId, name, at, deliversTo }: Verified): Promise<string> {
  const id = newId<'supplier'>()
  await db
    .insertInto('suppliers')
    .values({
      id,
      user_id: userId,
      business_name: name ?? 'Green Tail Traders',
      gstin: null,
      pickup_address: '4 Residency Road, Bengaluru 560025',
      ...verified(at),
    })
    .execute()
  if (deliversTo) await deliver(db, id, deliversTo)
  return id
}

/** Makes a verified pharmacist for tests and the demo. */
export async function makePharmacist(db: Db, { userId, name, at, deliversTo }: Verified): Promise<string> {
  const id = newId<'pharmacist'>()
  await db
    .insertInto('pharmacists')
    .values({
      id,
      user_id: userId,
      full_name: name ?? 'Lalitha Krishnan',
      registration_number: 'KSPC/2011/18233',
      shop_license_number: 'KA-BLR-20B-98412',
      shop_address: '31 11th Main, Jayanagar, Bengaluru 560041',
      ...verified(at),
    })
    .execute()
  if (deliversTo) await deliver(db, id, deliversTo)
  return id
}

const verified = (at: Date) =>
  ({ verification_status: 'verified', submitted_at: at, facts_verified_at: at }) as const

const deliver = (db: Db, id: string, deliversTo: string[]) =>
  db.updateTable('sellers').set({ delivers_to: deliversTo }).where('id', '=', id).execute()

type Wanted = {
  sellerId: string
  at: Date
  brand?: string
  name?: string
  category?: Category
  facts?: Partial<Insertable<Products>>
  variants?: readonly {
    name: string
    price: number
    stock?: number
    grams?: number
    lowAt?: number
    bestBefore?: string
  }[]
}

/** Makes a listed product for tests, by default a bag of dog food of which ten are there. */
export async function makeProduct(db: Db, wanted: Wanted): Promise<{ id: string; variantIds: string[] }> {
  const [made] = await makeProducts(db, [wanted])
  return made!
}

/** Makes listed products in a few statements, for the demo. */
export async function makeProducts(db: Db, all: readonly Wanted[]) {
  const made = all.map((wanted) => {
    const brand = wanted.brand ?? 'Tail & Bowl'
    const slug = brand
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')
    const product = { id: newId<'product'>(), brand: { slug, name: brand } }
    const variants = (wanted.variants ?? [{ name: '1 kg', price: 49_900, grams: 1000 }]).map(
      ({ name, price, stock = 10, grams = null, lowAt = 5, bestBefore = null }, position) => ({
        id: newId<'product_variant'>(),
        product_id: product.id,
        position,
        name,
        price,
        stock,
        grams,
        low_at: lowAt,
        best_before: bestBefore,
      }),
    )
    return { ...product, wanted, variants }
  })
  const brands = new Map(made.map(({ brand }) => [brand.slug, brand]))
  await db
    .insertInto('brands')
    .values([...brands.values()])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('products')
    .values(made.map(({ id, brand, wanted }) => rowOf(id, brand.slug, wanted)))
    .execute()
  const variants = made.flatMap((product) => product.variants.map((row) => ({ row, at: product.wanted.at })))
  if (variants.length > 0)
    await db
      .insertInto('product_variants')
      .values(variants.map(({ row }) => row))
      .execute()
  const stocked = variants.filter(({ row }) => row.stock > 0)
  if (stocked.length > 0)
    await db
      .insertInto('stock_changes')
      .values(
        stocked.map(({ row, at }) => ({
          id: newId(),
          variant_id: row.id,
          delta: row.stock,
          stock_after: row.stock,
          reason: 'received' as const,
          created_at: at,
        })),
      )
      .execute()
  return made.map(({ id, variants }) => ({ id, variantIds: variants.map((variant) => variant.id) }))
}

function rowOf(id: string, brand: string, wanted: Wanted): Insertable<Products> {
  const { sellerId, at, name = 'Chicken & Rice', category = 'food', facts } = wanted
  const isMedicine = shelfOf(category) === 'pharmacy'
  return {
    id,
    seller_id: sellerId,
    seller_record: isMedicine ? 'pharmacist' : 'supplier',
    category,
    brand,
    name,
    species: ['dog'],
    tax_class: isMedicine ? 'medicine' : 'food',
    ...(isMedicine && { schedule: 'otc', form: 'tablet' }),
    state: 'listed',
    created_at: at,
    updated_at: at,
    listed_at: at,
    ...facts,
  }
}
