import { DAY, HOUR } from '#/kernel/duration.ts'

/** The machine of a seller's part of an order. The database has the same moves (`guard_order_part`). */
export const partStatuses = [
  'awaiting_prescription',
  'awaiting_payment',
  'placed',
  'packed',
  'shipped',
  'not_arrived',
  'delivered',
  'completed',
  'cancelled',
  'return_asked',
  'return_approved',
  'return_refused',
  'return_sent',
  'return_missing',
  'returned',
] as const
export type PartStatus = (typeof partStatuses)[number]

/** A buyer waits for something: a decision, their own payment, the parcel, or money of a return. */
export const inProgress = [
  'awaiting_prescription',
  'awaiting_payment',
  'placed',
  'packed',
  'shipped',
  'not_arrived',
  'return_asked',
  'return_approved',
  'return_sent',
  'return_missing',
] as const satisfies readonly PartStatus[]
export const isInProgress = (status: PartStatus): boolean =>
  (inProgress as readonly PartStatus[]).includes(status)

export const sides = ['owner', 'seller', 'admin', 'system'] as const
export type Side = (typeof sides)[number]

type Moves = Partial<Record<PartStatus, readonly Side[]>>

/** The only legal moves, and who may make them. */
export const moves: Readonly<Record<PartStatus, Moves>> = {
  // Only medicines that need a prescription begin here; a pharmacist decides about them.
  awaiting_prescription: {
    awaiting_payment: ['seller'],
    placed: ['seller'],
    cancelled: ['owner', 'seller', 'system'],
  },
  // Sellers see an unpaid order only if a pharmacist has approved it.
  awaiting_payment: { placed: ['system'], cancelled: ['owner', 'seller', 'system'] },
  placed: { packed: ['seller'], cancelled: ['owner', 'seller', 'admin', 'system'] },
  // Buyers only if it's still there after days: see `mayCancel`.
  packed: { shipped: ['seller'], cancelled: ['owner', 'seller', 'admin', 'system'] },
  // A parcel may be lost.
  shipped: {
    delivered: ['owner', 'seller', 'system'],
    not_arrived: ['owner'],
    cancelled: ['seller', 'admin'],
  },
  // Pays nothing out, and has no timer: an administrator decides.
  not_arrived: { delivered: ['owner'], cancelled: ['seller', 'admin'], completed: ['admin'] },
  // Sellers only if the buyer hasn’t said that it arrived: see `mayCancelSold`.
  delivered: {
    completed: ['system'],
    not_arrived: ['owner'],
    return_asked: ['owner'],
    cancelled: ['seller'],
    // An earlier return goes on that was refused, and set aside while its buyer returned other goods.
    return_approved: ['system'],
    return_refused: ['system'],
  },
  // Back to delivered: its buyer takes the request back, or its seller refunds it without wanting the goods.
  return_asked: {
    return_approved: ['seller', 'admin', 'system'],
    return_refused: ['seller', 'admin'],
    delivered: ['owner', 'seller'],
  },
  // Returned once all goods are back; a return of some leaves the others delivered.
  return_approved: {
    returned: ['seller'],
    delivered: ['owner', 'seller', 'system'],
    return_sent: ['owner'],
    completed: ['system'],
  },
  // Administrators can overrule a refusal until the seller is paid.
  return_refused: { return_approved: ['admin', 'system'], return_asked: ['owner'], completed: ['system'] },
  // Sellers who keep silent don’t keep the money.
  return_sent: {
    returned: ['seller', 'system'],
    delivered: ['seller', 'system'],
    return_missing: ['seller'],
  },
  // Like what never arrived: an administrator decides.
  return_missing: { returned: ['seller', 'admin'], delivered: ['seller', 'admin'], completed: ['admin'] },
  completed: {},
  cancelled: {},
  returned: {},
}

export const mayMove = (from: PartStatus, to: PartStatus, by: Side): boolean =>
  moves[from][to]?.includes(by) ?? false

/** Automatic moves of parts that have been in a state for this many days. */
export const timers: Partial<Record<PartStatus, { days: number; to: PartStatus; note: string | null }>> = {
  placed: { days: 14, to: 'cancelled', note: 'The seller didn’t send it within 14 days' },
  packed: { days: 14, to: 'cancelled', note: 'The seller didn’t send it within 14 days' },
  shipped: { days: 14, to: 'delivered', note: null },
  delivered: { days: 7, to: 'completed', note: null },
  return_asked: { days: 7, to: 'return_approved', note: null },
  return_approved: { days: 30, to: 'completed', note: 'Nothing was sent back within 30 days' },
  return_refused: { days: 7, to: 'completed', note: null },
  return_sent: { days: 14, to: 'returned', note: 'The seller didn’t answer within 14 days' },
}

