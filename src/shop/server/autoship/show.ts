import { sql } from 'kysely'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { addDays, dayOf } from '#/kernel/time.ts'
import { methodLabel, orderName } from '#/payments/rules.ts'
import { gatewayIn } from '#/payments/server/index.ts'
import type { Autoship, AutoshipOffer } from '#/shop/autoship.ts'
import { autoshipZone, noticeDays } from '#/shop/autoship-rules.ts'
import { refuse } from '#/shop/errors.ts'
import { mayCancel } from '#/shop/order-states.ts'
import type { Address } from '#/shop/orders.ts'
import { currency, maySubscribe, mostOfOne } from '#/shop/rules.ts'
import { cashStanding } from '#/shop/server/orders/cash.ts'
import { addressesOf } from '#/shop/server/orders/checkout.ts'
import { findRefills } from './refills.ts'
import { type AutoshipWork, lastingOf } from './review.ts'

const money = (amount: number) => ({ amount, currency })

/** @throws request.not_found, shop.no_autoship */
export async function readOffer(
  work: ActorWork & Pick<AutoshipWork, 'config'>,
  variantId: string,
): Promise<AutoshipOffer> {
  const { db, actor, now, config } = work
  const row = await db
    .selectFrom('product_variants as v')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .innerJoin('sellers as s', 's.id', 'p.seller_id')
    .select([
      'p.id',
      'p.shelf',
      'p.name',
      'p.category',
      'p.needs_prescription',
      'p.pictures',
      's.name as seller',
    ])
    .select('s.user_id')
    .where('v.id', '=', variantId)
    .where('v.is_offered', '=', true)
    .where('p.is_listed', '=', true)
    .executeTakeFirst()
  if (!row) return refuseRequest('request.not_found')
  if (!maySubscribe(row.category) || row.user_id === actor.userId) refuse('shop.no_autoship')
  const variants = await db
    .selectFrom('product_variants')
    .select(['id', 'name', 'price', 'stock', 'is_past'])
    .where('product_id', '=', row.id)
    .where('is_offered', '=', true)
    .orderBy('position')
    .execute()
  return {
    productId: row.id as never,
    shelf: row.shelf,
    name: row.name,
    seller: row.seller,
    imageUrl: row.pictures[0] ?? null,
    needsPrescription: row.needs_prescription,
    variants: variants.map(({ id, name, price, stock, is_past }) => ({
      id: id as never,
      name,
      price: money(price),
      available: is_past ? 0 : Math.min(stock, mostOfOne),
    })),
    refills: row.needs_prescription ? await findRefills(work, row.id) : [],
    addresses: await addressesOf(db, actor.userId),
    noCash: lastingOf((await cashStanding(work)).problem),
    mayChargeMethod: gatewayIn(config).chargesByItself && !row.needs_prescription,
    firstOn: addDays(dayOf(now, autoshipZone), noticeDays),
  }
}

/** Lists the caller's autoships that haven't ended, each with the order that it placed last. */
export async function listAutoships(
  db: Db,
  { userId, now }: { userId: string; now: Date },
): Promise<Autoship[]> {
  const rows = await db
    .selectFrom('autoships as a')
    .leftJoin('product_variants as v', 'v.id', 'a.variant_id')
    .leftJoin('products as p', 'p.id', 'v.product_id')
    .leftJoin('payment_methods as m', (join) =>
      join.onRef('m.id', '=', 'a.payment_method_id').on('m.removed_at', 'is', null),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('autoship_turns as t')
          .innerJoin('orders as o', 'o.id', 't.order_id')
          .innerJoin('order_parts as s', 's.order_id', 'o.id')
          .select(['t.due_on', 'o.id as order_id', 'o.number', 's.status as part_status', 's.status_since'])
          .whereRef('t.autoship_id', '=', 'a.id')
          .orderBy('t.due_on', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .selectAll('a')
    .select(['p.id as product_id', 'p.shelf', 'p.pictures', 'm.id as method_id'])
    .select(['m.method_type', 'm.card_brand', 'm.card_last_four', 'm.upi_id'])
    .select(sql<number | null>`case when p.is_listed and v.is_offered then v.price end`.as('price'))
    .select(['last.due_on', 'last.order_id', 'last.number', 'last.part_status', 'last.status_since'])
    .where('a.user_id', '=', userId)
    .where('a.status', '<>', 'ended')
    .orderBy('a.created_at')
    .execute()
  return rows.map((row) => ({
    id: row.id as never,
    productId: row.product_id as never,
    variantId: row.variant_id as never,
    shelf: row.shelf,
    name: row.name,
    variant: row.variant,
    imageUrl: row.pictures?.[0] ?? null,
    quantity: row.quantity,
    weeks: row.weeks,
    status: row.status,
    obstacle: row.obstacle,
    nextOn: row.next_on,
    pays: row.pays,
    price: row.price === null ? null : money(row.price),
    agreedPrice: money(row.agreed_price),
    told:
      row.told_price && row.told_total
        ? { price: money(row.told_price), total: money(row.told_total) }
        : null,
    methodId: row.method_id as never,
    method: row.method_type
      ? methodLabel({
          methodType: row.method_type,
          cardBrand: row.card_brand,
          cardLastFour: row.card_last_four,
          upiId: row.upi_id,
        })
      : null,
    prescriptionId: row.prescription_id as never,
    address: {
      name: row.address_name,
      phone: row.phone,
      line: row.line,
      city: row.city,
      pin: row.pin,
      state: row.state as Address['state'],
    },
    lastOrder:
      row.order_id && row.number && row.due_on && row.part_status && row.status_since
        ? {
            id: row.order_id as never,
            number: orderName(row.number),
            dueOn: row.due_on,
            status: row.part_status,
            mayCancel: mayCancel({ status: row.part_status, since: row.status_since }, now),
          }
        : null,
  }))
}

/** Returns the autoship that placed the caller's order, and which of its products can become one. */
export async function readOfOrder({ db, actor }: ActorWork, orderId: string) {
  const order = await db
    .selectFrom('orders as o')
    .leftJoin('autoship_turns as t', 't.order_id', 'o.id')
    .leftJoin('autoships as a', 'a.id', 't.autoship_id')
    .select(['a.id', 'a.status', 'a.weeks'])
    .where('o.id', '=', orderId)
    .where('o.user_id', '=', actor.userId)
    .executeTakeFirst()
  if (!order) return refuseRequest('request.not_found')
  const placedBy = order.id
    ? { id: order.id as never, isEnded: order.status === 'ended', weeks: order.weeks! }
    : null
  if (placedBy) return { placedBy, offers: [] }
  const goods = await db
    .selectFrom('order_parts as s')
    .innerJoin('order_lines as l', 'l.part_id', 's.id')
    .innerJoin('product_variants as v', 'v.id', 'l.variant_id')
    .innerJoin('products as p', 'p.id', 'v.product_id')
    .select(['v.id', 'l.name', 'v.name as variant', 'p.category'])
    .where('s.order_id', '=', orderId)
    .where('s.status', '<>', 'cancelled')
    .where('v.is_offered', '=', true)
    .where('p.is_listed', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('autoships as a')
            .select('a.id')
            .whereRef('a.variant_id', '=', 'v.id')
            .where('a.user_id', '=', actor.userId)
            .where('a.status', '<>', 'ended'),
        ),
      ),
    )
    .orderBy('s.position')
    .orderBy('l.position')
    .execute()
  return {
    placedBy: null,
    offers: goods
      .filter(({ category }) => maySubscribe(category))
      .map(({ id, name, variant }) => ({ variantId: id as never, name, variant })),
  }
}
