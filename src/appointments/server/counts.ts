import { sql } from 'kysely'
import type { Counts } from '#/appointments/contract.ts'
import { trades } from '#/booking/trades.ts'
import { MINUTE } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'

const keptForMs = 5 * MINUTE

type Kept = { at: number; counts: Promise<Counts> }

/** Keyed by database, because a test process has several. */
const kept = new WeakMap<Db, Kept>()

/** Counts at most every five minutes, because anyone may ask. */
export function findCounts(db: Db, now: Date): Promise<Counts> {
  const last = kept.get(db)
  const age = last ? now.getTime() - last.at : Number.NaN
  if (last && age >= 0 && age < keptForMs) return last.counts
  const counts = count(db)
  kept.set(db, { at: now.getTime(), counts })
  counts.catch(() => kept.delete(db))
  return counts
}

/** The last part of a provider's location is the city. */
async function count(db: Db): Promise<Counts> {
  const { rows } = await sql<Counts>`
    with listed as (
      select p.trade, p.location
        from calendar_providers c join providers p on p.id = c.provider_id
       where c.listed
    )
    select
      (select jsonb_object_agg(t.trade, (select count(*) from listed l where l.trade = t.trade))
         from unnest(${[...trades]}::text[]) t (trade)) as providers,
      (select count(distinct lower(trim(split_part(location, ',', -1))))::int from listed) as cities,
      (select count(*)::int from appointments where status = 'completed') as completed
  `.execute(db)
  return rows[0]!
}
