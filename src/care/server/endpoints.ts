import { careContract } from '#/care/contract.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import { serve } from '#/kernel/server/serve.ts'
import { findIncidentsOfBookings } from './incident-queries.ts'
import { addIncident, addToIncident, answerIncident, changeIncident, readIncident } from './incidents.ts'
import { listLinks, readShared, revokeLink, shareNote } from './links.ts'
import { listOwnPatients, readPet } from './pets.ts'
import { addPictures, findPicturesOfBookings, removePicture } from './pictures.ts'
import { findNotesOfBookings } from './queries.ts'
import { readNote, readTimeline } from './show.ts'
import { addAddendum, signNote } from './sign.ts'
import { addNote, addOwnNote, changeNote, changeOwnNote, removeNote } from './write.ts'

const os = serve(careContract)

export const careEndpoints = os.router({
  patients: os.patients.handler(({ input, context }) => listOwnPatients(context, input?.cursor)),

  pet: os.pet.handler(
    async ({ input: { id }, context }) => (await readPet(context, id)) ?? refuseRequest('request.not_found'),
  ),

  notes: os.notes.handler(
    async ({ input, context }) => (await readTimeline(context, input)) ?? refuseRequest('request.not_found'),
  ),

  note: os.note.handler(
    async ({ input: { id }, context }) => (await readNote(context, id)) ?? refuseRequest('request.not_found'),
  ),

  ofBookings: os.ofBookings.handler(async ({ input: { bookingIds }, context }) => {
    const { db, actor } = context
    if (bookingIds.length === 0) return { notes: [], incidents: [], pictures: [] }
    const found = await findNotesOfBookings(db, actor, bookingIds)
    return {
      notes: found.map(({ id, booking_id, pet_id, signed_at }) => ({
        bookingId: booking_id!,
        petId: pet_id,
        noteId: id,
        isSigned: signed_at !== null,
      })),
      incidents: (await findIncidentsOfBookings(db, actor, bookingIds)).map((row) => ({
        id: row.id,
        bookingId: row.appointment_id,
        petId: row.pet_id,
        kind: row.kind,
        severity: row.severity,
        isAnswered: row.answered_at !== null,
      })),
      pictures: await findPicturesOfBookings(context, bookingIds),
    }
  }),

  incident: os.incident.handler(
    async ({ input: { id }, context }) =>
      (await readIncident(context, id)) ?? refuseRequest('request.not_found'),
  ),

  addIncident: os.addIncident.handler(({ input, context }) => addIncident(context, input)),

  changeIncident: os.changeIncident.handler(({ input, context }) => changeIncident(context, input)),

  addToIncident: os.addToIncident.handler(({ input, context }) => addToIncident(context, input)),

  answerIncident: os.answerIncident.handler(({ input, context }) => answerIncident(context, input)),

  addPictures: os.addPictures.handler(({ input, context }) => addPictures(context, input)),

  removePicture: os.removePicture.handler(({ input: { id }, context }) => removePicture(context, id)),

  addNote: os.addNote.handler(({ input, context }) => addNote(context, input)),

  changeNote: os.changeNote.handler(({ input, context }) => changeNote(context, input)),

  sign: os.sign.handler(({ input, context }) => signNote(context, input)),

  addAddendum: os.addAddendum.handler(({ input, context }) => addAddendum(context, input)),

  addOwnNote: os.addOwnNote.handler(({ input, context }) => addOwnNote(context, input)),

  changeOwnNote: os.changeOwnNote.handler(({ input, context }) => changeOwnNote(context, input)),

  removeNote: os.removeNote.handler(({ input: { id }, context }) => removeNote(context, id)),

  links: os.links.handler(async ({ input: { id }, context }) => ({
    links: await listLinks(context, context.config.AUTH_SECRET, id),
  })),

  share: os.share.handler(async ({ input: { id }, context }) => {
    return shareNote(context, context.config.AUTH_SECRET, id)
  }),

  revoke: os.revoke.handler(({ input: { id }, context }) => revokeLink(context, id)),

  shared: os.shared.handler(async ({ input: { token }, context }) => {
    return readShared(context, token)
  }),
})
