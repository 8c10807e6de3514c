import { sql } from 'kysely'
import { refuse } from '#/care/errors.ts'
import type { AddendumAdded, NoteSigned } from '#/care/events.ts'
import { formFor } from '#/care/forms.ts'
import { mayWriteOf, noteLimits } from '#/care/rules.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { giveUploads } from '#/kernel/server/uploads.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { addMonths, dayOf } from '#/kernel/time.ts'
import { recordFindings } from '#/pets/server/index.ts'
import { findBooking, type OwnBooking } from './access.ts'
import { hasLaterWeight, lockWritten, updateNote } from './queries.ts'
import { lockForChange } from './write.ts'

/**
 * Signs a draft in the version that its author has read. This locks the note, updates the pet's weight and vaccinations, makes
 * the medicines a prescription, and gives the files to the owner.
 * @throws care.plan_missing, care.not_writable, care.changed_meanwhile
 */
export async function signNote(work: ActorWork, { id, seen }: { id: string; seen: number }): Promise<void> {
  const { db, actor, now, announce } = work
  const note = await lockForChange(work, { id, seen, side: 'provider' })
  const booking = await findBooking(db, actor, note.booking_id!)
  if (!booking) return refuseRequest('request.not_found')
  if (!mayWriteOf({ phase: booking.phase, startsAt: booking.starts_at }, now)) refuse('care.not_writable')
  if (!note[formFor(booking.trade)!.required]) refuse('care.plan_missing')
  const owner = await findOwner(db, note.pet_id)
  const petId = note.pet_id
  const weightLbs = (await hasLaterWeight(db, petId, note.happened_on)) ? null : note.weight_lbs
  // The files become part of the pet's record.
  const files = db.selectFrom('visit_note_files').select('upload_id').where('note_id', '=', id)
  await giveUploads(db, files, owner)
  await updateNote(db, id, {
    signed_at: now,
    signed_name: booking.provider_addressed_as,
    registration_number: booking.registration_number,
    updated_at: now,
  })
  const vaccinations = await db
    .selectFrom('visit_note_vaccinations')
    .select(['name', 'given_on as givenOn', 'next_due_on as nextDueOn'])
    .where('note_id', '=', id)
    .orderBy('position')
    .execute()
  await recordFindings(db, { petId, noteId: id, weightLbs, vaccinations, now })
  await prescribe(work, { id, petId, months: note.valid_months, booking })
  await announce<NoteSigned>('care.note_signed', { noteId: id, petId, ownerUserId: owner })
}

async function findOwner(db: Db, petId: string): Promise<string> {
  const { user_id } = await db
    .selectFrom('pets as p')
    .innerJoin('pet_owners as o', 'o.id', 'p.owner_id')
    .select('o.user_id')
    .where('p.id', '=', petId)
    .executeTakeFirstOrThrow()
  return user_id
}

type Prescribed = { id: string; petId: string; months: number; booking: OwnBooking }

/** Prescribes the note's medicines for some months from the day of signing. */
async function prescribe({ db, now }: ActorWork, { id, petId, months, booking }: Prescribed): Promise<void> {
  const lines = await db
    .selectFrom('visit_note_medicines')
    .select(['position', 'name', 'form', 'strength', 'dose', 'how_often', 'days', 'refills'])
    .where('note_id', '=', id)
    .orderBy('position')
    .execute()
  if (lines.length === 0) return
  const prescriptionId = newId<'prescription'>()
  const issuedOn = dayOf(now, booking.time_zone)
  await db
    .insertInto('prescriptions')
    .values({
      id: prescriptionId,
      note_id: id,
      pet_id: petId,
      issued_on: issuedOn,
      valid_until: addMonths(issuedOn, months),
      created_at: now,
    })
    .execute()
  await db
    .insertInto('prescription_lines')
    .values(
      lines.map((line) => ({ id: newId<'prescription line'>(), prescription_id: prescriptionId, ...line })),
    )
    .execute()
}

/** @throws care.not_signed, care.too_many_addenda */
export async function addAddendum(
  work: ActorWork,
  { id, text }: { id: string; text: string },
): Promise<void> {
  const { db, actor, now, announce } = work
  const note = await lockWritten(db, actor.userId, id)
  const isTheirs = note?.booking_id && (await findBooking(db, actor, note.booking_id))
  if (!note || !isTheirs) return refuseRequest('request.not_found')
  if (!note.signed_at) refuse('care.not_signed')
  const { last } = await db
    .selectFrom('visit_note_addenda')
    .select(sql<number>`coalesce(max(position), 0)::int`.as('last'))
    .where('note_id', '=', id)
    .executeTakeFirstOrThrow()
  if (last >= noteLimits.addenda) refuse('care.too_many_addenda')
  const addendumId = newId<'addendum'>()
  const row = { id: addendumId, note_id: id, position: last + 1, text, created_at: now }
  await db.insertInto('visit_note_addenda').values(row).execute()
  const ownerUserId = await findOwner(db, note.pet_id)
  await announce<AddendumAdded>('care.addendum_added', { noteId: id, addendumId, ownerUserId })
}
