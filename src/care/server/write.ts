import { isBySlot, type Trade } from '#/booking/trades.ts'
import { refuse } from '#/care/errors.ts'
import { foreignFields, formOfTrade, formOfType } from '#/care/forms.ts'
import type { NoteContent, OwnContent } from '#/care/notes.ts'
import { mayWriteOf, noteLimits } from '#/care/rules.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Serving } from '#/kernel/server/serve.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { type Day, dayOf } from '#/kernel/time.ts'
import { latestToday } from '#/pets/birth.ts'
import { findBooking, isPetOf } from './access.ts'
import { replaceFiles, replaceLines } from './lines.ts'
import { countOwnNotes, insertNote, lockWritten, updateNote } from './queries.ts'

type Work = ActorWork & Pick<Serving, 'keepDocument'>
type Files = { files: Blob[] }
type Change = { id: string; seen: number; keepFiles: string[] } & Files

/** @throws care.not_writable, care.wrong_form, care.note_exists */
export async function addNote(
  work: Work,
  { bookingId, petId, files, ...content }: NoteContent & Files & { bookingId: string; petId: string },
): Promise<{ id: string }> {
  const { db, actor, now } = work
  const booking = await findBooking(db, actor, bookingId)
  if (!booking || !(await isPetOf(db, bookingId, petId))) return refuseRequest('request.not_found')
  if (!mayWriteOf({ phase: booking.phase, startsAt: booking.starts_at }, now)) refuse('care.not_writable')
  expectForm(content, booking.trade)
  expectDays(content, now)
  const id = newId<'visit note'>()
  await insertNote(db, {
    id,
    pet_id: petId,
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
  expectForm(content, before.trade!)
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
  const booking = note?.booking_id ? await findBooking(db, actor, note.booking_id) : undefined
  if (!note || note.author_side !== side || (side === 'provider' && !booking))
    return refuseRequest('request.not_found')
  if (note.signed_at) refuse('care.signed')
  if (note.version !== seen) refuse('care.changed_meanwhile')
  return { ...note, trade: booking?.trade }
}

/** Refuses what the trade's form doesn't have: only vets prescribe. */
function expectForm(content: NoteContent, trade: Trade): void {
  const form = isBySlot(trade) ? formOfTrade[trade] : refuse('care.not_writable')
  const isFilled = (value: unknown) => (Array.isArray(value) ? value.length > 0 : value != null)
  if (formOfType(content.type) !== form || foreignFields(form).some((field) => isFilled(content[field])))
    refuse('care.wrong_form')
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
  products: content.products,
  behaviour: content.behaviour,
  follow_up_on: content.followUpOn ?? null,
  valid_months: content.validMonths,
})

function ownRowOf({ type, happenedOn, text }: OwnContent, now: Date) {
  if (happenedOn > latestToday(now)) refuse('care.day_in_future')
  return { type, happened_on: happenedOn as Day, history: text }
}
