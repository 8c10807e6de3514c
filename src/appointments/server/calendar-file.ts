import type { Trades } from '#/appointments/trade.ts'
import { recordOfTrade } from '#/booking/trades.ts'
import { calendarFileOf, type Publisher } from '#/kernel/server/calendar-event.ts'
import { type DownloadParts, downloadListener } from '#/kernel/server/download.ts'
import { uuidPattern } from '#/kernel/uuid.ts'
import { calendarEventOf, selectForCalendars } from './calendar-event.ts'
import { named } from './kind.ts'
import { clockTimesOf } from './show.ts'

type Options = DownloadParts & Publisher & { trades: Trades }

/**
 * Serves `GET /calendar/{appointment}.ics` to either side. The id never changes and the sequence grows with
 * each change, so a calendar that loads the file again updates the event, or removes it once it is cancelled.
 */
export function calendarFileListener({ site, product, from, trades, ...parts }: Options) {
  const { db } = parts
  return downloadListener({
    ...parts,
    path: new RegExp(`^/calendar/(${uuidPattern})\\.ics$`),
    limit: { name: 'calendar-file', max: 120, windowSeconds: 3600 },
    async make(id, { userId, records }) {
      const row = await selectForCalendars(db)
        .where('a.id', '=', id)
        .where((eb) => eb.or([eb('owner.user_id', '=', userId), eb('provider.user_id', '=', userId)]))
        .executeTakeFirst()
      if (!row) return null
      const isOwner = row.owner_user_id === userId
      // Refused for a suspended or rejected record.
      if (!isOwner && records[recordOfTrade[row.trade]] !== row.provider_id) return null
      const event = calendarEventOf(named(trades, row), isOwner ? 'owner' : 'provider')
      return {
        type: 'text/calendar; charset=utf-8',
        name: `appointment-${clockTimesOf(row).date}.ics`,
        body: (await calendarFileOf(event, { site, product, from })).file,
      }
    },
  })
}
