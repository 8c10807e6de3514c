/** Booked by time: an owner takes a slot or a session on the provider's calendar. */
export const slotTrades = ['veterinary', 'training', 'styling'] as const

/** All trades that take appointments. Sitters are asked first, and take several pets at a time. */
export const trades = [...slotTrades, 'sitting'] as const

export type SlotTrade = (typeof slotTrades)[number]
export type Trade = (typeof trades)[number]

export const recordOfTrade = {
  veterinary: 'veterinary_doctor',
  training: 'pet_trainer',
  styling: 'pet_stylist',
  sitting: 'pet_sitter',
} as const satisfies Record<Trade, string>

/** In these trades owners choose start and end; in the others they choose a slot. */
const tradesBySession: readonly Trade[] = ['training']

export const isBySession = (trade: Trade): boolean => tradesBySession.includes(trade)

export const isBySlot = (trade: Trade): trade is SlotTrade => (slotTrades as readonly Trade[]).includes(trade)

/** In these trades a day's hours have slots of one length. */
export const hasSlotLength = (trade: Trade): boolean => isBySlot(trade) && !isBySession(trade)

/**
 * In these trades a booking may be a request that the provider answers; in the others it is confirmed at once or by its
 * payment.
 */
const tradesByRequest: readonly Trade[] = ['veterinary', 'sitting']

export const takesRequests = (trade: Trade): boolean => tradesByRequest.includes(trade)

export const anyProvider = `record:${Object.values(recordOfTrade).join('/')}` as const

type Records = Readonly<Record<string, string>>

/** Returns the trades in which a person may act now. */
export function tradesOf(records: Records): Trade[] {
  return trades.filter((trade) => records[recordOfTrade[trade]])
}

/** Returns the provider ids with which a person may act now. */
export function providerIdsOf(records: Records): string[] {
  return tradesOf(records).map((trade) => records[recordOfTrade[trade]]!)
}
