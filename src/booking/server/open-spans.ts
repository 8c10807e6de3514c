import { isOpenOn } from '#/booking/slots.ts'
import type { SlotTrade } from '#/booking/trades.ts'
import type { Db } from '#/kernel/server/db.ts'
import { addDays, dayOf, daysApart, daysFrom } from '#/kernel/time.ts'
import { readCalendars } from './queries.ts'

/** Begins when somebody can start booking, and ends before `to`. */
export type Span = { providerId: string; from: Date; to: Date }

/** Returns for each span whether the provider has an open day in it, full or not, in one statement. */
export async function areOpenIn(
  db: Db,
  { trade, spans, now }: { trade: SlotTrade; spans: readonly Span[]; now: Date },
): Promise<boolean[]> {
  if (spans.length === 0) return []
  const providerIds = [...new Set(spans.map(({ providerId }) => providerId))]
  const times = (end: 'from' | 'to') => spans.map((span) => span[end].getTime())
  // For some providers it is already tomorrow, or still yesterday.
  const first = addDays(dayOf(new Date(Math.min(...times('from'))), 'UTC'), -1)
  const last = addDays(dayOf(new Date(Math.max(...times('to'))), 'UTC'), 1)
  const calendars = await readCalendars(db, { trade, providerIds }, first, last, now, {})
  return spans.map(({ providerId, from, to }) => {
    const calendar = calendars.get(providerId)
    if (!calendar || to <= from) return false
    const start = dayOf(from, calendar.timeZone)
    const end = dayOf(new Date(to.getTime() - 1), calendar.timeZone)
    return isOpenOn(calendar, daysFrom(start, daysApart(start, end) + 1), from)
  })
}
