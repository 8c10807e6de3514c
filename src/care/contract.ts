import { z } from 'zod'
import { slotTrades } from '#/booking/trades.ts'
import { endpoint, only } from '#/kernel/api.ts'
import { documentErrors } from '#/kernel/documents.ts'
import { cursorSchema, done, pageOf, requiredText } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { daySchema } from '#/kernel/time.ts'
import { petsErrors } from '#/pets/errors.ts'
import { careErrors } from './errors.ts'
import { incidentEndpoints } from './incident-endpoints.ts'
import { incidentKinds, incidentRowSchema, severities } from './incidents.ts'
import {
  noteContent,
  noteRowSchema,
  noteSchema,
  ownContent,
  petSchema,
  sharedNoteSchema,
  typeSchema,
} from './notes.ts'
import { pictureEndpoints, visitPictureSchema } from './pictures.ts'
import { careRates, noteLimits } from './rules.ts'

export const patientSchema = petSchema.extend({ ownerName: z.string(), lastVisitAt: z.date() })
export type Patient = z.output<typeof patientSchema>

/** One of the caller's bookings as a provider that has a note, or can get one. */
export const visitSchema = z.object({
  id: idSchema('booking'),
  trade: z.enum(slotTrades),
  startsAt: z.date(),
  timeZone: z.string(),
  /** The owner's reason for the visit. */
  reason: z.string().nullable(),
  noteId: idSchema('visit note').nullable(),
  mayChangePictures: z.boolean(),
})
export type CareVisit = z.output<typeof visitSchema>

