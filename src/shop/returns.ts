import { HOUR } from '#/kernel/duration.ts'

/** Rules of returns: the units that a buyer can return, and the amount that comes back. */
import { hasOpenReturn, hoursToReturn, hoursToReturnMedicine, type PartStatus } from './order-states.ts'

export const returnKinds = ['unopened', 'damaged', 'wrong'] as const
export type ReturnKind = (typeof returnKinds)[number]

/** `returned` and `kept` give the money back; with `kept` the buyer keeps the goods. `unsent`: nothing was sent back. */
export const returnOutcomes = ['returned', 'kept', 'refused', 'withdrawn', 'unsent'] as const
export type ReturnOutcome = (typeof returnOutcomes)[number]

export const mostReturnPhotos = 6
/** The most requests for one parcel, so that a seller isn't told of one after another that is taken back. */
export const mostReturns = 10

export type BoughtLine = {
  id: string
  quantity: number
  /** In paise; the coupon's share of it is `discount`. */
  amount: number
  discount: number
  isMedicine: boolean
}
export type Units = { lineId: string; quantity: number }
export type EarlierReturn = {
  kind: ReturnKind
  amount: number
  outcome: ReturnOutcome | null
  lines: readonly Units[]
}

const unitsIn = (returns: readonly EarlierReturn[], lineId: string): number =>
  returns
    .flatMap(({ lines }) => lines)
    .reduce((sum, line) => sum + (line.lineId === lineId ? line.quantity : 0), 0)

/** Counts the units of a line for which nobody has asked yet. Units of a request that was taken back can be asked for again. */
export const leftOf = (
  { id, quantity }: Pick<BoughtLine, 'id' | 'quantity'>,
  returns: readonly EarlierReturn[],
) =>
  quantity -
  unitsIn(
    returns.filter(({ outcome }) => outcome !== 'withdrawn'),
    id,
  )

/** Returns the return of a part that isn't over. */
export const openReturnOf = <One extends { outcome: ReturnOutcome | null }>({
  returns,
}: {
  returns: readonly One[]
}): One => returns.find(({ outcome }) => outcome === null)!

type Refused = { outcome: ReturnOutcome | null; isOverruled: boolean }

/**
 * Tells whether a return was refused, and set aside when its buyer asked for other goods of the same part. An administrator can
 * overrule the refusal until the seller is paid.
 */
export const isSetAside = ({ outcome, isOverruled }: Refused, status: PartStatus): boolean =>
  outcome === 'refused' && !isOverruled && hasOpenReturn(status)

type Delivered = {
  status: PartStatus
  deliveredAt: Date | null
  lines: readonly BoughtLine[]
  returns: readonly EarlierReturn[]
}

/**
 * Returns the lines that can be returned now, how many units of each, and until when; null without one. Medicines can't be
 * resold, so they can only be returned damaged or wrong, with a photo, and for a shorter time.
 */
export function returnOf({ status, deliveredAt, lines, returns }: Delivered, now: Date) {
  if ((status !== 'delivered' && status !== 'return_refused') || !deliveredAt) return null
  if (returns.length >= mostReturns) return null
  const chosen = lines
    .map((line) => ({
      id: line.id,
      left: leftOf(line, returns),
      isMedicine: line.isMedicine,
      until: new Date(
        deliveredAt.getTime() + (line.isMedicine ? hoursToReturnMedicine : hoursToReturn) * HOUR,
      ),
    }))
    .filter(({ left, until }) => left > 0 && now < until)
  return chosen.length > 0 ? { lines: chosen } : null
}

/** Returns the reasons for which these lines can be returned together. */
export const kindsOf = (lines: readonly { isMedicine: boolean }[]): ReturnKind[] =>
  returnKinds.filter((kind) => kind !== 'unopened' || !lines.some(({ isMedicine }) => isMedicine))

/** Returns the price paid for so many of a line's units. All of them sum to the line less its coupon. */
const paidFor = ({ amount, discount, quantity }: BoughtLine, units: number): number =>
  Math.floor(((amount - discount) * units) / quantity)

type Wanted = {
  /** The price of the part, with delivery and the fee for cash. */
  total: number
  lines: readonly BoughtLine[]
  returns: readonly EarlierReturn[]
  kind: ReturnKind
  chosen: readonly Units[]
}

/**
 * Returns the refund of a return, in paise: the price paid for its units. If the whole parcel has then gone back because the
 * seller sent it damaged or wrong, delivery and the fee for cash come back too.
 */
export function refundFor({ total, lines, returns, kind, chosen }: Wanted): number {
  const isBack = ({ outcome }: EarlierReturn) => outcome === 'returned' || outcome === 'kept'
  const paid = returns.filter(isBack)
  const unitsOf = (id: string) => chosen.find(({ lineId }) => lineId === id)?.quantity ?? 0
  const isWhole = lines.every((line) => unitsIn(paid, line.id) + unitsOf(line.id) === line.quantity)
  if (isWhole && [kind, ...paid.map((one) => one.kind)].every((one) => one !== 'unopened'))
    return total - paid.reduce((sum, { amount }) => sum + amount, 0)
  return lines.reduce((sum, line) => {
    const before = line.quantity - leftOf(line, returns)
    return sum + paidFor(line, before + unitsOf(line.id)) - paidFor(line, before)
  }, 0)
}
