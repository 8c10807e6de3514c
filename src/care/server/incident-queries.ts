import { sql } from 'kysely'
import { tradesOf } from '#/booking/trades.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Actor } from '#/kernel/server/work.ts'

export type IncidentRecord = NonNullable<Awaited<ReturnType<typeof findIncident>>>

/** Finds an incident with both sides' names. */
export function findIncident(db: Db, id: string) {
  return db
    .selectFrom('incidents as i')
    .innerJoin('appointments as a', 'a.id', 'i.appointment_id')
    .innerJoin('providers as v', 'v.id', 'a.provider_id')
    .innerJoin('pets as p', 'p.id', 'i.pet_id')
    .innerJoin('pet_owners as o', 'o.id', 'p.owner_id')
    .leftJoin('message_blocks as m', (join) =>
      join.onRef('m.blocker_id', '=', 'i.author_user_id').onRef('m.blocked_id', '=', 'o.user_id'),
    )
    .selectAll('i')
    .select(['a.starts_at', 'a.time_zone', 'a.trade', 'v.addressed_as as author_name'])
    .select(['p.name as pet_name', 'p.species', 'p.breed', 'p.photo_url', 'p.owner_id'])
    .select(['o.user_id as owner_user_id', 'm.created_at as author_blocked_at'])
    .select(
      sql<boolean>`exists (select from message_blocks b where (b.blocker_id, b.blocked_id)
        in ((i.author_user_id, o.user_id), (o.user_id, i.author_user_id)))`.as('is_blocked'),
    )
    .select(sql<string>`known_pet_name(i.author_user_id, o.user_id, p.id, p.name)`.as('author_pet_name'))
    .where('i.id', '=', id)
    .executeTakeFirst()
}

/** Locks an incident that stands, against corrections, answers and removal. */
export function lockIncident(db: Db, id: string) {
  return db
    .selectFrom('incidents')
    .selectAll()
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export function listIncidentAddenda(db: Db, incidentIds: string[]) {
  return db
    .selectFrom('incident_addenda')
    .select(['incident_id as incidentId', 'id', 'text', 'created_at as at'])
    .where(sql<boolean>`incident_id = any(${incidentIds}::uuid[])`)
    .orderBy('position')
    .execute()
}

/** Finds the incidents that the caller may read: of their pets, or noted by them in a trade in which they act. */
function selectReadable(db: Db, actor: Actor) {
  const trades = tradesOf(actor.records)
  return db
    .selectFrom('incidents as i')
    .innerJoin('pets as p', 'p.id', 'i.pet_id')
    .innerJoin('appointments as a', 'a.id', 'i.appointment_id')
    .select(['i.id', 'i.appointment_id', 'i.pet_id', 'i.kind', 'i.severity', 'i.answered_at', 'i.created_at'])
    .select(['a.starts_at', 'a.time_zone'])
    .where('i.removed_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('p.owner_id', '=', actor.records['pet_owner'] ?? null),
        eb.and([
          eb('i.author_user_id', '=', actor.userId),
          eb('a.trade', 'in', trades.length > 0 ? trades : [null]),
        ]),
      ]),
    )
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
}

export const findIncidentsOfBookings = (db: Db, actor: Actor, bookingIds: string[]) =>
  selectReadable(db, actor).where('i.appointment_id', 'in', bookingIds).execute()

/** Shown above a pet's timeline. */
const mostOfPet = 20

export const findIncidentsOfPet = (db: Db, actor: Actor, petId: string) =>
  selectReadable(db, actor).where('i.pet_id', '=', petId).limit(mostOfPet).execute()
