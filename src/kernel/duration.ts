/** Milliseconds, as between two instants. A calendar's day can be an hour shorter or longer (`kernel/time.ts`). */
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR
