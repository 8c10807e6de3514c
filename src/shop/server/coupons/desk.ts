import { type RawBuilder, sql } from 'kysely'
import { refuseRequest } from '#/kernel/errors.ts'
import { pageSize } from '#/kernel/fields.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import { containing } from '#/kernel/server/like.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Work } from '#/kernel/server/work.ts'
import { dayOf } from '#/kernel/time.ts'
import type { CouponTerms, DeskCoupon } from '#/shop/coupons.ts'
import { refuse } from '#/shop/errors.ts'
import { money } from '#/shop/server/orders/show.ts'
import type { Coupon } from './apply.ts'

type Search = { search: string | null; show: 'running' | 'all'; cursor?: string | undefined }
type Row = Omit<Coupon, 'used_by_you' | 'is_confirmed'> & {
  id: string
  version: number
  category: DeskCoupon['category']
  seller: string | null
  discounted: string
}

const select = (where: RawBuilder<unknown>) => sql<Row>`
  select c.*, s.name as seller from coupons c left join sellers s on s.id = c.seller_id where ${where}
`

const show = (row: Row): DeskCoupon => ({
  id: row.id,
  code: row.code,
  version: row.version,
  percent: row.percent,
  category: row.category,
  amount: row.amount === null ? null : money(row.amount),
  minimum: money(row.minimum),
  mostDiscount: row.most_discount === null ? null : money(row.most_discount),
  validFrom: row.valid_from,
  validUntil: row.valid_until,
  isActive: row.is_active,
  used: row.used,
  mostUses: row.most_uses,
  mostPerPerson: row.most_per_person,
  seller: row.seller_id === null ? null : { id: row.seller_id, name: row.seller ?? 'Former seller' },
  discounted: money(Number(row.discounted)),
})

/** Lists coupons, the newest first. */
export async function listCoupons(
  { db, now }: Pick<Work, 'db' | 'now'>,
  { search, show: shown, cursor }: Search,
  timeZone: string,
) {
  const [after] = readCursor(cursor, ['uuid']) ?? []
  const filters = [
    sql`true`,
    ...(after === undefined ? [] : [sql`c.id < ${after}::uuid`]),
    ...(search ? [sql`c.code ilike ${containing(search)}`] : []),
    ...(shown === 'running'
      ? [sql`c.is_active and coalesce(c.valid_until >= ${dayOf(now, timeZone)}::date, true)`]
      : []),
  ]
  const { rows } = await sql<Row>`
    ${select(sql.join(filters, sql` and `))} order by c.id desc limit ${sql.lit(pageSize + 1)}
  `.execute(db)
  return toPage(rows, { keyOf: ({ id }) => [id], show })
}

export async function readDeskCoupon(db: Db, id: string): Promise<DeskCoupon | undefined> {
  const { rows } = await select(sql`c.id = ${id}::uuid`).execute(db)
  return rows[0] && show(rows[0])
}

const rowOf = (terms: CouponTerms) => ({
  percent: terms.percent,
  amount: terms.amount,
  minimum: terms.minimum,
  category: terms.category,
  most_discount: terms.mostDiscount,
  valid_from: terms.validFrom,
  valid_until: terms.validUntil,
  most_uses: terms.mostUses,
  most_per_person: terms.mostPerPerson,
  seller_id: terms.sellerId,
  is_active: terms.isActive,
})

async function expectSeller(db: Db, id: string | null): Promise<void> {
  if (!id) return
  const seller = await db.selectFrom('sellers').select('id').where('id', '=', id).executeTakeFirst()
  if (!seller) refuse('shop.seller_unknown')
}

/** @throws shop.coupon_taken, shop.seller_unknown */
export async function addCoupon(
  { db, now }: Work,
  { code, terms }: { code: string; terms: CouponTerms },
): Promise<string> {
  await expectSeller(db, terms.sellerId)
  const id = newId<'coupon'>()
  await db
    .insertInto('coupons')
    .values({ id, code, ...rowOf(terms), created_at: now })
    .execute()
  return id
}

type Change = { id: string; version: number; terms: CouponTerms }

/**
 * Changes a coupon's terms from now on: placed orders keep their discount.
 * @throws shop.coupon_changed, shop.coupon_used_more, shop.seller_unknown
 */
export async function changeCoupon(
  { db }: Work,
  { id, version, terms }: Change,
): Promise<{ before: DeskCoupon; after: DeskCoupon }> {
  const known = await db
    .selectFrom('coupons')
    .select(['version', 'used', 'seller_id'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!known) return refuseRequest('request.not_found')
  if (known.version !== version) refuse('shop.coupon_changed')
  if (terms.mostUses !== null && terms.mostUses < known.used) refuse('shop.coupon_used_more')
  // Its own seller may have left since.
  if (terms.sellerId !== known.seller_id) await expectSeller(db, terms.sellerId)
  const before = (await readDeskCoupon(db, id))!
  await db
    .updateTable('coupons')
    .set({ ...rowOf(terms), version: version + 1 })
    .where('id', '=', id)
    .execute()
  return { before, after: (await readDeskCoupon(db, id))! }
}

const mostSellers = 1000

/** Lists sellers by name, for choosing one. */
export async function listSellerNames(db: Db): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('sellers')
    .select(['id', 'name'])
    .where('can_sell', '=', true)
    .orderBy('name')
    .orderBy('id')
    .limit(mostSellers)
    .execute()
}
