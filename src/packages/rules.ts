import { DAY } from '#/kernel/duration.ts'
import { priceFor } from '#/kernel/money.ts'
import { addDays, addMonths, dayBounds, dayOf } from '#/kernel/time.ts'
import { extraDays, returnDays } from './limits.ts'

export const packageBounds = {
  title: 80,
  sessions: { min: 2, max: 50 },
  days: { min: 1, max: 730 },
  months: { min: 1, max: 24 },
} as const

/** A trainer may have this many packages on sale. */
export const offersLimit = 10
/** An owner may have this many unpaid purchases, and begin this many in an hour. */
export const unpaidLimit = 3
export const purchasesAnHour = { max: 10, windowSeconds: 3600, slides: true } as const
export const validUnits = ['days', 'months'] as const
export type ValidUnit = (typeof validUnits)[number]
export type Validity = { validFor: number; validUnit: ValidUnit }

/** `lapsed`: not paid in time; `ended`: by Support, or because the trainer left. */
export const packageStatuses = ['unpaid', 'lapsed', 'active', 'expired', 'returned', 'ended'] as const
export type PackageStatus = (typeof packageStatuses)[number]

/** `back`: the session can be booked again. */
export const useStates = ['booked', 'used', 'back'] as const
export type UseState = (typeof useStates)[number]

/** Returns the price of one of `sessions` within the package; the last one takes the remainder. */
export const sessionShare = (price: number, sessions: number): number => Math.floor(price / sessions)

/** Returns what the package saves against booking its sessions one by one; never negative. */
export const savingOf = (price: number, sessions: number, singlePrice: number): number =>
  Math.max(0, singlePrice * sessions - price)

/** Returns the price of one session without the package; never less than its share, also after the rate was lowered. */
export const singlePriceOf = (
  { price, sessions, minutes }: { price: number; sessions: number; minutes: number },
  hourlyRate: number | null,
): number => Math.max(priceFor(hourlyRate ?? 0, minutes), sessionShare(price, sessions))

/** Returns the end of the last day on which a package paid at `paidAt` is valid, on the trainer's calendar. */
export function expiryOf(paidAt: Date, { validFor, validUnit }: Validity, timeZone: string): Date {
  const today = dayOf(paidAt, timeZone)
  const last = validUnit === 'days' ? addDays(today, validFor) : addMonths(today, validFor)
  return dayBounds(last, timeZone).endsAt
}

/** Returns the later of the expiry and `extraDays` from now. */
export const extendedExpiry = (expiresAt: Date, now: Date): Date =>
  new Date(Math.max(expiresAt.getTime(), now.getTime() + extraDays * DAY))

export const usualReturnUntil = (paidAt: Date): Date => new Date(paidAt.getTime() + returnDays * DAY)

/** Returns the end of the right to return: the expiry, if no day of the usual time could be booked. */
export const returnableUntil = (paidAt: Date, expiresAt: Date, couldBook: boolean): Date =>
  couldBook ? usualReturnUntil(paidAt) : expiresAt

type Returnable = {
  status: PackageStatus
  price: number
  sessions: number
  /** The price of one session without the package. */
  singlePrice: number
  /** Booked, held, or missed too late to come back. */
  used: number
  /** Expired or refunded before another session came back. */
  gone: number
  balance: number
  paidAt: Date | null
  expiresAt: Date | null
  /** The trainer can't be booked any more. */
  isTrainerAway: boolean
  /** The trainer was open on some day of the usual time for a return. */
  couldBook: boolean
}

/** `refund` is in minor units. `refundUnit`: what each used session takes off it; without it, unused ones are forfeited. */
export type ReturnTerms = { refund: number; refundUnit?: number }

/**
 * Returns the refund for a package returned now; null if it can't be returned. Used sessions count at the price they
 * would have had alone, or at their share of the package if the trainer can't be booked any more. Sessions that expired are the
 * trainer's, so once some have, only those that are left go back.
 */
export function returnTerms(bought: Returnable, now: Date): ReturnTerms | null {
  const {
    status,
    price,
    sessions,
    singlePrice,
    used,
    gone,
    balance,
    paidAt,
    expiresAt,
    isTrainerAway,
    couldBook,
  } = bought
  if (status !== 'active' || !paidAt || !expiresAt) return null
  if (!isTrainerAway && (now > returnableUntil(paidAt, expiresAt, couldBook) || now >= expiresAt)) return null
  const share = sessionShare(price, sessions)
  if (gone > 0) return balance > 0 ? { refund: balance * share, refundUnit: share } : null
  const refundUnit = isTrainerAway ? share : Math.max(singlePrice, share)
  const refund = used === sessions ? 0 : Math.max(0, price - used * refundUnit)
  return refund > 0 ? { refund, refundUnit } : null
}
