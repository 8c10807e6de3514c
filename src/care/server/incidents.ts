import { sql } from 'kysely'
import { refuse } from '#/care/errors.ts'
import type { IncidentChanged } from '#/care/events.ts'
import { type Incident, type IncidentContent, mayCorrect, mayNoteIncident } from '#/care/incidents.ts'
import { incidentLimits } from '#/care/rules.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Actor, ActorWork } from '#/kernel/server/work.ts'
import { findBooking } from './access.ts'
import { findIncident, type IncidentRecord, listIncidentAddenda, lockIncident } from './incident-queries.ts'

type Reading = { db: Db; actor: Actor; now: Date }

/** Returns undefined if the caller may not know about the incident. */
export async function readIncident(reading: Reading, id: string): Promise<Incident | undefined> {
  const { db, actor, now } = reading
  const row = await findIncident(db, id)
  if (!row || row.removed_at) return undefined
  const isOwner = row.owner_id === actor.records['pet_owner']
  const isAuthor = await isTheirs(reading, row)
  if (!isOwner && !isAuthor) return undefined
  const canCorrect = mayCorrect({ createdAt: row.created_at, answeredAt: row.answered_at }, now)
  return {
    id,
    bookingId: row.appointment_id,
    pet: {
      id: row.pet_id,
      name: isOwner ? row.pet_name : row.author_pet_name,
      species: row.species,
      breed: row.breed,
      photoUrl: row.photo_url,
    },
    by: { name: row.author_name, trade: row.trade },
    visit: { startsAt: row.starts_at, timeZone: row.time_zone },
    kind: row.kind,
    severity: row.severity,
    happened: row.happened,
    done: row.done,
    answer: isOwner || !isHidden(row) ? row.answer : null,
    answeredAt: row.answered_at,
    addenda: await listIncidentAddenda(db, [id]),
    createdAt: row.created_at,
    version: row.version,
    may: {
      correct: isAuthor && canCorrect,
      answer: isOwner && row.answered_at === null,
      addAddendum: isAuthor && !canCorrect,
    },
  }
}

/** An owner's later words don't reach a provider who has blocked them. */
const isHidden = ({ answered_at, author_blocked_at }: IncidentRecord) =>
  answered_at !== null && author_blocked_at !== null && answered_at >= author_blocked_at

async function isTheirs(
  { db, actor }: Pick<Reading, 'db' | 'actor'>,
  row: { author_user_id: string; appointment_id: string },
): Promise<boolean> {
  return row.author_user_id === actor.userId && Boolean(await findBooking(db, actor, row.appointment_id))
}

/** @throws care.no_incident_now, care.too_many_incidents */
export async function addIncident(
  work: ActorWork,
  { bookingId, petId, ...content }: IncidentContent & { bookingId: string; petId: string },
): Promise<{ id: string }> {
  const { db, actor, now } = work
  const booking = await findBooking(db, actor, bookingId)
  // Locked, because two requests at once would both take the next position.
  const pet = await db
    .selectFrom('appointment_pets')
    .select('pet_id')
    .where('appointment_id', '=', bookingId)
    .where('pet_id', '=', petId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!booking || !pet) return refuseRequest('request.not_found')
  const { phase, starts_at: startsAt, ends_at: endsAt } = booking
  if (!mayNoteIncident({ phase, startsAt, endsAt }, now)) refuse('care.no_incident_now')
  const { last } = await db
    .selectFrom('incidents')
    .select(sql<number>`coalesce(max(position), 0)::int`.as('last'))
    .where('appointment_id', '=', bookingId)
    .where('pet_id', '=', petId)
    .executeTakeFirstOrThrow()
  if (last >= incidentLimits.perPetAndVisit) refuse('care.too_many_incidents')
  const id = newId<'incident'>()
  await db
    .insertInto('incidents')
    .values({
      id,
      appointment_id: bookingId,
      pet_id: petId,
      position: last + 1,
      author_user_id: actor.userId,
      ...content,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await tell(work, id, 'noted', '')
  return { id }
}

/** @throws care.incident_fixed, care.changed_meanwhile */
export async function changeIncident(
  work: ActorWork,
  { id, seen, ...content }: IncidentContent & { id: string; seen: number },
): Promise<void> {
  const { db, now } = work
  const row = await lockIncident(db, id)
  if (!row || !(await isTheirs(work, row))) return refuseRequest('request.not_found')
  if (!mayCorrect({ createdAt: row.created_at, answeredAt: row.answered_at }, now))
    refuse('care.incident_fixed')
  if (row.version !== seen) refuse('care.changed_meanwhile')
  const version = row.version + 1
  await db
    .updateTable('incidents')
    .set({ ...content, version, updated_at: now })
    .where('id', '=', id)
    .execute()
  await tell(work, id, 'corrected', String(version))
}

/** @throws care.incident_open, care.too_many_addenda */
export async function addToIncident(
  work: ActorWork,
  { id, text }: { id: string; text: string },
): Promise<void> {
  const { db, now } = work
  const row = await lockIncident(db, id)
  if (!row || !(await isTheirs(work, row))) return refuseRequest('request.not_found')
  if (mayCorrect({ createdAt: row.created_at, answeredAt: row.answered_at }, now))
    refuse('care.incident_open')
  const before = await listIncidentAddenda(db, [id])
  if (before.length >= incidentLimits.addenda) refuse('care.too_many_addenda')
  const addendumId = newId<'addendum'>()
  const addendum = { id: addendumId, incident_id: id, position: before.length + 1, text, created_at: now }
  await db.insertInto('incident_addenda').values(addendum).execute()
  await tell(work, id, 'added_to', addendumId)
}

/** @throws care.already_answered, care.changed_meanwhile */
export async function answerIncident(
  work: ActorWork,
  { id, seen, text }: { id: string; seen: number; text: string },
): Promise<void> {
  const { db, actor, now } = work
  const row = await lockIncident(db, id)
  const pet =
    row &&
    (await db
      .selectFrom('pets')
      .select('id')
      .where('id', '=', row.pet_id)
      .where('owner_id', '=', actor.records['pet_owner']!)
      .executeTakeFirst())
  if (!row || !pet) return refuseRequest('request.not_found')
  if (row.answered_at) refuse('care.already_answered')
  if (row.version !== seen) refuse('care.changed_meanwhile')
  await db.updateTable('incidents').set({ answer: text, answered_at: now }).where('id', '=', id).execute()
  await tell(work, id, 'answered', '')
}

type What = IncidentChanged['data']['what']

async function tell({ announce }: Pick<ActorWork, 'announce'>, incidentId: string, what: What, mark: string) {
  await announce<IncidentChanged>('care.incident_changed', { incidentId, what, mark })
}
