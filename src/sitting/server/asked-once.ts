import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import { addDays, dayOf } from '#/kernel/time.ts'
import type { Stretch } from '#/sitting/capacity.ts'
import { occurrencesOf, type Plan } from '#/sitting/plan.ts'
import { lastSureDay, overlapsAny, type Room, splitDays } from '#/sitting/room.ts'
import { covers, findPauses, planOf, selectRequests } from './request-rows.ts'

type Wanted = {
  sitterId: string
  ownerId: string
  petIds: readonly string[]
  from: Date
  until: Date
  /** The request that is asked about, whose own days don't count. */
  exceptRequestId?: string
  /** The appointment that is to be moved. */
  exceptAppointmentId?: string
}

/**
 * Finds when the owner has already asked or booked this sitter for one of the pets. Before a request, the caller holds the
 * owner's lock, so that of requests that race, each sees the one before.
 */
export async function findBooked(
  db: Db,
  { sitterId, ownerId, petIds, from, until, exceptRequestId, exceptAppointmentId }: Wanted,
): Promise<Stretch[]> {
  const open = await db
    .selectFrom('appointments as a')
    .innerJoin('sitting_details as d', 'd.appointment_id', 'a.id')
    .select(['a.starts_at as startsAt', 'a.ends_at as endsAt'])
    .where('a.pet_owner_id', '=', ownerId)
    .where('a.provider_id', '=', sitterId)
    .where(sql<boolean>`a.status in ('pending', 'confirmed')`)
    .where('a.starts_at', '<', until)
    .where('a.ends_at', '>', from)
    .where(hasPet('a.id', petIds))
    .$if(exceptRequestId !== undefined, (query) => query.where('d.request_id', '!=', exceptRequestId!))
    .$if(exceptAppointmentId !== undefined, (query) => query.where('a.id', '!=', exceptAppointmentId!))
    .execute()
  const asked = await selectRequests(db)
    .innerJoin('appointments as a', 'a.id', 'd.appointment_id')
    .where('r.pet_owner_id', '=', ownerId)
    .where('r.sitter_id', '=', sitterId)
    .where('d.is_asking', '=', true)
    .where(
      sql<boolean>`(a.status = 'pending' or r.schedule_type = 'repeat-weekly' and r.accepted_at is not null and r.ended_at is null)`,
    )
    .where(hasPet('a.id', petIds))
    .$if(exceptRequestId !== undefined, (query) => query.where('r.id', '!=', exceptRequestId!))
    .execute()
  const taken: Stretch[] = [...open]
  for (const row of asked) {
    const other = planOf(row)
    const last = dayOf(until, row.time_zone)
    const sure = lastSureDay(other)
    const first = row.made_until ? addDays(row.made_until, 1) : other.startDate
    const pauses = row.made_until ? await findPauses({ db }, row.id) : []
    taken.push(
      ...occurrencesOf(other, row.time_zone, first, last > sure ? last : sure).filter(
        ({ day }) => !pauses.some((pause) => covers(pause, day)),
      ),
    )
  }
  return taken
}

/** Returns the time from the first to the last day for which a plan needs its sitter; in its first weeks, for a repeat. */
export function spanOf(plan: Plan, zone: string): { from: Date; until: Date } {
  const wanted = occurrencesOf(plan, zone, plan.startDate, lastSureDay(plan))
  return { from: wanted[0]!.startsAt, until: wanted.at(-1)!.endsAt }
}

/** Tells whether the owner would ask this sitter twice: a repeat only leaves some days out, unless none remains. */
export function isAskedAlready(room: Room, plan: Plan): boolean {
  const { possible, taken } = splitDays(room, plan)
  return plan.schedule === 'repeat-weekly'
    ? possible.length === 0 && taken.length > 0
    : possible.some((one) => overlapsAny(one, room.booked ?? []))
}

const hasPet = (appointment: string, petIds: readonly string[]) =>
  sql<boolean>`exists (select from appointment_pets ap
    where ap.appointment_id = ${sql.ref(appointment)} and ap.pet_id = any(${[...petIds]}::uuid[]))`
