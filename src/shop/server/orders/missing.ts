import { sql } from 'kysely'
import { pageSize } from '#/kernel/fields.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { ActorWork, Changed, Work } from '#/kernel/server/work.ts'
import { orderName } from '#/payments/rules.ts'
import type { DeskMissing, MissingDecision, MissingState } from '#/shop/desk.ts'
import { refuse } from '#/shop/errors.ts'
import { hasOpenReturn, mayReportMissing } from '#/shop/order-states.ts'
import { cancelParts } from './cancel.ts'
import { changeOfPart } from './desk-moves.ts'
import { deliveredByOf, lockBought, lockPart, movePart, noteStep } from './move.ts'
import { endReturn, openReturnOf } from './returns.ts'
import { release } from './sell.ts'
import { money } from './show.ts'

type Bought = { id: string; partId: string }

/**
 * Keeps a part's money from its seller until an administrator has decided. A tracking number proves nothing: sellers type it.
 * @throws shop.not_missing
 */
export async function reportMissing(
  work: ActorWork,
  { id, partId, note }: Bought & { note: string },
): Promise<void> {
  const part = await lockBought(work, { id, partId })
  const { status, delivered_at: deliveredAt } = part
  if (!mayReportMissing({ status, deliveredAt, deliveredBy: await deliveredByOf(work.db, partId) }, work.now))
    refuse('shop.not_missing')
  await movePart(work, part, { to: 'not_arrived', by: 'owner', note })
}

/**
 * Marks a part as delivered for its buyer, if it's on its way or reported as missing; or notes that it arrived, if only a timer or its
 * seller has said so.
 * @throws shop.order_moved
 */
export async function confirmArrival(work: ActorWork, bought: Bought): Promise<void> {
  const part = await lockBought(work, bought)
  if (hasOpenReturn(part.status)) refuse('shop.order_moved')
  if (part.status !== 'delivered') {
    await movePart(work, part, { to: 'delivered', by: 'owner' })
    return
  }
  if ((await deliveredByOf(work.db, part.id)) === 'owner') refuse('shop.order_moved')
  await noteStep(work, { partId: part.id, from: 'delivered', to: 'delivered', by: 'owner' })
}

type Decided = { id: string; seen: MissingState; decision: MissingDecision; reason: string }

/**
 * Ends a report that a part, or its return, never arrived: refunds the buyer, or pays the seller. `seen`: which of the two the
 * administrator saw.
 * @throws shop.order_moved
 */
export async function decideMissing(
  work: Work,
  { id, seen, decision, reason: note }: Decided,
): Promise<Changed> {
  const { order, part } = await lockPart(work, id)
  if (part.status !== seen) refuse('shop.order_moved')
  const isReturn = seen === 'return_missing'
  const amount = isReturn ? (await openReturnOf(work.db, part.id)).amount : part.total
  const decided = changeOfPart(part, amount)
  if (decision === 'release') {
    const outcome = isReturn && ({ outcome: 'unsent' } as const)
    const reached = await movePart(work, part, { to: 'completed', by: 'admin', note, ...outcome })
    if (reached === 'completed') await release(work, part)
    return decided
  }
  if (isReturn) {
    await endReturn(work, part, { by: 'admin', note })
    return decided
  }
  await cancelParts(work, order, { parts: [part], by: 'admin', note })
  return decided
}

/** Lists the parts that never arrived, and returns that never came, the longest waiting first. */
export async function listMissing(db: Db, { cursor }: { cursor?: string | undefined }) {
  const after = readCursor(cursor, ['date', 'uuid'])
  let query = db
    .selectFrom('order_parts as s')
    .innerJoin('orders as o', 'o.id', 's.order_id')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .select(['s.id', 's.status_since', 's.seller_name', 's.total', 's.status', 'o.number', 'u.name'])
    // Literals, so that Postgres can use the partial index.
    .where(sql<boolean>`s.status in ('not_arrived', 'return_missing')`)
    .orderBy('s.status_since')
    .orderBy('s.id')
    .limit(pageSize + 1)
  if (after)
    query = query.where(sql<boolean>`(s.status_since, s.id) > (${after[0]}::timestamptz, ${after[1]}::uuid)`)
  return toPage(await query.execute(), {
    keyOf: (row) => [row.status_since.toISOString(), row.id],
    show: (row): DeskMissing => ({
      id: row.id as never,
      number: orderName(row.number),
      since: row.status_since,
      buyer: row.name,
      seller: row.seller_name,
      total: money(row.total),
      isReturn: row.status === 'return_missing',
    }),
  })
}
