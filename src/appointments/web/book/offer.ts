import type { ContactMethod } from '#/appointments/contract.ts'
import type { RefundPolicy } from '#/appointments/refunds.ts'
import type { Bookable } from '#/booking/web/index.ts'
import { type Money, priceFor as priceOfMinutes } from '#/kernel/money.ts'
import { type ClockTime, minutesOf } from '#/kernel/time.ts'
import type { Charging } from '#/payments/rules.ts'
import type { TradeWords } from './trade-words.ts'

/** A provider's offer, as every trade's form takes it. */
export type Offer = Bookable & {
  words: TradeWords
  /** The provider's name, with a title if the trade has one. */
  name: string
  phoneNumber: string | null
  timeZone: string
  /** The place for meeting in person; null if they don't. */
  place: string | null
  /** Appointments in person are at the owner's home. */
  comesToOwner?: boolean
  /** The ways to meet online; none if they don't. */
  ways: readonly ContactMethod[]
  /** Per appointment or per hour; null if the provider names none. */
  price: Money | null
  /** True if the price is for an hour. */
  isHourly?: boolean
  /** True if the provider sets the final price on the spot. */
  priceIsEstimate?: boolean
  refundPolicy: RefundPolicy
  /** Returns the terms for booking online. */
  terms(startsAt: Date | null, charging: Charging | null, price: Money | null): string[]
}

/** Says where an appointment in person is. */
export const whereText = ({ words, place, comesToOwner }: Offer): string =>
  comesToOwner ? `The ${words.short} comes to your home.` : words.meetAt(place ?? '')

type Time = { startTime: ClockTime; endTime: ClockTime }

/** Returns the chosen slot's price; an hour's until one is chosen. */
export function priceFor({ price, isHourly }: Offer, time: Time | null): Money | null {
  if (!price || !isHourly || !time) return price
  const minutes = minutesOf(time.endTime) - minutesOf(time.startTime)
  return { ...price, amount: priceOfMinutes(price.amount, minutes) }
}

export const costsSomething = ({ price }: Pick<Offer, 'price'>) => (price?.amount ?? 0) > 0
