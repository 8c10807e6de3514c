import type { ContactMethod } from '#/appointments/contract.ts'
import type { RefundPolicy } from '#/appointments/refunds.ts'
import type { Bookable } from '#/booking/web/index.ts'
import type { Money } from '#/kernel/money.ts'
import { type ClockTime, minutesOf } from '#/kernel/time.ts'
import type { TradeWords } from './trade-words.ts'

/** What can be booked with a provider, as the form of any trade takes it. */
export type Offer = Bookable & {
  words: TradeWords
  /** The provider, with a title where the trade has one. */
  name: string
  phoneNumber: string | null
  timeZone: string
  /** Where they meet in person; null where they don't. */
  place: string | null
  /** By which ways they meet online; none where they don't. */
  ways: readonly ContactMethod[]
  /** Of one appointment, or of an hour; null where the provider names none. */
  price: Money | null
  /** The price is for an hour. */
  isHourly?: boolean
  refundPolicy: RefundPolicy
  /** What an owner agrees to who books it online. */
  terms(startsAt: Date | null, isCharged: boolean, price: Money | null): string[]
}

type Time = { startTime: ClockTime; endTime: ClockTime }

/** What the chosen time costs: until one is chosen, an hour. */
export function priceFor({ price, isHourly }: Offer, time: Time | null): Money | null {
  if (!price || !isHourly || !time) return price
  const minutes = minutesOf(time.endTime) - minutesOf(time.startTime)
  return { ...price, amount: Math.round((price.amount * minutes) / 60) }
}

export const costsSomething = ({ price }: Pick<Offer, 'price'>) => (price?.amount ?? 0) > 0
