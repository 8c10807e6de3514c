import { recordOfTrade, takesRequests, tradesOf } from '#/booking/trades.ts'

type User = { role: string; records: Readonly<Record<string, string>> }

/** Tells whether the user takes appointments in any trade: at all, in the current role, and by requests. */
export function sidesOf(user: User | undefined) {
  const trades = tradesOf(user?.records ?? {})
  return {
    isProvider: trades.length > 0,
    hasRequests: trades.some(takesRequests),
    wearsProvidersHat: trades.some((trade) => recordOfTrade[trade] === user?.role),
  }
}
