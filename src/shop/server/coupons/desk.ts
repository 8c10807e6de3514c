import { type RawBuilder, sql } from 'kysely'
import { refuseRequest } from '#/kernel/errors.ts'
import { pageSize } from '#/kernel/fields.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import { containing } from '#/kernel/server/like.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Work } from '#/kernel/server/work.ts'
import { dayOf } from '#/kernel/time.ts'
import { type CouponTerms, type DeskCoupon, mostGivenAway } from '#/shop/coupons.ts'
import { refuse } from '#/shop/errors.ts'
import { mostBySupport, supportDays } from '#/shop/rules.ts'
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

type Known = { used: number; discounted: number }
type Setting = { id: string; terms: CouponTerms; isSupport: boolean; known?: Known }

/**
 * Keeps what support gives away within its limit: what its coupons have taken off, and what they still can. The lock lets two coupons
 * at once count each other.
 */
async function expectRoom({ db, now }: Work, { id, terms, isSupport, known }: Setting): Promise<void> {
  if (!isSupport || !terms.isActive) return
  await sql`select pg_advisory_xact_lock(hashtextextended('coupons of support', 0))`.execute(db)
  const { rows } = await sql<{ given: string }>`
    select coalesce(sum(coalesce(support_given, discounted
        + case when is_active then (most_uses - used) * coalesce(amount, most_discount)::bigint else 0 end)), 0) as given
      from coupons where support_set_at > ${now}::timestamptz - make_interval(days => ${supportDays}) and id <> ${id}
  `.execute(db)
  const left = mostGivenAway({ ...terms, mostUses: terms.mostUses && terms.mostUses - (known?.used ?? 0) })
  if (left === null || Number(rows[0]!.given) + (known?.discounted ?? 0) + left > mostBySupport)
    refuse('shop.coupon_too_large')
}

type Added = { code: string; terms: CouponTerms; isSupport: boolean }

/** @throws shop.coupon_taken, shop.coupon_too_large, shop.seller_unknown */
export async function addCoupon(work: Work, { code, terms, isSupport }: Added): Promise<string> {
  const { db, now } = work
  await expectSeller(db, terms.sellerId)
  const id = newId<'coupon'>()
  await expectRoom(work, { id, terms, isSupport })
  await db
    .insertInto('coupons')
    .values({ id, code, ...rowOf(terms), support_set_at: isSupport ? now : null, created_at: now })
    .execute()
  return id
}

type Change = { id: string; version: number; terms: CouponTerms; isSupport: boolean }

/**
 * Changes a coupon's terms from now on: placed orders keep their discount.
 * @throws shop.coupon_changed, shop.coupon_used_more, shop.coupon_too_large, shop.seller_unknown
 */
export async function changeCoupon(
  work: Work,
  { id, version, terms, isSupport }: Change,
): Promise<{ before: DeskCoupon; after: DeskCoupon }> {
  const { db, now } = work
  const known = await db
    .selectFrom('coupons')
    .select(['version', 'used', 'discounted', 'seller_id', 'support_set_at', 'support_given'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!known) return refuseRequest('request.not_found')
  if (known.version !== version) refuse('shop.coupon_changed')
  if (terms.mostUses !== null && terms.mostUses < known.used) refuse('shop.coupon_used_more')
  const discounted = Number(known.discounted)
  await expectRoom(work, { id, terms, isSupport, known: { used: known.used, discounted } })
  // Its own seller may have left since.
  if (terms.sellerId !== known.seller_id) await expectSeller(db, terms.sellerId)
  const before = (await readDeskCoupon(db, id))!
  await db
    .updateTable('coupons')
    .set({
      ...rowOf(terms),
      version: version + 1,
      // Switched off by support, an administrator's coupon stays theirs.
      ...(isSupport && terms.isActive && { support_set_at: now, support_given: null }),
      ...(!isSupport && known.support_set_at && { support_given: known.support_given ?? String(discounted) }),
    })
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
