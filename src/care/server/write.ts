import { refuse } from '#/care/errors.ts'
import type { NoteContent, OwnContent } from '#/care/notes.ts'
import { mayWriteOf, noteLimits } from '#/care/rules.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Serving } from '#/kernel/server/serve.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { type Day, dayOf } from '#/kernel/time.ts'
import { latestToday } from '#/pets/birth.ts'
import { findBooking } from './access.ts'
import { replaceFiles, replaceLines } from './lines.ts'
import { countOwnNotes, insertNote, lockWritten, updateNote } from './queries.ts'

type Work = ActorWork & Pick<Serving, 'keepDocument'>
type Files = { files: Blob[] }
type Change = { id: string; seen: number; keepFiles: string[] } & Files

/** @throws care.not_writable, care.note_exists */
export async function addNote(
  work: Work,
  { bookingId, files, ...content }: NoteContent & Files & { bookingId: string },
): Promise<{ id: string }> {
  const { db, actor, now } = work
  const booking = await findBooking(db, actor, bookingId)
  if (!booking?.pet_id) return refuseRequest('request.not_found')
  if (!mayWriteOf({ phase: booking.phase, startsAt: booking.starts_at }, now)) refuse('care.not_writable')
  expectDays(content, now)
  const id = newId<'visit note'>()
  await insertNote(db, {
    id,
    pet_id: booking.pet_id,
    author_user_id: actor.userId,
    author_side: 'provider',
    booking_id: bookingId,
    happened_on: dayOf(booking.starts_at, booking.time_zone),
    ...rowOf(content),
    created_at: now,
    updated_at: now,
  })
  await replaceLines(db, id, content)
  await replaceFiles(work, id, { keep: [], files })
  return { id }
}

export async function changeNote(
  work: Work,
  { id, seen, files, keepFiles, ...content }: NoteContent & Change,
) {
  const { db, now } = work
  const before = await lockForChange(work, { id, seen, side: 'provider' })
  expectDays(content, now)
  const version = before.version + 1
  await updateNote(db, id, { ...rowOf(content), version, updated_at: now })
  await replaceLines(db, id, content)
  await replaceFiles(work, id, { keep: keepFiles, files })
  return { version }
}

/** @throws care.too_many_notes */
export async function addOwnNote(
  work: Work,
  { petId, files, ...content }: OwnContent & Files & { petId: string },
): Promise<{ id: string }> {
  const { db, actor, now } = work
  const pet = await db
    .selectFrom('pets')
    .select('id')
    .where('id', '=', petId)
    .where('owner_id', '=', actor.records['pet_owner']!)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!pet) return refuseRequest('request.not_found')
  if ((await countOwnNotes(db, petId)) >= noteLimits.ownNotes) refuse('care.too_many_notes')
  const id = newId<'visit note'>()
  const author = { author_user_id: actor.userId, author_side: 'owner' } as const
  await insertNote(db, {
    id,
    pet_id: petId,
    ...author,
    ...ownRowOf(content, now),
    created_at: now,
    updated_at: now,
  })
  await replaceFiles(work, id, { keep: [], files })
  return { id }
}

export async function changeOwnNote(
  work: Work,
  { id, seen, files, keepFiles, ...content }: OwnContent & Change,
) {
  const { db, now } = work
  const before = await lockForChange(work, { id, seen, side: 'owner' })
  const version = before.version + 1
  await updateNote(db, id, { ...ownRowOf(content, now), version, updated_at: now })
  await replaceFiles(work, id, { keep: keepFiles, files })
  return { version }
}

export async function removeNote({ db, actor }: ActorWork, id: string): Promise<void> {
  const note = (await lockWritten(db, actor.userId, id)) ?? refuseRequest('request.not_found')
  if (note.signed_at) refuse('care.signed')
  await db.deleteFrom('visit_notes').where('id', '=', id).execute()
}

/**
 * Locks a note of the caller in the version that they have read.
 * @throws care.signed, care.changed_meanwhile
 */
export async function lockForChange(
  { db, actor }: ActorWork,
  { id, seen, side }: { id: string; seen: number; side: 'owner' | 'provider' },
) {
  const note = await lockWritten(db, actor.userId, id)
  const acts = side === 'owner' || (note?.booking_id && (await findBooking(db, actor, note.booking_id)))
  if (!note || note.author_side !== side || !acts) return refuseRequest('request.not_found')
  if (note.signed_at) refuse('care.signed')
  if (note.version !== seen) refuse('care.changed_meanwhile')
  return note
}

/** Compares with today in the time zone where it is latest. */
function expectDays({ vaccinations }: NoteContent, now: Date): void {
  for (const { givenOn, nextDueOn } of vaccinations) {
    if (givenOn > latestToday(now)) refuse('care.day_in_future')
    if (nextDueOn && nextDueOn <= givenOn) refuse('care.due_before_given')
  }
}

const rowOf = (content: NoteContent) => ({
  type: content.type,
  history: content.history,
  temperature_c: content.temperatureC ?? null,
  heart_rate: content.heartRate ?? null,
  breathing_rate: content.breathingRate ?? null,
  weight_lbs: content.weightLbs ?? null,
  assessment: content.assessment,
  plan: content.plan,
  follow_up_on: content.followUpOn ?? null,
  valid_months: content.validMonths,
})

function ownRowOf({ type, happenedOn, text }: OwnContent, now: Date) {
  if (happenedOn > latestToday(now)) refuse('care.day_in_future')
  return { type, happened_on: happenedOn as Day, history: text }
}
