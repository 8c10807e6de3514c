import { refuseRequest } from '#/kernel/errors.ts'
import { serve } from '#/kernel/server/serve.ts'
import { sittingContract } from '#/sitting/contract.ts'
import { findBookingRules, saveBookingRules } from './booking-rules.ts'
import { addCardPhoto } from './card/photos.ts'
import { findVisitCards } from './card/show.ts'
import { addToCard } from './card/write.ts'
import { findDefaults } from './defaults.ts'
import { findLeftOut } from './left-out.ts'
import { askToMeet } from './meet/ask.ts'
import { listMeets } from './meet/find.ts'
import { acceptMeeting, endMeeting, suggestMeeting } from './meet/move.ts'
import { agreeToMove, askToMove, endAskedMove } from './move.ts'
import { listMoves } from './move-rows.ts'
import { pauseRequest, resumeRequest } from './pause.ts'
import { addPhoto, findProfile, removePhoto, saveProfile } from './profile.ts'
import { endRequest, findLeaving } from './repeat.ts'
import { findReplacements } from './replacements.ts'
import { requestSitters } from './request.ts'
import { findCalendar } from './room.ts'
import { findSitter, findSitters } from './sitters.ts'

const os = serve(sittingContract)

export const sittingEndpoints = os.router({
  sitters: os.sitters.handler(({ input, context }) => findSitters(context, input)),

  sitter: os.sitter.handler(
    async ({ input, context }) => (await findSitter(context, input.id)) ?? refuseRequest('request.not_found'),
  ),

  calendar: os.calendar.handler(({ input, context: { db, now, visitor } }) =>
    findCalendar({ db, now, viewerId: visitor?.userId ?? null }, input.id),
  ),

  leftOut: os.leftOut.handler(({ input, context }) => findLeftOut(context, input)),

  requestDefaults: os.requestDefaults.handler(({ context }) => findDefaults(context)),

  request: os.request.handler(({ input, context }) => requestSitters(context, input)),

  replacements: os.replacements.handler(({ input, context }) => findReplacements(context, input.id)),

  end: os.end.handler(({ input, context }) => endRequest(context, input)),

  leaving: os.leaving.handler(({ input, context }) => findLeaving(context, input)),

  pause: os.pause.handler(({ input, context }) => pauseRequest(context, input)),

  resume: os.resume.handler(({ input, context }) => resumeRequest(context, input)),

  visitCards: os.visitCards.handler(
    async ({ input, context }) =>
      (await findVisitCards(context, input.appointmentId)) ?? refuseRequest('request.not_found'),
  ),

  addToCard: os.addToCard.handler(({ input: { entry, ...where }, context }) =>
    addToCard(context, where, entry),
  ),

  addCardPhoto: os.addCardPhoto.handler(({ input, context }) => addCardPhoto(context, input)),

  askToMeet: os.askToMeet.handler(({ input, context }) => askToMeet(context, input)),

  meetGreets: os.meetGreets.handler(({ input, context }) => listMeets(context, input)),

  acceptMeeting: os.acceptMeeting.handler(({ input, context }) => acceptMeeting(context, input)),

  suggestMeeting: os.suggestMeeting.handler(({ input, context }) => suggestMeeting(context, input)),

  declineMeeting: os.declineMeeting.handler(({ input, context }) => endMeeting(context, 'decline', input)),

  cancelMeeting: os.cancelMeeting.handler(({ input, context }) => endMeeting(context, 'cancel', input)),

  moves: os.moves.handler(({ context }) => listMoves(context)),

  askToMove: os.askToMove.handler(({ input, context }) => askToMove(context, input)),

  agreeToMove: os.agreeToMove.handler(({ input, context }) => agreeToMove(context, input)),

  declineMove: os.declineMove.handler(({ input, context }) => endAskedMove(context, 'declined', input)),

  withdrawMove: os.withdrawMove.handler(({ input, context }) => endAskedMove(context, 'withdrawn', input)),

  bookingRules: os.bookingRules.handler(({ context }) => findBookingRules(context)),

  saveBookingRules: os.saveBookingRules.handler(({ input, context }) => saveBookingRules(context, input)),

  profile: os.profile.handler(({ context: { actor, db } }) => findProfile(db, actor.userId)),

  saveProfile: os.saveProfile.handler(({ input, context }) => saveProfile(context, input)),

  addPhoto: os.addPhoto.handler(({ input, context }) => addPhoto(context, input.photo)),

  removePhoto: os.removePhoto.handler(({ input, context }) => removePhoto(context, input.url)),
})
