import { type RawBuilder, sql } from 'kysely'
import { refuseRequest } from '#/kernel/errors.ts'
import { pageSize } from '#/kernel/fields.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { LinkTo } from '#/kernel/server/files.ts'
import { isPaid, orderName } from '#/payments/rules.ts'
import { isPausedPayment, refundedOfPart, takenBackOfPart } from '#/payments/server/index.ts'
import { expectedOf } from '#/shop/delivery-time.ts'
import {
  deliveredBy,
  hasReceipt,
  inProgress,
  isReturning,
  mayCancel,
  mayReportMissing,
  mayWithdraw,
  type PartStatus,
  type Side,
} from '#/shop/order-states.ts'
import type { Address, Order, OrderRow, ReturnPhoto, SoldPart, SoldView } from '#/shop/orders.ts'
import { mostSlips } from '#/shop/packing-slips.ts'
import { returnOf } from '#/shop/returns.ts'
import { currency } from '#/shop/rules.ts'
import { isClosedTo } from './block.ts'
import { isMedicine, returnsOf } from './returns.ts'
import { wasPlaced } from './sell.ts'

export const money = (amount: number) => ({ amount, currency })

type LineJson = {
  id: string
  kind: 'goods' | 'delivery' | 'cash_fee' | 'discount'
  name: string
  variant: string | null
  picture: string | null
  quantity: number
  price: number
  amount: number
  discount: number
  isMedicine: boolean
}
type StepJson = { status: PartStatus; at: string; by: Side; note: string | null }

const linesOf = sql<
  LineJson[]
>`(select json_agg(json_build_object('id', l.id, 'kind', l.kind, 'name', l.name, 'variant', l.variant,
  'picture', l.picture, 'quantity', l.quantity, 'price', l.price, 'amount', l.amount, 'discount', l.discount, 'isMedicine', ${isMedicine}) order by l.position)
  from order_lines l where l.part_id = s.id)`
const stepsOf = sql<
  StepJson[]
>`(select json_agg(json_build_object('status', c.to_status, 'at', c.created_at, 'by', c.made_by,
  'note', c.note) order by c.sequence) from order_part_changes c where c.part_id = s.id)`

const hasPrescription = sql<boolean>`exists (select from dispensings c where c.part_id = s.id)`
/** True if part `s` was cancelled because its pharmacist approved nothing of it. */
export const isRefused = sql<boolean>`(s.status = 'cancelled' and exists (select from dispensed_lines d where d.part_id = s.id)
  and not exists (select from dispensed_lines d where d.part_id = s.id and d.status <> 'rejected'))`
const needsBatches = sql<boolean>`s.status = 'placed' and exists (
  select from dispensed_lines d where d.part_id = s.id and d.status = 'approved' and d.batch is null)`

/** The address that a return goes to: the seller's present one, otherwise the one they had when it was ordered. */
export const returnAddress = sql<
  string | null
>`coalesce((select nullif(r.place, '') from sellers r where r.id = s.seller_id), s.seller_address)`

type PhotoJson = { returnId: string; id: string; width: number; height: number }
const returnPhotosOf = sql<PhotoJson[]>`(
  select coalesce(json_agg(json_build_object('returnId', r.id, 'id', u.id, 'width', u.width, 'height', u.height)
    order by r.asked_at, f.position), '[]')
  from order_returns r join return_photos f on f.return_id = r.id join uploads u on u.id = f.upload_id where r.part_id = s.id)`

/** Links to the photos of returns. Sellers and administrators see them. */
export const showReturnPhotos = (
  { return_photos: photos }: { return_photos: PhotoJson[] },
  linkTo: LinkTo,
): ReturnPhoto[] =>
  photos.map(({ returnId, id, width, height }) => ({
    returnId: returnId as never,
    url: linkTo({ id, content_type: 'image/webp' }),
    width,
    height,
  }))

export const selectParts = (db: Db) =>
  db
    .selectFrom('order_parts as s')
    .selectAll('s')
    .select([returnsOf.as('returns'), returnPhotosOf.as('return_photos')])
    .select([linesOf.as('lines'), stepsOf.as('steps'), refundedOfPart('s.id').as('refunded')])
    .select(takenBackOfPart('s.id').as('taken_back'))
    .select([hasPrescription.as('has_prescription')])

type PartRow = Awaited<ReturnType<ReturnType<typeof selectParts>['executeTakeFirstOrThrow']>>

export const showPart = (row: PartRow, now: Date) => ({
  id: row.id as never,
  status: row.status,
  carrier: row.carrier,
  tracking: row.tracking,
  lines: row.lines.map(({ id, picture, price, amount, discount, ...line }) => ({
    ...line,
    id: id as never,
    imageUrl: picture,
    price: money(price),
    amount: money(amount),
    discount: money(discount),
  })),
  total: money(row.total),
  refunded: money(row.refunded),
  takenBack: money(row.taken_back),
  returns: row.returns.map((one) => ({
    ...one,
    id: one.id as never,
    amount: money(one.amount),
    askedAt: new Date(one.askedAt),
    lines: one.lines.map((line) => ({ ...line, lineId: line.lineId as never })),
  })),
  steps: row.steps.map(({ at, ...step }) => ({ ...step, at: new Date(at) })),
  days: { from: row.days_from, to: row.days_to },
  expected: expectedOf({
    status: row.status,
    placedAt: row.placed_at,
    days: { from: row.days_from, to: row.days_to },
    now,
  }),
})

