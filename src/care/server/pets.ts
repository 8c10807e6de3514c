import { type Selectable, sql } from 'kysely'
import { isAccepted } from '#/appointments/rules.ts'
import { isBySlot } from '#/booking/trades.ts'
import type { CarePet, CareVisit, Patient } from '#/care/contract.ts'
import { mayWriteOf } from '#/care/rules.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { LinkTo } from '#/kernel/server/files.ts'
import type { Pets } from '#/kernel/server/schema.ts'
import type { Actor } from '#/kernel/server/work.ts'
import { dayOf } from '#/kernel/time.ts'
import { findBookingsOf, standingOf } from './access.ts'
import { findIncidentsOfPet } from './incident-queries.ts'
import { findPicturesOfPet, mayChangePicturesOf } from './pictures.ts'
import { findDue, listPatients } from './queries.ts'

type Reading = { db: Db; actor: Actor; now: Date }

/** Lists the caller's patients, latest visit first. */
export async function listOwnPatients({ db, actor }: Reading, cursor: string | undefined) {
  const key = readCursor(cursor, ['date', 'uuid'])
  const after = key && { at: new Date(key[0]!), id: String(key[1]) }
  return toPage(await listPatients(db, actor, after), {
    keyOf: (row) => [row.last_visit_at!.toISOString(), row.id],
    show: (row): Patient => ({
      ...showPet(row),
      ownerName: row.owner_name || 'Former user',
      lastVisitAt: row.last_visit_at!,
    }),
  })
}

/** Returns undefined if the caller may not know about the pet. */
export async function readPet(
  reading: Reading & { linkTo: LinkTo },
  petId: string,
): Promise<CarePet | undefined> {
  const { db, actor } = reading
  const standing = await standingOf(reading, petId)
  if (!standing) return undefined
  const pet = await db
    .selectFrom('pets as p')
    .innerJoin('pet_owners as o', 'o.id', 'p.owner_id')
    .select(['p.id', 'p.species', 'p.breed', 'p.photo_url'])
    .select(sql<string>`known_pet_name(${actor.userId}, o.user_id, p.id, p.name)`.as('name'))
    .where('p.id', '=', petId)
    .executeTakeFirstOrThrow()
  const due = standing === 'author' ? [] : await findDue(db, petId)
  return {
    pet: showPet(pet),
    isOwn: standing === 'owner',
    incidents: (await findIncidentsOfPet(db, actor, petId)).map((row) => ({
      id: row.id,
      kind: row.kind,
      severity: row.severity,
      happenedOn: dayOf(row.starts_at, row.time_zone),
    })),
    pictures: await findPicturesOfPet(reading, petId),
    due: due.map(({ name, next_due_on }) => ({ name, dueOn: next_due_on! })),
    visits: standing === 'owner' ? [] : await findVisits(reading, actor, petId),
  }
}

async function findVisits({ db, now }: Reading, actor: Actor, petId: string): Promise<CareVisit[]> {
  const bookings = (await findBookingsOf(db, actor, petId)).flatMap((one) =>
    isBySlot(one.trade) &&
    isAccepted(one.phase) &&
    mayWriteOf({ phase: one.phase, startsAt: one.starts_at }, now)
      ? [{ ...one, trade: one.trade }]
      : [],
  )
  if (bookings.length === 0) return []
  const notes = await db
    .selectFrom('visit_notes')
    .select(['id', 'booking_id'])
    .where('pet_id', '=', petId)
    .where('author_user_id', '=', actor.userId)
    .execute()
  const noteOf = new Map(notes.map(({ id, booking_id }) => [booking_id, id]))
  return bookings.map((one) => ({
    id: one.booking_id,
    trade: one.trade,
    startsAt: one.starts_at,
    timeZone: one.time_zone,
    reason: one.reason,
    noteId: noteOf.get(one.booking_id) ?? null,
    mayChangePictures: mayChangePicturesOf(one, now),
  }))
}

type PetRow = Pick<Selectable<Pets>, 'id' | 'name' | 'species' | 'breed' | 'photo_url'>

const showPet = (row: PetRow): CarePet['pet'] => ({
  id: row.id,
  name: row.name,
  species: row.species,
  breed: row.breed,
  photoUrl: row.photo_url,
})
