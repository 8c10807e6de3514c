import { sql } from 'kysely'
import type { Config } from '#/kernel/server/config.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { LinkTo } from '#/kernel/server/files.ts'
import { isUuid } from '#/kernel/uuid.ts'
import { orderName } from '#/payments/rules.ts'
import { refundablePartsOf } from '#/payments/server/index.ts'
import type { DeskOrder } from '#/shop/desk.ts'
import { money, selectParts, showPart, showReturnPhotos } from './show.ts'

type Look = { db: Db; now: Date; config: Pick<Config, 'PAYMENT_GATEWAY'>; linkTo: LinkTo }

/** Finds an order by its number ('OR-000042') or its id, with all its parts. */
export async function findDeskOrder(
  { db, now, config, linkTo }: Look,
  reference: string,
): Promise<DeskOrder | undefined> {
  const text = reference.replace(/\s/g, '').toLowerCase()
  const [, number] = /^(?:or-?)?(\d{1,12})$/.exec(text) ?? []
  if (!number && !isUuid(text)) return undefined
  const order = await db
    .selectFrom('orders as o')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .leftJoin('payments as p', 'p.order_id', 'o.id')
    .select(['o.id', 'o.number', 'o.placed_at', 'o.pays', 'o.total', 'o.city', 'o.pin', 'u.name'])
    .select(['o.user_id', 'p.id as payment_id', 'p.status', 'p.method_label', 'p.gateway'])
    .select(
      sql<boolean>`exists (select from payment_disputes d where d.payment_id = p.id and d.status = 'open')`.as(
        'is_disputed',
      ),
    )
    .where(number ? sql<boolean>`o.number = ${number}::bigint` : sql<boolean>`o.id = ${text}::uuid`)
    .executeTakeFirst()
  if (!order) return undefined
  const [parts, refundable] = await Promise.all([
    selectParts(db)
      .leftJoin('payment_parts as t', 't.id', 's.id')
      .select('t.payable_from')
      .where('s.order_id', '=', order.id)
      .orderBy('s.position')
      .execute(),
    refundablePartsOf(db, order.payment_id, config.PAYMENT_GATEWAY),
  ])
  return {
    id: order.id as never,
    number: orderName(order.number),
    placedAt: order.placed_at,
    pays: order.pays,
    total: money(order.total),
    area: `${order.city} ${order.pin}`,
    buyer: { id: order.user_id as never, name: order.name },
    payment: order.status && {
      id: order.payment_id as never,
      status: order.status,
      method: order.method_label,
      refunded: money(parts.reduce((sum, part) => sum + part.refunded - part.taken_back, 0)),
      takenBack: money(parts.reduce((sum, part) => sum + part.taken_back, 0)),
      isDisputed: order.is_disputed,
      isSandbox: order.gateway === 'sandbox',
    },
    parts: parts.map((row) => ({
      ...showPart(row, now),
      seller: { id: row.seller_user_id as never, name: row.seller_name },
      returnPhotos: showReturnPhotos(row, linkTo),
      refundable: money(refundable.get(row.id) ?? 0),
      isReleased: row.payable_from !== null,
    })),
  }
}
