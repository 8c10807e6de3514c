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
  placed: { packed: ['seller'], cancelled: ['owner', 'seller', 'system'] },
  // Buyers only if it's still there after days: see `mayCancel`.
  packed: { shipped: ['seller'], cancelled: ['owner', 'seller', 'system'] },
  // A parcel may be lost.
  shipped: { delivered: ['seller', 'system'], not_arrived: ['owner'], cancelled: ['seller'] },
  // Pays nothing out, and has no timer: an administrator decides.
  not_arrived: { delivered: ['owner'], cancelled: ['seller', 'admin'], completed: ['admin'] },
  delivered: { completed: ['system'], not_arrived: ['owner'], return_asked: ['owner'] },
  return_asked: { return_approved: ['seller', 'system'], return_refused: ['seller'] },
  return_approved: { returned: ['seller'], return_sent: ['owner'], completed: ['system'] },
  return_refused: { completed: ['system'] },
  // Sellers who keep silent don’t keep the money.
  return_sent: { returned: ['seller', 'system'], return_missing: ['seller'] },
  // Like what never arrived: an administrator decides.
  return_missing: { returned: ['seller', 'admin'], completed: ['admin'] },
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

/** Days after packing from which a buyer can cancel what still hasn't been sent. */
export const daysToSend = 3

/** Tells whether the buyer can cancel a part that has been in its state since then. */
export function mayCancel({ status, since }: { status: PartStatus; since: Date }, now: Date): boolean {
  if (status === 'packed' && now.getTime() < since.getTime() + daysToSend * 86_400_000) return false
  return mayMove(status, 'cancelled', 'owner')
}

const handedOver: readonly PartStatus[] = [
  ...(['delivered', 'completed', 'return_asked', 'return_approved', 'return_refused', 'returned'] as const),
  ...(['return_sent', 'return_missing'] as const),
]

/** Tells whether a part has arrived. What was sent back since counts too. */
export const hasArrived = (status: PartStatus): boolean => handedOver.includes(status)

/** Tells whether a placed part has a receipt: cash is paid on delivery, so there is none before, nor for what never arrived. */
export const hasReceipt = ({ pays, status }: { pays: 'online' | 'cash'; status: PartStatus }): boolean =>
  pays === 'online' || handedOver.includes(status)

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
  return now.getTime() < deliveredAt.getTime() + hoursToReport * 3_600_000
}

export const returnKinds = ['unopened', 'damaged', 'wrong'] as const
export type ReturnKind = (typeof returnKinds)[number]

/** In hours after the delivery. Medicines can't be resold, so only damaged or wrong ones can be returned. */
const hoursToReturn = 7 * 24
const hoursToReturnMedicine = 72

type Delivered = { status: PartStatus; deliveredAt: Date | null; isPharmacist: boolean }

/** Returns until when and for which reasons a part can be returned; null if it can't. */
export function returnOf({ status, deliveredAt, isPharmacist }: Delivered, now: Date) {
  if (status !== 'delivered' || !deliveredAt) return null
  const until = new Date(
    deliveredAt.getTime() + (isPharmacist ? hoursToReturnMedicine : hoursToReturn) * 3_600_000,
  )
  if (now >= until) return null
  return { until, kinds: returnKinds.filter((kind) => !isPharmacist || kind !== 'unopened') }
}
