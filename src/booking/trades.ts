/** The trades that keep a calendar of hours. */
export const trades = ['veterinary', 'training', 'styling'] as const

export type Trade = (typeof trades)[number]

/** The record with which a provider of a trade acts. */
export const recordOfTrade = {
  veterinary: 'veterinary_doctor',
  training: 'pet_trainer',
  styling: 'pet_stylist',
} as const satisfies Record<Trade, string>

/** The access of endpoints for providers of any trade. */
export const anyProvider = `record:${Object.values(recordOfTrade).join('/')}` as const

type Records = Readonly<Record<string, string>>

/** The trades in which somebody may act now. */
export function tradesOf(records: Records): Trade[] {
  return trades.filter((trade) => records[recordOfTrade[trade]])
}

/** The ids with which somebody may act as a provider now. */
export function providerIdsOf(records: Records): string[] {
  return tradesOf(records).map((trade) => records[recordOfTrade[trade]]!)
}
