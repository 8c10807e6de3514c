import type { Changed, Work } from '#/kernel/server/work.ts'
import type { DecidableReturn, DeskCancellable, ReturnDecision } from '#/shop/desk.ts'
import { refuse } from '#/shop/errors.ts'
import { currency } from '#/shop/rules.ts'
import { cancelParts } from './cancel.ts'
import { type LockedPart, lockPart, movePart } from './move.ts'
import { openReturnOf } from './returns.ts'

/** Describes a decision about a part, before it moves: the log shows it under its order. */
export const changeOfPart = (part: LockedPart, amount: number): Changed => ({
  subjectId: part.order_id,
  before: { status: part.status },
  after: { seller: part.seller_name, amount, currency },
})

type Cancelled = { id: string; seen: DeskCancellable; reason: string }

/**
 * Cancels a part that hasn't arrived and refunds its buyer, as if its seller had cancelled it. Refuses if the part has left the
 * state that the administrator saw (`seen`).
 * @throws shop.order_moved
 */
export async function cancelByDesk(work: Work, { id, seen, reason: note }: Cancelled): Promise<Changed> {
  const { order, part } = await lockPart(work, id)
  if (part.status !== seen) refuse('shop.order_moved')
  await cancelParts(work, order, { parts: [part], by: 'admin', note })
  return changeOfPart(part, part.total)
}

type Decided = { id: string; seen: DecidableReturn; decision: ReturnDecision; reason: string }

/**
 * Approves a return that its seller hasn't answered or has refused, or refuses one that isn't answered. Refuses if the seller has
 * answered since the administrator saw it (`seen`).
 * @throws shop.order_moved
 */
export async function decideReturn(
  work: Work,
  { id, seen, decision, reason: note }: Decided,
): Promise<Changed> {
  const { part } = await lockPart(work, id)
  if (part.status !== seen) refuse('shop.order_moved')
  await movePart(work, part, {
    to: decision === 'approve' ? 'return_approved' : 'return_refused',
    by: 'admin',
    note,
  })
  const { amount } = await openReturnOf(work.db, id)
  return changeOfPart(part, amount)
}