export const carePetSchema = z.object({
  pet: petSchema,
  isOwn: z.boolean(),
  /** Vaccines with a next due day, soonest first. */
  /** Latest first: all incidents of an own pet, otherwise those that the caller noted. */
  incidents: z.array(
    z.object({
      id: idSchema('incident'),
      kind: z.enum(incidentKinds),
      severity: z.enum(severities),
      happenedOn: daySchema,
    }),
  ),
  due: z.array(z.object({ name: z.string(), dueOn: daySchema })),
  /**
   * Pictures from before and after visits, latest visit first: all of an own pet, otherwise those of the caller's
   * visits.
   */
  pictures: z.array(visitPictureSchema.extend({ happenedOn: daySchema })),
  /** Latest first. */
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
/** The files to keep; all others are removed. */
const keepFiles = z.array(idSchema('upload')).max(noteLimits.files).default([])
const seen = z.int().min(1).max(1_000_000)

const readable =
  'for the pet’s owner signed notes and their own, for an author what they wrote, and for a provider with an accepted booking of the pet signed notes, until 14 days after its end'
const ownDraft = 'a draft that the caller wrote as a provider, for one of their own bookings'
const ownNote = 'the caller’s own note about their pet'

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
const formErrors = only(careErrors, 'care.wrong_form')
const changeErrors = { ...contentErrors, ...only(careErrors, 'care.changed_meanwhile') }

export const careContract = {
  patients: endpoint({
    method: 'GET',
    path: '/care/patients',
    summary: 'Lists the pets of the caller’s bookings as a provider, latest visit first',
    access: 'signed-in',
    token: 'pets:read',
    rows: 'pets of accepted bookings with the caller as the provider',
    input: z.object({ cursor: cursorSchema }).optional(),
    output: pageOf(patientSchema),
  }),
  pet: endpoint({
    method: 'GET',
    path: '/care/pets/{id}',
    summary: 'Returns a pet with its due vaccinations, and the caller’s visits that can have a note',
    access: 'signed-in',
    token: 'pets:read',
    rows: 'the caller’s own pet, or a pet of an accepted booking with the caller as the provider; its vaccinations for as long as they may read its care instructions',
    input: z.object({ id: idSchema('pet') }),
    output: carePetSchema,
  }),
  notes: endpoint({
    method: 'GET',
    path: '/care/pets/{id}/notes',
    summary: 'Lists a pet’s health timeline, latest first',
    access: 'signed-in',
    token: 'notes:read',
    rows: readable,
    input: z.object({ id: idSchema('pet'), type: typeSchema.optional(), cursor: cursorSchema }),
    output: pageOf(noteRowSchema),
  }),
  note: endpoint({
    method: 'GET',
    path: '/care/notes/{id}',
    summary: 'Returns one note in full, with links to its files',
    access: 'signed-in',
    token: 'notes:read',
    rows: readable,
    input: onlyThe,
    output: noteSchema,
  }),
  ofBookings: endpoint({
    method: 'GET',
    path: '/care/booking-notes',
    summary: 'Lists notes, incidents and pictures of these bookings; a booking has one note for each pet',
    access: 'signed-in',
    token: 'notes:read',
    rows: 'signed notes, incidents and pictures of the caller’s bookings as an owner, and those that the caller wrote as a provider',
    input: z.object({ bookingIds: z.array(idSchema('booking')).max(100) }),
    output: z.object({
      notes: z.array(
        z.object({
          bookingId: idSchema('booking'),
          petId: idSchema('pet'),
          noteId: idSchema('visit note'),
          isSigned: z.boolean(),
        }),
      ),
      incidents: z.array(incidentRowSchema),
      pictures: z.array(visitPictureSchema),
    }),
  }),
  ...incidentEndpoints,
  ...pictureEndpoints,
  addNote: endpoint({
    method: 'POST',
    path: '/care/notes',
    summary: 'Drafts a visit note; files can only be sent over /rpc',
    access: 'signed-in',
    token: 'notes:write',
    rows: 'a new draft by the caller about a pet, for a booking of theirs as a provider that has begun',
    uploads: 'documents',
    mostFiles: noteLimits.files,
    input: z.object({ bookingId: idSchema('booking'), petId: idSchema('pet'), ...noteContent, files }),
    output: onlyThe,
    errors: { ...contentErrors, ...formErrors, ...only(careErrors, 'care.note_exists', 'care.not_writable') },
  }),
  changeNote: endpoint({
    method: 'PUT',
    path: '/care/notes/{id}',
    summary:
      'Saves a draft, unless it was saved elsewhere since it was read; files can only be sent over /rpc',
    access: 'signed-in',
    token: 'notes:write',
    rows: ownDraft,
    uploads: 'documents',
    mostFiles: noteLimits.files,
    input: onlyThe.extend({ seen, ...noteContent, files, keepFiles }),
    output: z.object({ version: z.int() }),
    errors: { ...changeErrors, ...formErrors },
  }),
  sign: endpoint({
    method: 'POST',
    path: '/care/notes/{id}/signature',
    summary:
      'Signs a draft as it was read, which locks it, updates the pet’s weight and vaccinations, and prescribes the medicines',
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
    summary: 'Adds a dated addendum to a signed note; at most 30 an hour',
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
    summary: 'Adds the caller’s own note or an old record about their pet; files can only be sent over /rpc',
    access: 'record:pet_owner',
    rows: 'a new note about a pet of the caller',
    uploads: 'documents',
    mostFiles: noteLimits.files,
    input: z.object({ petId: idSchema('pet'), ...ownContent, files }),
    output: onlyThe,
    errors: { ...contentErrors, ...only(careErrors, 'care.too_many_notes') },
  }),
  changeOwnNote: endpoint({
    method: 'PUT',
    path: '/care/own-notes/{id}',
    summary: 'Changes the caller’s own note, unless it was changed elsewhere since it was read',
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
    summary: 'Deletes a draft, or the caller’s own note about their pet',
    access: 'signed-in',
    rows: `${ownDraft}, or ${ownNote}`,
    input: onlyThe,
    output: done,
    errors: only(careErrors, 'care.signed'),
  }),
  links: endpoint({
    method: 'GET',
    path: '/care/notes/{id}/links',
    summary: 'Lists a note’s working links, with their addresses',
    access: 'record:pet_owner',
    rows: 'working links of a note about a pet of the caller',
    input: onlyThe,
    output: z.object({ links: z.array(linkSchema) }),
  }),
  share: endpoint({
    method: 'POST',
    path: '/care/notes/{id}/links',
    summary: 'Makes a link that opens a note to anyone who has it, for seven days; at most 20 an hour',
    access: 'record:pet_owner',
    rows: 'a new link to a note that the caller may read, about a pet of theirs',
    limit: { name: 'note-link', by: 'user', ...careRates.share },
    input: onlyThe,
    output: z.object({ id: idSchema('note link') }),
    errors: only(careErrors, 'care.too_many_links'),
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/care/links/{id}',
    summary: 'Revokes a link',
    access: 'record:pet_owner',
    rows: 'a link of a note about a pet of the caller',
    input: z.object({ id: idSchema('note link') }),
    output: done,
  }),
  shared: endpoint({
    method: 'GET',
    path: '/care/shared-notes/{token}',
    summary: 'Returns the note that a link opens; at most 60 requests in ten minutes from one network',
    access: 'anyone',
    rows: 'the note of a link that hasn’t expired or been revoked, without the pet’s owner',
    limit: { name: 'shared-note', by: 'network', ...careRates.shared },
    input: z.object({ token: z.string().max(100) }),
    output: sharedNoteSchema,
  }),
}
