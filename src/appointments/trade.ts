import type { Trade as TradeName } from '#/booking/trades.ts'

/** A line on the card of an appointment that only its trade knows. */
export type Fact = { icon: 'phone' | 'mail' | 'note' | 'paw'; text: string }

export type TradeFacts<Detail> = { isOnline: boolean; detail: Detail }

/**
 * What a trade says about itself. `app/trades.ts` lists all of them and hands them to the domain.
 * `detail` is the trade's part of the view `appointment_details`.
 */
export type Trade<Detail = unknown> = {
  name: TradeName
  /** 'vet', in the middle of a sentence. */
  provider: string
  /** 'Teleconsultation', on a card. */
  title(appointment: TradeFacts<Detail>): string
  /** 'teleconsultation', in the middle of a sentence. */
  noun(appointment: TradeFacts<Detail>): string
  facts(appointment: TradeFacts<Detail>, side: 'owner' | 'provider'): Fact[]
  /** The page on which a provider can be booked, on a day if one is given. */
  bookingPath(providerId: string, day?: string): string
}

export type Trades = readonly Trade[]

export function tradeOf(trades: Trades, name: TradeName): Trade {
  const found = trades.find((trade) => trade.name === name)
  if (!found) throw new Error(`The trade ${name} is not listed in app/trades.ts`)
  return found
}

/** Makes a trade that reads its own details one among others, whose details differ. */
export function asTrade<Detail>(trade: Trade<Detail>): Trade {
  return trade as Trade
}
