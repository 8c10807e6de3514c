import { z } from 'zod'
import { trades } from '#/booking/trades.ts'
import { endpoint, only } from '#/kernel/api.ts'
import { documentErrors } from '#/kernel/documents.ts'
import { cursorSchema, done, pageOf, requiredText } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { daySchema } from '#/kernel/time.ts'
import { petsErrors } from '#/pets/contract.ts'
import { careErrors } from './errors.ts'
import {
  noteContent,
  noteRowSchema,
  noteSchema,
  ownContent,
  petSchema,
  sharedNoteSchema,
  typeSchema,
} from './notes.ts'
import { careRates, noteLimits } from './rules.ts'

export const patientSchema = petSchema.extend({ ownerName: z.string(), lastVisitAt: z.date() })
export type Patient = z.output<typeof patientSchema>

/** A booking of the caller's as a provider, of which a note can be written or was. */
export const visitSchema = z.object({
  id: idSchema('booking'),
  trade: z.enum(trades),
  startsAt: z.date(),
  timeZone: z.string(),
  noteId: idSchema('visit note').nullable(),
})
export type CareVisit = z.output<typeof visitSchema>

export const carePetSchema = z.object({
  pet: petSchema,
  isOwn: z.boolean(),
  /** The last of each vaccine that says when it is due again, the soonest first. */
  due: z.array(z.object({ name: z.string(), dueOn: daySchema })),
  /** The latest first. */
  visits: z.array(visitSchema),
})
export type CarePet = z.output<typeof carePetSchema>

export const linkSchema = z.object({
  id: idSchema('note link'),
  path: z.string(),
  createdAt: z.date(),
  expiresAt: z.date(),
})
export type NoteLink = z.output<typeof linkSchema>

const onlyThe = z.object({ id: idSchema('visit note') })
const files = z.array(z.file()).max(noteLimits.files).default([])
/** Those of the note's files that stay; any other goes. */
const keepFiles = z.array(idSchema('upload')).max(noteLimits.files).default([])
const seen = z.int().min(1).max(1_000_000)

const readable =
  'what is signed and their own for the owner of the pet, what they wrote for its author, and what is signed for a provider with an accepted booking of the pet, until 14 days after its end'
const ownDraft = 'a draft that the caller wrote as a provider, of one of their own bookings'
const ownNote = 'a note that the caller keeps of their own pet'

const contentErrors = {
  ...documentErrors,
  ...only(
    careErrors,
    'care.signed',
    'care.day_in_future',
    'care.due_before_given',
    'care.follow_up_before_visit',
    'care.too_many_files',
  ),
}
const changeErrors = { ...contentErrors, ...only(careErrors, 'care.changed_meanwhile') }

