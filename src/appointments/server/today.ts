import { sql } from 'kysely'
import type { AppointmentStatus } from '#/appointments/rules.ts'
import type { Trades } from '#/appointments/trade.ts'
import { providerIdsOf } from '#/booking/trades.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Actor } from '#/kernel/server/work.ts'
import { dayBounds, dayOf } from '#/kernel/time.ts'
import { flagFacts, flagsOf } from './flags.ts'
import { selectVisits } from './lists.ts'
import { showVisit } from './show.ts'

const agreed: AppointmentStatus[] = ['confirmed', 'completed', 'no_show']

/** More than fit into a day with slots of ten minutes. */
const most = 200

/** Returns the time zone of a provider's calendar, or of their first trade if they have several. */
export async function findProviderZone(db: Db, { records }: Actor): Promise<string> {
  const [first] = providerIdsOf(records)
  const { time_zone } = await db
    .selectFrom('providers')
    .select('time_zone')
    .where('id', '=', first!)
    .executeTakeFirstOrThrow()
  return time_zone
}

/** Lists the appointments of the provider's own day, in order. */
export async function listToday({ db, now, trades }: { db: Db; now: Date; trades: Trades }, actor: Actor) {
  const timeZone = await findProviderZone(db, actor)
  const date = dayOf(now, timeZone)
  const { startsAt, endsAt } = dayBounds(date, timeZone)
  const rows = await selectVisits(db, actor)
    .select(flagFacts(now))
    .where('a.starts_at', '>=', startsAt)
    .where('a.starts_at', '<', endsAt)
    .where(
      'a.status',
      'in',
      agreed.map((status) => sql.lit(status)),
    )
    .orderBy('a.starts_at')
    .orderBy('a.id')
    .limit(most)
    .execute()
  return {
    date,
    timeZone,
    rows: rows.map((row) => showVisit({ trades, now }, row, flagsOf(row, row.flag_facts))),
  }
}
