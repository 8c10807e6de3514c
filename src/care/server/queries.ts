import { type Insertable, sql, type Updateable } from 'kysely'
import { acceptedPhases } from '#/appointments/rules.ts'
import { tradesOf } from '#/booking/trades.ts'
import type { NoteType } from '#/care/rules.ts'
import { pageSize } from '#/kernel/fields.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { VisitNotes } from '#/kernel/server/schema.ts'
import type { Actor } from '#/kernel/server/work.ts'
import type { Standing } from './access.ts'

/** The author's name comes from the booking until the note is signed. */
function selectNotes(db: Db) {
  return db
    .selectFrom('visit_notes as n')
    .leftJoin('booking_parties as b', (join) =>
      join.onRef('b.booking_id', '=', 'n.booking_id').on('b.side', '=', 'provider'),
    )
    .selectAll('n')
    .select(['b.provider_addressed_as', 'b.starts_at', 'b.time_zone', 'b.trade', 'b.phase'])
}

export type NoteRecord = NonNullable<Awaited<ReturnType<typeof findNote>>>

/** With the pet's name as `readerId` knows it, if there is a reader. */
export function findNote(db: Db, id: string, readerId: string | null = null) {
  return selectNotes(db)
    .innerJoin('pets as p', 'p.id', 'n.pet_id')
    .innerJoin('pet_owners as o', 'o.id', 'p.owner_id')
    .select([
      sql<string>`known_pet_name(${readerId}::uuid, o.user_id, p.id, p.name)`.as('pet_name'),
      'p.species',
      'p.breed',
      'p.photo_url',
      'p.owner_id',
      'o.user_id as owner_user_id',
    ])
    .where('n.id', '=', id)
    .executeTakeFirst()
}

type Listed = { petId: string; type?: NoteType | undefined; after: { on: string; id: string } | undefined }

/** Lists a pet's notes as far as the reader may see them, and one more than fits a page. */
export function listNotes(
  db: Db,
  { standing, userId }: { standing: Standing; userId: string },
  { petId, type, after }: Listed,
) {
  return (
    selectNotes(db)
      .select([
        sql<number>`(select count(*)::int from visit_note_medicines m where m.note_id = n.id)`.as(
          'medicines',
        ),
        sql<number>`(select count(*)::int from visit_note_files f where f.note_id = n.id)`.as('files'),
        sql<
          string[]
        >`array(select v.name from visit_note_vaccinations v where v.note_id = n.id order by v.position)`.as(
          'vaccinations',
        ),
        sql<
          string[]
        >`array(select h.exercise from visit_note_homework h where h.note_id = n.id order by h.position)`.as(
          'homework',
        ),
      ])
      .where('n.pet_id', '=', petId)
      // Must match `isShownTo`.
      .where((eb) =>
        eb.or([
          eb.and([eb('n.author_user_id', '=', userId), eb('n.author_side', '=', 'provider')]),
          ...(standing === 'author'
            ? []
            : [eb('n.author_side', '=', 'owner'), eb('n.signed_at', 'is not', null)]),
        ]),
      )
      .$if(type !== undefined, (query) => query.where('n.type', '=', type!))
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(n.happened_on, n.id) < (${after!.on}::date, ${after!.id}::uuid)`),
      )
      .orderBy('n.happened_on', 'desc')
      .orderBy('n.id', 'desc')
      .limit(pageSize + 1)
      .execute()
  )
}

/** Locks a note of the caller against changes and signing until the transaction ends. */
export function lockWritten(db: Db, userId: string, id: string) {
  return db
    .selectFrom('visit_notes')
    .selectAll()
    .where('id', '=', id)
    .where('author_user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function insertNote(db: Db, row: Insertable<VisitNotes>): Promise<void> {
  await db.insertInto('visit_notes').values(row).execute()
}

export async function updateNote(db: Db, id: string, changes: Updateable<VisitNotes>): Promise<void> {
  await db.updateTable('visit_notes').set(changes).where('id', '=', id).execute()
}

export async function hasLaterWeight(db: Db, petId: string, day: string): Promise<boolean> {
  const later = await db
    .selectFrom('visit_notes')
    .select('id')
    .where('pet_id', '=', petId)
    .where('signed_at', 'is not', null)
    .where('weight_lbs', 'is not', null)
    .where('happened_on', '>', day)
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}

/** Counts an owner's notes about a pet; the caller holds the pet's lock. */
export async function countOwnNotes(db: Db, petId: string): Promise<number> {
  const { count } = await db
    .selectFrom('visit_notes')
    .where('pet_id', '=', petId)
    .where('author_side', '=', 'owner')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export function findNotesOfBookings(db: Db, actor: Actor, bookingIds: string[]) {
  const trades = tradesOf(actor.records)
  return db
    .selectFrom('visit_notes as n')
    .innerJoin('pets as p', 'p.id', 'n.pet_id')
    .innerJoin('appointments as a', 'a.id', 'n.booking_id')
    .select(['n.id', 'n.booking_id', 'n.pet_id', 'n.signed_at'])
    .where('n.booking_id', 'in', bookingIds)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('n.author_user_id', '=', actor.userId),
          eb('a.trade', 'in', trades.length > 0 ? trades : [null]),
        ]),
        eb.and([
          eb('p.owner_id', '=', actor.records['pet_owner'] ?? null),
          eb('n.signed_at', 'is not', null),
        ]),
      ]),
    )
    .execute()
}

/** Lists the pets of a provider's accepted bookings, latest visit first, and one more than fits a page. */
export function listPatients(db: Db, actor: Actor, after: { at: Date; id: string } | undefined) {
  const trades = tradesOf(actor.records)
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('booking_parties as b')
        .innerJoin('appointment_pets as ap', 'ap.appointment_id', 'b.booking_id')
        .where('b.user_id', '=', actor.userId)
        .where('b.side', '=', 'provider')
        .where('b.trade', 'in', trades.length > 0 ? trades : [null])
        .where('b.phase', 'in', acceptedPhases)
        .groupBy('ap.pet_id')
        .select((inner) => ['ap.pet_id', inner.fn.max('b.starts_at').as('last_visit_at')])
        .as('seen'),
    )
    .innerJoin('pets as p', 'p.id', 'seen.pet_id')
    .innerJoin('pet_owners as o', 'o.id', 'p.owner_id')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .select(['p.id', 'p.species', 'p.breed', 'p.photo_url', 'seen.last_visit_at'])
    .select([
      sql<string>`known_pet_name(${actor.userId}, u.id, p.id, p.name)`.as('name'),
      sql<string>`known_name(${actor.userId}, u.id, u.name)`.as('owner_name'),
    ])
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(seen.last_visit_at, p.id) < (${after!.at}, ${after!.id}::uuid)`),
    )
    .orderBy('seen.last_visit_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(pageSize + 1)
    .execute()
}

/** Finds the latest vaccination of each vaccine, if it has a next due day. */
export function findDue(db: Db, petId: string) {
  return db
    .selectFrom((eb) =>
      eb
        .selectFrom('pet_vaccinations as v')
        .where('v.pet_id', '=', petId)
        .distinctOn(sql`lower(v.name)`)
        .orderBy(sql`lower(v.name)`)
        .orderBy('v.given_on', 'desc')
        .orderBy('v.id', 'desc')
        .select(['v.name', 'v.next_due_on'])
        .as('latest'),
    )
    .select(['latest.name', 'latest.next_due_on'])
    .where('latest.next_due_on', 'is not', null)
    .orderBy('latest.next_due_on')
    .orderBy('latest.name')
    .execute()
}
