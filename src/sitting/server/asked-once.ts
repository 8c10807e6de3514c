import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import { addDays } from '#/kernel/time.ts'
import { refuse } from '#/sitting/errors.ts'
import { type Occurrence, occurrencesOf, type Plan } from '#/sitting/plan.ts'
import { lastSureDay } from '#/sitting/room.ts'
import { planOf, selectRequests } from './accept.ts'
import { covers, findPauses } from './repeat.ts'
import type { SitterRoom } from './room.ts'

type Wanted = {
  sitterId: string
  ownerId: string
  petIds: readonly string[]
  plan: Plan
  room: Pick<SitterRoom, 'timeZone'>
}

/**
 * Refuses a pet that the owner has already asked or booked this sitter for at an overlapping time. The caller holds the
 * owner's lock, so that of requests that race, each sees the one before.
 * @throws sitting.asked_already
 */
export async function expectAskedOnce(
  { db }: { db: Db },
  { sitterId, ownerId, petIds, plan, room }: Wanted,
): Promise<void> {
  const last = lastSureDay(plan)
  const wanted = occurrencesOf(plan, room.timeZone, plan.startDate, last)
  const [from, until] = [wanted[0]!.startsAt, wanted.at(-1)!.endsAt]
  const open = await db
    .selectFrom('appointments as a')
    .select(['a.starts_at as startsAt', 'a.ends_at as endsAt'])
    .where('a.pet_owner_id', '=', ownerId)
    .where('a.provider_id', '=', sitterId)
    .where(sql<boolean>`a.status in ('pending', 'confirmed')`)
    .where('a.starts_at', '<', until)
    .where('a.ends_at', '>', from)
    .where(hasPet('a.id', petIds))
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
    .execute()
  const taken: Pick<Occurrence, 'startsAt' | 'endsAt'>[] = [...open]
  for (const row of asked) {
    const other = planOf(row)
    const sure = lastSureDay(other)
    const first = row.made_until ? addDays(row.made_until, 1) : other.startDate
    const pauses = row.made_until ? await findPauses({ db }, row.id) : []
    taken.push(
      ...occurrencesOf(other, row.time_zone, first, last > sure ? last : sure).filter(
        ({ day }) => !pauses.some((pause) => covers(pause, day)),
      ),
    )
  }
  const isTaken = (one: Occurrence) =>
    taken.some(({ startsAt, endsAt }) => startsAt < one.endsAt && one.startsAt < endsAt)
  if (wanted.some(isTaken)) refuse('sitting.asked_already', { sitterId })
}

const hasPet = (appointment: string, petIds: readonly string[]) =>
  sql<boolean>`exists (select from appointment_pets ap
    where ap.appointment_id = ${sql.ref(appointment)} and ap.pet_id = any(${[...petIds]}::uuid[]))`
