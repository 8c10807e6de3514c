import type { ContactMethod } from '#/appointments/contract.ts'
import type { RefundPolicy } from '#/appointments/refunds.ts'
import type { Bookable } from '#/booking/web/index.ts'
import type { Money } from '#/kernel/money.ts'
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
  /** Null where the provider names none. */
  price: Money | null
  refundPolicy: RefundPolicy
  /** What an owner agrees to who books it online. */
  terms(startsAt: Date | null, isCharged: boolean): string[]
}

export const costsSomething = ({ price }: Pick<Offer, 'price'>) => (price?.amount ?? 0) > 0