const addressOf = ({ name, phone, line, city, state, pin }: Record<keyof Address, string>) =>
  ({ name, phone, line, city, state, pin }) as Address

type TaxJson = Record<'cgst' | 'sgst' | 'igst', number>

/** Sums the tax of the order parts `t` that `within` chooses. */
const taxOf = (within: RawBuilder<unknown>) => sql<TaxJson>`(
  select json_build_object('cgst', coalesce(sum(l.cgst), 0), 'sgst', coalesce(sum(l.sgst), 0), 'igst', coalesce(sum(l.igst), 0))
  from order_lines l join order_parts t on t.id = l.part_id where ${within})`

const showTax = ({ cgst, sgst, igst }: TaxJson) => ({
  cgst: money(cgst),
  sgst: money(sgst),
  igst: money(igst),
})

/** Returns the caller's own order. */
export async function readOrder(
  db: Db,
  { id, userId, now }: { id: string; userId: string; now: Date },
): Promise<Order> {
  const order = await db
    .selectFrom('orders as o')
    .leftJoin('payments as p', 'p.order_id', 'o.id')
    .selectAll('o')
    .select([
      'p.id as payment_id',
      'p.status as payment_status',
      'p.method_label',
      'p.failure',
      'p.pay_by',
      'p.closed_at',
    ])
    .select(isPausedPayment.as('is_paused'))
    .select(taxOf(sql`t.order_id = o.id`).as('tax'))
    .select(
      sql<{ id: string; number: number }[]>`(
        select coalesce(json_agg(json_build_object('id', t.id, 'number', t.number) order by t.position), '[]')
        from orders t where t.checkout_id = o.checkout_id and t.id <> o.id)`.as('together'),
    )
    .where('o.id', '=', id)
    .where('o.user_id', '=', userId)
    .executeTakeFirst()
  if (!order) return refuseRequest('request.not_found')
  const parts = await selectParts(db)
    .select([returnAddress.as('return_address'), isRefused.as('is_refused')])
    .where('s.order_id', '=', id)
    .orderBy('s.position')
    .execute()
  const { payment_status: status } = order
  const isWaiting =
    status !== null && !isPaid(status) && !order.closed_at && (!order.pay_by || now < order.pay_by)
  const isPaused = isWaiting && status !== 'pending' && order.is_paused
  return {
    id: order.id as never,
    number: orderName(order.number),
    placedAt: order.placed_at,
    pays: order.pays,
    address: addressOf(order),
    gstin: order.gstin,
    total: money(order.total),
    tax: showTax(order.tax),
    payment: status && {
      id: order.payment_id as never,
      status,
      method: order.method_label,
      failure: order.failure,
      payBy: order.pay_by,
      isOpen: isWaiting && !isPaused,
      isPaused,
    },
    together: order.together.map(({ id, number }) => ({ id: id as never, number: orderName(number) })),
    parts: parts.map((row) => {
      const { status: at, delivered_at: deliveredAt } = row
      return {
        ...showPart(row, now),
        seller: { name: row.seller_name, isPharmacist: row.is_pharmacist },
        mayCancel: mayCancel({ status: at, since: row.status_since }, now),
        mayReportMissing: mayReportMissing(
          {
            status: at,
            deliveredAt,
            deliveredBy: deliveredBy(row.steps),
          },
          now,
        ),
        mayReturn: showReturnable(row, now),
        mayWithdrawReturn: mayWithdraw(at),
        returnTo: isReturning(at) ? row.return_address : null,
        hasPrescription: row.has_prescription,
        isRefused: row.is_refused,
        hasReceipt:
          row.steps.some((step) => step.status === 'placed') && hasReceipt({ pays: order.pays, status: at }),
      }
    }),
  }
}

function showReturnable({ status, delivered_at: deliveredAt, lines, returns }: PartRow, now: Date) {
  const goods = lines.filter(({ kind }) => kind === 'goods')
  const may = returnOf({ status, deliveredAt, lines: goods, returns }, now)
  return may && { lines: may.lines.map((line) => ({ ...line, id: line.id as never })) }
}

type RowPartJson = Omit<OrderRow['parts'][number], 'expected'> & {
  placedAt: string | null
  days: { from: number; to: number }
}

type Bought = { userId: string; show: 'all' | 'open'; cursor?: string | undefined }

