import type { Changed, Work } from '#/kernel/server/work.ts'
import type { DecidableReturn, DeskCancellable, ReturnDecision } from '#/shop/desk.ts'
import { refuse } from '#/shop/errors.ts'
import { isSetAside } from '#/shop/returns.ts'
import { currency } from '#/shop/rules.ts'
import { cancelParts } from './cancel.ts'
import { type LockedPart, lockPart, movePart, noteStep } from './move.ts'
import { reopen, setAside } from './set-aside.ts'

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

type Decided = {
  id: string
  returnId: string
  seen: DecidableReturn
  decision: ReturnDecision
  reason: string
}

/**
 * Approves a return that its seller hasn't answered or has refused, or refuses one that isn't answered. Refuses if the seller has
 * answered since the administrator saw it (`seen`). A refused one can be approved while another return of the part is open, too.
 * @throws shop.order_moved
 */
export async function decideReturn(
  work: Work,
  { id, returnId, seen, decision, reason: note }: Decided,
): Promise<Changed> {
  const { part } = await lockPart(work, id)
  const asked = await work.db
    .selectFrom('order_returns')
    .select(['id', 'amount', 'outcome', 'overruled_at'])
    .where('id', '=', returnId)
    .where('part_id', '=', id)
    .executeTakeFirst()
  if (!asked) return refuse('shop.order_moved')
  const { outcome, overruled_at } = asked
  const isEarlier = isSetAside({ outcome, isOverruled: overruled_at !== null }, part.status)
  if (isEarlier ? seen !== 'return_refused' || decision !== 'approve' : outcome || part.status !== seen)
    refuse('shop.order_moved')
  if (isEarlier && part.status !== 'return_refused') await overrule(work, part, { returnId, note })
  else {
    if (isEarlier) {
      await setAside(work, id)
      await reopen(work.db, returnId)
    }
    const to = decision === 'approve' ? 'return_approved' : 'return_refused'
    await movePart(work, part, { to, by: 'admin', note })
  }
  return changeOfPart(part, asked.amount)
}

type Overruled = { returnId: string; note: string }

/** Approves a return that goes on once the part's open one is over. */
async function overrule(work: Work, { id, status }: LockedPart, { returnId, note }: Overruled) {
  await work.db
    .updateTable('order_returns')
    .set({ overruled_at: work.now })
    .where('id', '=', returnId)
    .execute()
  await noteStep(work, { partId: id, from: status, to: status, by: 'admin', note, returnId })
}
