import { z } from 'zod'
import type { Trade as TradeName } from '#/booking/trades.ts'
import { daySchema } from '#/kernel/time.ts'

const icons = ['phone', 'mail', 'note', 'paw'] as const
/** A line on an appointment's card; `phone` is shown after the text, to call. */
export const factSchema = z.object({ icon: z.enum(icons), text: z.string(), phone: z.string().optional() })
export type Fact = z.output<typeof factSchema>

/** A pet under the name that the reader knows. */
export type KnownPet = { id: string; name: string }

export type TradeFacts<Detail> = { isOnline: boolean; detail: Detail }

export const gapReasons = ['away', 'closed', 'full', 'soon', 'paused', 'booked'] as const
export type GapReason = (typeof gapReasons)[number]

/** Appointments that were agreed together. */
export const seriesSchema = z.object({
  id: z.uuid(),
  /** 'weekly walks', in the middle of a sentence. */
  name: z.string(),
  /** New ones are made each week; otherwise all days are there. */
  repeats: z.boolean(),
  hasEnded: z.boolean(),
  /** The latest ones that nobody has ended early. */
  pauses: z.array(
    z.object({ id: z.uuid(), startDate: daySchema, endDate: daySchema, by: z.enum(['owner', 'provider']) }),
  ),
  /** The latest days that are left out for another reason, or still after a pause was ended. */
  gaps: z.array(z.object({ day: daySchema, reason: z.enum(gapReasons) })),
})
export type Series = z.output<typeof seriesSchema>

/**
 * Describes a trade to this domain; `app/trades.ts` lists all of them. `detail` is the trade's part of the view
 * `appointment_details`.
 */
export type Trade<Detail = unknown, Name extends TradeName = TradeName> = {
  name: Name
  /** 'vet', in the middle of a sentence. */
  provider: string
  /** 'Veterinary care', on receipts, if the law exempts it from tax. */
  exempt?: string
  /** The price is an estimate; the provider sets the final one on the spot. */
  priceIsEstimate?: true
  /** The card's label for the owner's words, such as 'Special instructions'; 'Reason' by default. */
  reasonLabel?: string
  /** Owners send requests, which the provider must answer by a deadline. */
  isAsked?: true
  /** 'Teleconsultation', on a card. */
  title(appointment: TradeFacts<Detail>): string
  /** 'teleconsultation', in the middle of a sentence. */
  noun(appointment: TradeFacts<Detail>): string
  /** `awaitsPayment`: what identifies the owner's home is for a provider who is paid. */
  facts(
    appointment: TradeFacts<Detail> & { pets: readonly KnownPet[]; awaitsPayment: boolean },
    side: 'owner' | 'provider',
  ): Fact[]
  /** The series of an appointment, once that is agreed; undefined in trades without series. */
  series?(detail: Detail): Series | null
  /** The sentence for a holiday, if the trade has its own. */
  holiday?: string
  /** The provider's booking page, opened on `day` if one is given. */
  bookingPath(providerId: string, day?: string): string
}

export type Trades = readonly Trade[]

export function tradeOf(trades: Trades, name: TradeName): Trade {
  const found = trades.find((trade) => trade.name === name)
  if (!found) throw new Error(`The trade ${name} is not listed in app/trades.ts`)
  return found
}

/** Returns a function that names what a trade sells, if the law exempts it from tax. */
export const exemptionsIn =
  (trades: Trades) =>
  (name: string): string | undefined =>
    trades.find((trade) => trade.name === name)?.exempt

/** Hides the type of a trade's details, so that trades fit into one list. */
export function asTrade<Detail, Name extends TradeName>(trade: Trade<Detail, Name>): Trade {
  return trade as Trade
}