/** Lists the caller's orders, newest first. */
export async function listOrders({ db, now }: { db: Db; now: Date }, { userId, show, cursor }: Bought) {
  const after = readCursor(cursor, ['date', 'uuid'])
  let query = db
    .selectFrom('orders as o')
    .select(['o.id', 'o.number', 'o.placed_at', 'o.total'])
    .select(
      sql<RowPartJson[]>`(
        select json_agg(json_build_object('seller', s.seller_name, 'status', s.status,
          'isAsked', s.status = 'awaiting_prescription' and exists (
            select from dispensings d where d.part_id = s.id and d.question is not null and d.answer is null),
          'isRefused', ${isRefused}, 'placedAt', s.placed_at, 'days', json_build_object('from', s.days_from, 'to', s.days_to),
          'count', (select count(*) from order_lines l where l.part_id = s.id and l.kind = 'goods'),
          'what', (select l.name from order_lines l where l.part_id = s.id order by l.position limit 1)) order by s.position)
        from order_parts s where s.order_id = o.id)`.as('parts'),
    )
    .where('o.user_id', '=', userId)
    .orderBy('o.placed_at', 'desc')
    .orderBy('o.id', 'desc')
    .limit(pageSize + 1)
  if (show === 'open')
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('order_parts as s')
          .whereRef('s.order_id', '=', 'o.id')
          .where('s.status', 'in', inProgress),
      ),
    )
  if (after)
    query = query.where(sql<boolean>`(o.placed_at, o.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`)
  return toPage(await query.execute(), {
    keyOf: (row) => [row.placed_at.toISOString(), row.id],
    show: (row): OrderRow => ({
      id: row.id as never,
      number: orderName(row.number),
      placedAt: row.placed_at,
      total: money(row.total),
      parts: row.parts.map(({ placedAt, days, ...part }) => ({
        ...part,
        expected: expectedOf({
          status: part.status,
          placedAt: placedAt === null ? null : new Date(placedAt),
          days,
          now,
        }),
      })),
    }),
  })
}

/** Splits the operator's share into its commission and what it pays for a coupon. */
function shareOf({ lines, commission }: { lines: LineJson[]; commission: number | null }) {
  const discount = lines.reduce((sum, { kind, amount }) => sum + (kind === 'discount' ? -amount : 0), 0)
  return { commission: money(commission === null ? 0 : commission + discount), couponPaid: money(discount) }
}

/** Parts that aren't finished. Literals, so that Postgres can use the partial index. */
const isToDo = sql<boolean>`s.status in ('placed', 'packed', 'shipped', 'not_arrived', 'return_asked', 'return_approved',
  'return_sent', 'return_missing')`

/** Literals, so that Postgres can use the partial index. */
const isToPack = sql<boolean>`s.status in ('placed', 'packed')`

type Sold = {
  userId: string
  show: SoldView
  order?: string | undefined
  cursor?: string | undefined
}

/** Lists the parts the caller sold, or those of one order, latest change first; those with something to do, oldest first. */
export async function listSold(
  { db, now, linkTo }: { db: Db; now: Date; linkTo: LinkTo },
  { userId, show, order, cursor }: Sold,
) {
  const after = readCursor(cursor, ['date', 'uuid'])
  const isQueue = show !== 'all' && !order
  let query = selectParts(db)
    .innerJoin('orders as o', 'o.id', 's.order_id')
    .leftJoin('payment_parts as p', 'p.id', 's.id')
    .select([
      'o.number',
      'o.pays',
      'o.name',
      'o.phone',
      'o.line',
      'o.city',
      'o.state',
      'o.pin',
      'o.gstin',
      'p.commission',
      needsBatches.as('needs_batches'),
      taxOf(sql`t.id = s.id`).as('tax'),
      isClosedTo(sql`s.seller_user_id`, sql`o.user_id`).as('is_blocked'),
    ])
    .where('s.seller_user_id', '=', userId)
    .where(wasPlaced)
    .orderBy(isQueue ? 's.placed_at' : 's.status_since', isQueue ? 'asc' : 'desc')
    .orderBy('s.id', isQueue ? 'asc' : 'desc')
    .limit(pageSize + 1)
  if (order) query = query.where('s.order_id', '=', order)
  else if (show !== 'all') query = query.where(show === 'pack' ? isToPack : isToDo)
  if (after)
    query = query.where(
      isQueue
        ? sql<boolean>`(s.placed_at, s.id) > (${after[0]}::timestamptz, ${after[1]}::uuid)`
        : sql<boolean>`(s.status_since, s.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`,
    )
  const page = toPage(await query.execute(), {
    keyOf: (row) => [(isQueue ? row.placed_at! : row.status_since).toISOString(), row.id],
    show: (row): SoldPart => ({
      ...showPart(row, now),
      orderId: row.order_id as never,
      number: orderName(row.number),
      placedAt: row.ordered_at,
      pays: row.pays,
      address: addressOf(row),
      gstin: row.gstin,
      needsBatches: row.needs_batches,
      returnPhotos: showReturnPhotos(row, linkTo),
      ...shareOf(row),
      tax: showTax(row.tax),
      hasReceipt: hasReceipt(row),
      since: row.status_since,
      isBlocked: row.is_blocked,
    }),
  })
  return { ...page, ...(!cursor && { toPack: await countToPack(db, userId) }) }
}

async function countToPack(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from order_parts s where s.seller_user_id = ${userId} and s.status = 'placed' limit ${sql.lit(mostSlips + 1)}) t
  `.execute(db)
  return rows[0]!.count
}
