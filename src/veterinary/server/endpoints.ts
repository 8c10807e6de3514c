import { findOpenDays, findSlots } from '#/booking/server/index.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import { serve } from '#/kernel/server/serve.ts'
import { veterinaryContract } from '../contract.ts'
import { claim, denyAbsence } from './absence.ts'
import { listAppointments, listVisits } from './appointments.ts'
import { bookVisit } from './book.ts'
import { replaceContactLink } from './contact-link.ts'
import { findCounts } from './counts.ts'
import { findWeekEarnings } from './earnings.ts'
import { findFigures } from './figures.ts'
import { listHistory } from './history.ts'
import { moveAppointment } from './move.ts'
import { findPetClash } from './pet-clash.ts'
import { findProfile, saveProfile } from './profile.ts'
import { listReviews, rate, reply } from './ratings.ts'
import { reschedule } from './reschedule.ts'
import { listToday } from './today.ts'
import { findVet, searchVets } from './vets.ts'
import { findVisitPet } from './visit-pet.ts'

const os = serve(veterinaryContract)
const calendarOf = (vetId: string) => ({ trade: 'veterinary' as const, providerId: vetId })

export const veterinaryEndpoints = os.router({
  profile: os.profile.handler(({ context: { actor, db } }) => findProfile(db, actor.userId)),

  saveProfile: os.saveProfile.handler(({ input, context }) => saveProfile(context, input)),

  vets: os.vets.handler(({ input, context: { db } }) => searchVets(db, input)),

  vet: os.vet.handler(
    async ({ input, context: { db } }) => (await findVet(db, input.id)) ?? refuseRequest('request.not_found'),
  ),

  counts: os.counts.handler(({ context: { db, now } }) => findCounts(db, now)),

  openDays: os.openDays.handler(({ input, context: { actor, db, now } }) =>
    findOpenDays(db, calendarOf(input.id), now, actor.userId),
  ),

  slots: os.slots.handler(({ input, context: { actor, db, now } }) =>
    findSlots(db, calendarOf(input.id), input.date, now, actor.userId),
  ),

  petClash: os.petClash.handler(({ input: { petId, startsAt, endsAt }, context: { actor, db } }) =>
    findPetClash(db, {
      userId: actor.userId,
      petId,
      startsAt: new Date(startsAt),
      endsAt: new Date(endsAt),
    }),
  ),

  book: os.book.handler(({ input, context }) => bookVisit(context, input)),

  appointments: os.appointments.handler(({ input, context: { actor, db, now } }) =>
    listAppointments(db, actor.records['pet_owner']!, input, now),
  ),

  visits: os.visits.handler(({ input, context: { actor, db, now } }) =>
    listVisits(db, actor.records['veterinary_doctor']!, input, now),
  ),

  today: os.today.handler(({ context: { actor, db, now } }) =>
    listToday(db, actor.records['veterinary_doctor']!, now),
  ),

  figures: os.figures.handler(({ context: { actor, db, now } }) =>
    findFigures(db, actor.records['veterinary_doctor']!, now),
  ),

  weekEarnings: os.weekEarnings.handler(({ context: { actor, db, now, config } }) =>
    findWeekEarnings(db, actor.records['veterinary_doctor']!, { now, gateway: config.PAYMENT_GATEWAY }),
  ),

  visitPet: os.visitPet.handler(
    async ({ input, context }) =>
      (await findVisitPet(context, input.id)) ?? refuseRequest('request.not_found'),
  ),

  reviews: os.reviews.handler(async ({ input, context: { db } }) => {
    if (!(await findVet(db, input.id))) refuseRequest('request.not_found')
    return listReviews(db, input.id, input.cursor)
  }),

  rate: os.rate.handler(async ({ input, context }) => {
    await rate(context, input)
    return { done: true as const }
  }),

  reply: os.reply.handler(async ({ input, context }) => {
    await reply(context, input)
    return { done: true as const }
  }),

  reschedule: os.reschedule.handler(({ input, context }) => reschedule(context, input)),

  denyAbsence: os.denyAbsence.handler(({ input, context }) => denyAbsence(context, input.id)),

  replaceContactLink: os.replaceContactLink.handler(async ({ input, context }) => {
    await replaceContactLink(context, input)
    return { done: true as const }
  }),

  concedeAbsence: os.concedeAbsence.handler(({ input: { id }, context }) =>
    moveAppointment(context, 'concede_absence', { id, reason: 'The vet did not come', as: 'provider' }),
  ),

  reportAbsence: os.reportAbsence.handler(({ input, context }) => claim(context, 'report_absence', input.id)),

  takeRefund: os.takeRefund.handler(({ input: { id }, context }) =>
    moveAppointment(context, 'take_refund', { id, as: 'owner' }),
  ),

  contestNoShow: os.contestNoShow.handler(({ input, context }) =>
    claim(context, 'contest_no_show', input.id),
  ),

  history: os.history.handler(({ input, context: { db, actor } }) => listHistory(db, actor, input.id)),

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
