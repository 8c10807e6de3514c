import { findOpenDays, findSlots } from '#/booking/server/index.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import { serve } from '#/kernel/server/serve.ts'
import { veterinaryContract } from '../contract.ts'
import { listAppointments, listVisits } from './appointments.ts'
import { bookVisit } from './book.ts'
import { moveAppointment } from './move.ts'
import { findProfile, saveProfile } from './profile.ts'
import { findVet, searchVets } from './vets.ts'

const os = serve(veterinaryContract)
const calendarOf = (vetId: string) => ({ trade: 'veterinary' as const, providerId: vetId })

export const veterinaryEndpoints = os.router({
  profile: os.profile.handler(({ context: { actor, db } }) => findProfile(db, actor.userId)),

  saveProfile: os.saveProfile.handler(({ input, context }) => saveProfile(context, input)),

  vets: os.vets.handler(({ input, context: { db } }) => searchVets(db, input)),

  vet: os.vet.handler(
    async ({ input, context: { db } }) => (await findVet(db, input.id)) ?? refuseRequest('request.not_found'),
  ),

  openDays: os.openDays.handler(({ input, context: { db, now } }) =>
    findOpenDays(db, calendarOf(input.id), now),
  ),

  slots: os.slots.handler(({ input, context: { db, now } }) =>
    findSlots(db, calendarOf(input.id), input.date, now),
  ),

  book: os.book.handler(({ input, context }) => bookVisit(context, input)),

  appointments: os.appointments.handler(({ input, context: { actor, db, now } }) =>
    listAppointments(db, actor.records['pet_owner']!, input, now),
  ),

  visits: os.visits.handler(({ input, context: { actor, db, now } }) =>
    listVisits(db, actor.records['veterinary_doctor']!, input, now),
  ),

  cancel: os.cancel.handler(({ input, context }) => moveAppointment(context, 'cancel', input)),

  accept: os.accept.handler(({ input, context }) =>
    moveAppointment(context, 'accept', { ...input, as: 'provider' }),
  ),

  decline: os.decline.handler(({ input, context }) =>
    moveAppointment(context, 'decline', { ...input, as: 'provider' }),
  ),

  complete: os.complete.handler(({ input, context }) =>
    moveAppointment(context, 'complete', { ...input, as: 'provider' }),
  ),

  reportNoShow: os.reportNoShow.handler(({ input, context }) =>
    moveAppointment(context, 'report_no_show', { ...input, as: 'provider' }),
  ),
})
