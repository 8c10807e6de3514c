import { sql } from 'kysely'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { ActorWork, Work } from '#/kernel/server/work.ts'
import { noteArrival } from '#/payments/server/index.ts'
import { refuse } from '#/shop/errors.ts'
import type { PartMoved } from '#/shop/events.ts'
import {
  deliveredBy,
  hasArrived,
  hasOpenReturn,
  mayMove,
  type PartStatus,
  type Side,
} from '#/shop/order-states.ts'
import type { ReturnOutcome } from '#/shop/returns.ts'
import { nextReturn, reopen, setAside } from './set-aside.ts'

/** Locks an order with its parts until the transaction ends. Lock order: the order, then stock, then its payment. */
export async function lockOrder(db: Db, orderId: string) {
  const order = await db
    .selectFrom('orders')
    .select(['id', 'user_id', 'number', 'pays'])
    .where('id', '=', orderId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!order) return undefined
  const parts = await db
    .selectFrom('order_parts as s')
    .leftJoin('payment_parts as p', 'p.id', 's.id')
    .selectAll('s')
    .select(['p.payment_id', 'p.commission'])
    .where('s.order_id', '=', orderId)
    .orderBy('s.position')
    .execute()
  return { ...order, parts }
}
export type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockOrder>>>
export type LockedPart = LockedOrder['parts'][number]

/** Locks a part's order, regardless of its buyer and seller. */
export async function lockPart({ db }: Pick<Work, 'db'>, partId: string) {
  const found = await db
    .selectFrom('order_parts')
    .select('order_id')
    .where('id', '=', partId)
    .executeTakeFirst()
  const order = found && (await lockOrder(db, found.order_id))
  const part = order?.parts.find(({ id }) => id === partId)
  return order && part ? { order, part } : refuseRequest('request.not_found')
}

/** Locks the caller's own order, with one of its parts. */
export async function lockBought({ db, actor }: ActorWork, { id, partId }: { id: string; partId: string }) {
  const order = await lockOrder(db, id)
  const part = order?.parts.find((one) => one.id === partId)
  return order?.user_id === actor.userId && part ? part : refuseRequest('request.not_found')
}

/** Returns who last said that a part was delivered. */
export async function deliveredByOf(db: Db, partId: string): Promise<Side | null> {
  const steps = await db
    .selectFrom('order_part_changes')
    .select(['to_status as status', 'made_by as by'])
    .where('part_id', '=', partId)
    .orderBy('sequence')
    .execute()
  return deliveredBy(steps)
}

type Step = {
  partId: string
  from: PartStatus | null
  to: PartStatus
  by: Side
  note?: string | null | undefined
  returnId?: string | null | undefined
}

/** Adds a step to a part's history, and announces it unless the part was just placed and awaits payment. */
export async function noteStep(
  { db, now, announce }: Work,
  { partId, from, to, by, note = null, returnId = null }: Step,
): Promise<void> {
  const { rows } = await sql<{ sequence: number }>`
    insert into order_part_changes (part_id, sequence, from_status, to_status, made_by, note, created_at)
    select ${partId}::uuid, coalesce(max(sequence), 0) + 1, ${from}::text, ${to}::text, ${by}::text, ${note}::text, ${now}::timestamptz
      from order_part_changes where part_id = ${partId}
    returning sequence
  `.execute(db)
  if (from !== null || to !== 'awaiting_payment')
    await announce<PartMoved>('shop.part_moved', { partId, sequence: rows[0]!.sequence, returnId })
}

type Move = {
  to: PartStatus
  by: Side
  note?: string | null
  carrier?: string
  tracking?: string
  cameBack?: boolean
  refused?: boolean
  /** The end of the part's open return. */
  outcome?: ReturnOutcome
}

/**
 * Moves a part of a locked order. Once a return is over, an earlier one that was set aside goes on. Returns the status that the move
 * led to: `delivered` instead of `completed` then.
 * @throws shop.order_moved
 */
export async function movePart(
  work: Work,
  part: Pick<LockedPart, 'id' | 'status' | 'delivered_at'>,
  { to: wanted, by, note = null, carrier, tracking, cameBack, refused, outcome }: Move,
): Promise<PartStatus> {
  const { db, now } = work
  const mayGoOn = wanted === 'return_refused' || (outcome !== undefined && wanted !== 'returned')
  const next = mayGoOn ? await nextReturn(work, part.id) : undefined
  const to = next && wanted === 'completed' ? 'delivered' : wanted
  if (!mayMove(part.status, to, by)) refuse('shop.order_moved')
  // Goods that stay with their buyer are completed when they would have been without a return.
  const isAgain = to === 'delivered' && hasOpenReturn(part.status)
  await db
    .updateTable('order_parts')
    .set({
      status: to,
      status_since: isAgain ? part.delivered_at! : now,
      ...(carrier && { carrier }),
      ...(tracking && { tracking }),
      ...(cameBack && { came_back: true, refused: refused === true }),
      ...(to === 'delivered' && !isAgain && { delivered_at: now }),
    })
    .where('id', '=', part.id)
    .execute()
  const returnId = hasOpenReturn(to) || hasOpenReturn(part.status) ? await openReturnId(db, part.id) : null
  if (returnId && (outcome || to === 'return_refused'))
    await db
      .updateTable('order_returns')
      .set(outcome ? { outcome, ended_at: now } : { refused_at: now })
      .where('id', '=', returnId)
      .execute()
  await noteArrival(work, part.id, hasArrived(to))
  await noteStep(work, { partId: part.id, from: part.status, to, by, note, returnId })
  if (next && (outcome || next.isOverruled)) await goOn(work, { ...part, status: to }, next)
  return to
}

async function openReturnId(db: Db, partId: string): Promise<string | null> {
  const found = await db
    .selectFrom('order_returns')
    .select('id')
    .where('part_id', '=', partId)
    .where('outcome', 'is', null)
    .executeTakeFirst()
  return found?.id ?? null
}

type Next = NonNullable<Awaited<ReturnType<typeof nextReturn>>>

/** Lets a return go on that was set aside: approved if an administrator has overruled its refusal, otherwise still refused. */
async function goOn(work: Work, part: Pick<LockedPart, 'id' | 'status'>, next: Next): Promise<void> {
  const to = next.isOverruled ? 'return_approved' : 'return_refused'
  await setAside(work, part.id)
  await reopen(work.db, next.id)
  await work.db
    .updateTable('order_parts')
    .set({ status: to, status_since: next.isOverruled ? work.now : next.refusedAt })
    .where('id', '=', part.id)
    .execute()
  await noteStep(work, { partId: part.id, from: part.status, to, by: 'system', returnId: next.id })
}