export const careContract = {
  patients: endpoint({
    method: 'GET',
    path: '/care/patients',
    summary: 'The pets of the caller’s bookings as a provider, the latest visit first',
    access: 'signed-in',
    token: 'pets:read',
    rows: 'pets of accepted bookings with the caller as the provider',
    input: z.object({ cursor: cursorSchema }).optional(),
    output: pageOf(patientSchema),
  }),
  pet: endpoint({
    method: 'GET',
    path: '/care/pets/{id}',
    summary:
      'A pet at the head of its notes: what is due, and the caller’s visits of which one can be written',
    access: 'signed-in',
    token: 'pets:read',
    rows: 'a pet of the caller, or of an accepted booking with the caller as the provider; its vaccinations as long as they may read how to care for it',
    input: z.object({ id: idSchema('pet') }),
    output: carePetSchema,
  }),
  notes: endpoint({
    method: 'GET',
    path: '/care/pets/{id}/notes',
    summary: 'The health timeline of a pet, the latest first',
    access: 'signed-in',
    token: 'notes:read',
    rows: readable,
    input: z.object({ id: idSchema('pet'), type: typeSchema.optional(), cursor: cursorSchema }),
    output: pageOf(noteRowSchema),
  }),
  note: endpoint({
    method: 'GET',
    path: '/care/notes/{id}',
    summary: 'One note in full, with links to its files',
    access: 'signed-in',
    token: 'notes:read',
    rows: readable,
    input: onlyThe,
    output: noteSchema,
  }),
  ofBookings: endpoint({
    method: 'GET',
    path: '/care/booking-notes',
    summary: 'Which of these bookings have a note that the caller may read',
    access: 'signed-in',
    token: 'notes:read',
    rows: 'signed notes of bookings of the caller as the owner, and notes the caller wrote as the provider',
    input: z.object({ bookingIds: z.array(idSchema('booking')).max(100) }),
    output: z.object({
      notes: z.array(
        z.object({
          bookingId: idSchema('booking'),
          noteId: idSchema('visit note'),
          isSigned: z.boolean(),
        }),
      ),
    }),
  }),
  addNote: endpoint({
    method: 'POST',
    path: '/care/notes',
    summary: 'Drafts the note of a visit; with files it travels only over /rpc',
    access: 'signed-in',
    token: 'notes:write',
    rows: 'a new draft of the caller as the provider of a booking that has begun',
    uploads: 'documents',
    mostFiles: noteLimits.files,
    input: z.object({ bookingId: idSchema('booking'), ...noteContent, files }),
    output: onlyThe,
    errors: { ...contentErrors, ...only(careErrors, 'care.note_exists', 'care.not_writable') },
  }),
  changeNote: endpoint({
    method: 'PUT',
    path: '/care/notes/{id}',
    summary:
      'Saves a draft, unless it was saved elsewhere since it was read; new files travel only over /rpc',
    access: 'signed-in',
    token: 'notes:write',
    rows: ownDraft,
    uploads: 'documents',
    mostFiles: noteLimits.files,
    input: onlyThe.extend({ seen, ...noteContent, files, keepFiles }),
    output: z.object({ version: z.int() }),
    errors: changeErrors,
  }),
  sign: endpoint({
    method: 'POST',
    path: '/care/notes/{id}/signature',
    summary:
      'Signs a draft as it was read: it is locked, its weight and vaccinations become the pet’s, its medicines a prescription',
    access: 'signed-in',
    rows: `${ownDraft}; the pet, its vaccinations and a new prescription`,
    input: onlyThe.extend({ seen }),
    output: done,
    errors: {
      ...only(careErrors, 'care.signed', 'care.changed_meanwhile', 'care.plan_missing', 'care.not_writable'),
      ...only(petsErrors, 'pets.too_many_vaccinations'),
    },
  }),
  addAddendum: endpoint({
    method: 'POST',
    path: '/care/notes/{id}/addenda',
    summary: 'Adds a dated word to a signed note; at most 30 an hour',
    access: 'signed-in',
    rows: 'a signed note that the caller wrote as a provider',
    limit: { name: 'note-addendum', by: 'user', ...careRates.addendum },
    input: onlyThe.extend({ text: requiredText(noteLimits.text) }),
    output: done,
    errors: only(careErrors, 'care.not_signed', 'care.too_many_addenda'),
  }),
  addOwnNote: endpoint({
    method: 'POST',
    path: '/care/own-notes',
    summary: 'Keeps a note or an old paper of one’s own pet; with files it travels only over /rpc',
    access: 'record:pet_owner',
    rows: 'a new note of a pet of the caller',
    uploads: 'documents',
    mostFiles: noteLimits.files,
    input: z.object({ petId: idSchema('pet'), ...ownContent, files }),
    output: onlyThe,
    errors: { ...contentErrors, ...only(careErrors, 'care.too_many_notes') },
  }),
  changeOwnNote: endpoint({
    method: 'PUT',
    path: '/care/own-notes/{id}',
    summary: 'Changes a note of one’s own, unless it was changed elsewhere since it was read',
    access: 'record:pet_owner',
    rows: ownNote,
    uploads: 'documents',
    mostFiles: noteLimits.files,
    input: onlyThe.extend({ seen, ...ownContent, files, keepFiles }),
    output: z.object({ version: z.int() }),
    errors: changeErrors,
  }),
  removeNote: endpoint({
    method: 'DELETE',
    path: '/care/notes/{id}',
    summary: 'Takes away a draft, or a note that one keeps of one’s own pet',
    access: 'signed-in',
    rows: `${ownDraft}, or ${ownNote}`,
    input: onlyThe,
    output: done,
    errors: only(careErrors, 'care.signed'),
  }),
  links: endpoint({
    method: 'GET',
    path: '/care/notes/{id}/links',
    summary: 'The links that open a note now, with their addresses',
    access: 'record:pet_owner',
    rows: 'live links of a note about a pet of the caller',
    input: onlyThe,
    output: z.object({ links: z.array(linkSchema) }),
  }),
  share: endpoint({
    method: 'POST',
    path: '/care/notes/{id}/links',
    summary: 'Makes a link that opens a note for seven days to whoever has it; at most 20 an hour',
    access: 'record:pet_owner',
    rows: 'a new link of a note that the caller may read, about a pet of theirs',
    limit: { name: 'note-link', by: 'user', ...careRates.share },
    input: onlyThe,
    output: z.object({ id: idSchema('note link') }),
    errors: only(careErrors, 'care.too_many_links'),
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/care/links/{id}',
    summary: 'Ends a link before its time',
    access: 'record:pet_owner',
    rows: 'a link of a note about a pet of the caller',
    input: z.object({ id: idSchema('note link') }),
    output: done,
  }),
  shared: endpoint({
    method: 'GET',
    path: '/care/shared-notes/{token}',
    summary: 'The note that a live link opens; at most 60 in ten minutes from one address',
    access: 'anyone',
    rows: 'the note of a link that has neither ended nor been revoked, without its owner',
    limit: { name: 'shared-note', by: 'network', ...careRates.shared },
    input: z.object({ token: z.string().max(100) }),
    output: sharedNoteSchema,
  }),
}
