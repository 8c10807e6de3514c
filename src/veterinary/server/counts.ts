import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import type { Counts } from '#/veterinary/contract.ts'

const keptForMs = 5 * 60_000

type Kept = { at: number; counts: Promise<Counts> }

/** Keyed by database, because tests have several in one process. */
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

/** The last part of a vet's location is the city. */
async function count(db: Db): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select
      (select count(*)::int from veterinary_doctors where verification_status = 'verified') as vets,
      (select count(distinct lower(trim(split_part(location, ',', -1))))::int
         from veterinary_doctors where verification_status = 'verified') as cities,
      (select count(*)::int from appointments where trade = 'veterinary' and status = 'completed') as visits
  `.execute(db)
  return rows[0]!
}