const daysAfter = (since: Date, days: number) => new Date(since.getTime() + days * DAY)

/** Returns when the timer of a part's status makes its move; null without one. `since`: the part has had the status. */
export function endsAt(status: PartStatus, since: Date): Date | null {
  const timer = timers[status]
  return timer ? daysAfter(since, timer.days) : null
}

/** Days after packing from which a buyer can cancel what still hasn't been sent. */
export const daysToSend = 3
export const cancellableFrom = (packedAt: Date): Date => daysAfter(packedAt, daysToSend)

/** Tells whether the buyer can cancel a part that has been in its state since then. */
export function mayCancel({ status, since }: { status: PartStatus; since: Date }, now: Date): boolean {
  if (status === 'packed' && now < cancellableFrom(since)) return false
  return mayMove(status, 'cancelled', 'owner')
}

/** Returns who last said that a part was delivered. A buyer who asks for a return has it. */
export function deliveredBy(steps: readonly { status: PartStatus; by: Side }[]): Side | null {
  if (steps.some(({ status }) => status === 'return_asked')) return 'owner'
  return steps.findLast(({ status }) => status === 'delivered')?.by ?? null
}

/** Tells whether the seller can say that a part has arrived: one being returned counts as delivered again for other reasons. */
export const mayDeliver = (status: PartStatus): boolean => status === 'shipped'

/** A part has a return that isn't over, or was refused and may be overruled. One that was refused may be set aside meanwhile. */
export const returning = [
  'return_asked',
  'return_approved',
  'return_refused',
  'return_sent',
  'return_missing',
] as const satisfies readonly PartStatus[]
export const hasOpenReturn = (status: PartStatus): boolean =>
  (returning as readonly PartStatus[]).includes(status)

/** Returns since when a part has had its status. Notes about a status repeat it. */
export const sinceOf = <Step extends { status: PartStatus }>(steps: readonly Step[]): Step | undefined =>
  steps[steps.findLastIndex(({ status }) => status !== steps.at(-1)?.status) + 1]

/** Tells whether the buyer can take a request back: until the goods are on their way, or it was refused. */
export const mayWithdraw = (status: PartStatus): boolean =>
  status === 'return_asked' || status === 'return_approved'

/**
 * Tells whether the seller can cancel a part. A parcel counts as delivered after days without news, so one that comes back later
 * can still be cancelled, unless its buyer has said that it arrived.
 */
export function mayCancelSold(status: PartStatus, by: Side | null): boolean {
  if (status === 'delivered' && by === 'owner') return false
  return mayMove(status, 'cancelled', 'seller')
}

export const arrived: readonly PartStatus[] = [
  'delivered',
  'completed',
  'return_asked',
  'return_approved',
  'return_refused',
  'returned',
  'return_sent',
  'return_missing',
]

/** Ordered, and neither arrived nor cancelled yet. */
export const onTheWay: readonly PartStatus[] = [
  'awaiting_prescription',
  'awaiting_payment',
  'placed',
  'packed',
  'shipped',
  'not_arrived',
]

/** Tells whether a part has arrived, even if it was sent back since. */
export const hasArrived = (status: PartStatus): boolean => arrived.includes(status)

/** Tells whether a return is approved and hasn't ended: its buyer may see where it goes. */
export const isReturning = (status: PartStatus): boolean =>
  status === 'return_approved' || status === 'return_sent' || status === 'return_missing'

/** Tells whether a placed part has a receipt. Cash is paid on delivery, so there is none before the part arrives. */
export const hasReceipt = ({ pays, status }: { pays: 'online' | 'cash'; status: PartStatus }): boolean =>
  pays === 'online' || arrived.includes(status)

/** In hours after the delivery: as long as an unopened return, because then the seller is paid. */
const hoursToReport = 7 * 24

type Arrived = { status: PartStatus; deliveredAt: Date | null; deliveredBy: Side | null }

/**
 * Tells whether the buyer can report that a part never arrived: after it was shipped, and after somebody else counted it as
 * delivered.
 */
export function mayReportMissing({ status, deliveredAt, deliveredBy }: Arrived, now: Date): boolean {
  if (status === 'shipped') return true
  if (status !== 'delivered' || !deliveredAt || deliveredBy === 'owner') return false
  return now.getTime() < deliveredAt.getTime() + hoursToReport * HOUR
}

/** In hours after the delivery. */
export const hoursToReturn = 7 * 24
export const hoursToReturnMedicine = 72
