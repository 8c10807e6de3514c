import type { Trades } from '#/appointments/trade.ts'
import { uuidPattern } from '#/kernel/ids.ts'
import { calendarFileOf, type Publisher } from '#/kernel/server/calendar-event.ts'
import { type DownloadParts, downloadListener } from '#/kernel/server/download.ts'
import { calendarEventOf, selectForCalendars } from './calendar-event.ts'
import { named } from './kind.ts'
import { clockTimesOf } from './show.ts'

type Options = DownloadParts & Publisher & { trades: Trades }

/**
 * `GET /calendar/{appointment}.ics`: an appointment for the calendar of either side. Its name never changes and its number
 * grows with each change, so that loaded again it replaces what was there; cancelled, it takes it away.
 */
export function calendarFileListener({ site, product, from, trades, ...parts }: Options) {
  const { db } = parts
  return downloadListener({
    ...parts,
    path: new RegExp(`^/calendar/(${uuidPattern})\\.ics$`),
    limit: { name: 'calendar-file', max: 120, windowSeconds: 3600 },
    async make(id, { userId }) {
      const row = await selectForCalendars(db)
        .where('a.id', '=', id)
        .where((eb) => eb.or([eb('owner.user_id', '=', userId), eb('provider.user_id', '=', userId)]))
        .executeTakeFirst()
      if (!row) return null
      const event = calendarEventOf(named(trades, row), row.owner_user_id === userId ? 'owner' : 'provider')
      return {
        type: 'text/calendar; charset=utf-8',
        name: `appointment-${clockTimesOf(row).date}.ics`,
        body: (await calendarFileOf(event, { site, product, from })).file,
      }
    },
  })
}
