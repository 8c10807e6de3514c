import { isFreeOn, WINDOW_DAYS } from '#/booking/slots.ts'
import type { SlotTrade } from '#/booking/trades.ts'
import type { Db } from '#/kernel/server/db.ts'
import { addDays, type Day, dayOf, daysFrom } from '#/kernel/time.ts'
import { readCalendars } from './queries.ts'

/** `within`: this many days, starting today. Both are days on the provider's calendar. */
export type WantedDays = { within?: number | undefined; on?: readonly Day[] | undefined }

type Asked = {
  trade: SlotTrade
  providerIds: readonly string[]
  viewerId: string
  days: WantedDays
  now: Date
}

/** Returns which of the providers have a slot that the viewer could book on the wanted days, in one statement. */
export async function findFree(
  db: Db,
  { trade, providerIds, viewerId, days: { within, on }, now }: Asked,
): Promise<Set<string>> {
  const today = dayOf(now, 'UTC')
  const isNear = (day: Day) => addDays(today, -1) <= day && day <= addDays(today, WINDOW_DAYS)
  const chosen = on?.filter(isNear).toSorted() ?? []
  // For some providers it is already tomorrow, or still yesterday.
  const first = within ? addDays(today, -1) : chosen[0]
  const last = within ? addDays(today, within) : chosen.at(-1)
  if (!first || !last) return new Set()
  const calendars = await readCalendars(db, { trade, providerIds }, first, last, now, { viewerId })
  return new Set(
    providerIds.filter((id) => {
      const calendar = calendars.get(id)
      if (!calendar?.listed) return false
      const soon = within ? daysFrom(dayOf(now, calendar.timeZone), within) : []
      const days = within && on ? soon.filter((day) => on.includes(day)) : within ? soon : chosen
      return isFreeOn(calendar, days, now)
    }),
  )
}
