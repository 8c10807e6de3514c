import { appointmentsContract } from '#/appointments/contract.ts'
import type { AppointmentStatus } from '#/appointments/rules.ts'
import { type Trades, tradeOf } from '#/appointments/trade.ts'
import type { Trade } from '#/booking/trades.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Config } from '#/kernel/server/config.ts'
import type { Db } from '#/kernel/server/db.ts'
import { serve } from '#/kernel/server/serve.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { claim, denyAbsence, disputeEarlyEnd, endEarly, resumeStay } from './absence.ts'
import { replaceContactLink } from './contact-link.ts'
import { findCounts } from './counts.ts'
import { findWeekEarnings } from './earnings.ts'
import { findFigures } from './figures.ts'
import { listHistory } from './history.ts'
import { findKinds, listAppointments, listVisits } from './lists.ts'
import { moveAppointment } from './move.ts'
import { findPetClash } from './pet-clash.ts'
import { propose, refuseProposal, takeProposal, withdrawProposal } from './proposals.ts'
import { reschedule } from './reschedule.ts'
import { absentText } from './sweeps.ts'
import { listToday } from './today.ts'
import { findVisitPet } from './visit-pet.ts'

const os = serve(appointmentsContract)

/** Replaces the accepting move, in trades where accepting does more. */
export type AcceptOf = Readonly<
  Record<
    string,
    (
      work: ActorWork & { config: Config },
      accepted: { id: string },
    ) => Promise<{ id: string; status: AppointmentStatus }>
  >
>

export const appointmentsEndpoints = (trades: Trades, acceptOf: AcceptOf = {}) =>
  os.router({
    appointments: os.appointments.handler(({ input, context: { actor, db, now } }) =>
      listAppointments({ db, now, trades }, actor.records['pet_owner']!, input),
    ),

    kinds: os.kinds.handler(async ({ context: { actor, db } }) => ({
      trades: await findKinds(db, actor.records['pet_owner']!),
    })),

    counts: os.counts.handler(({ context: { db, now } }) => findCounts(db, now)),

    petClash: os.petClash.handler(({ input, context: { actor, db } }) =>
      findPetClash(db, { userId: actor.userId, ...input }),
    ),

    history: os.history.handler(({ input, context: { db, actor } }) => listHistory(db, actor, input.id)),

    cancel: os.cancel.handler(({ input, context }) => moveAppointment(context, 'cancel', input)),

    reschedule: os.reschedule.handler(({ input, context }) => reschedule({ ...context, trades }, input)),

    takeProposal: os.takeProposal.handler(({ input, context }) => takeProposal(context, input)),

    refuseProposal: os.refuseProposal.handler(({ input, context }) => refuseProposal(context, input)),

    reportAbsence: os.reportAbsence.handler(({ input, context }) =>
      claim(context, 'report_absence', input.id),
    ),

    agreeEarlyEnd: os.agreeEarlyEnd.handler(({ input: { id }, context }) =>
      moveAppointment(context, 'agree_early_end', { id, as: 'owner' }),
    ),

    takeRefund: os.takeRefund.handler(({ input: { id }, context }) =>
      moveAppointment(context, 'take_refund', { id, as: 'owner' }),
    ),

    contestNoShow: os.contestNoShow.handler(({ input, context }) =>
      claim(context, 'contest_no_show', input.id),
    ),

    visits: os.visits.handler(({ input, context: { actor, db, now } }) =>
      listVisits({ db, now, trades }, actor, input),
    ),

    today: os.today.handler(({ context: { actor, db, now } }) => listToday({ db, now, trades }, actor)),

    figures: os.figures.handler(({ context: { actor, db, now } }) => findFigures(db, actor, now)),

    weekEarnings: os.weekEarnings.handler(({ context: { actor, db, now, config } }) =>
      findWeekEarnings(db, actor, { now, gateway: config.PAYMENT_GATEWAY }),
    ),

    visitPet: os.visitPet.handler(
      async ({ input, context }) =>
        (await findVisitPet(context, input)) ?? refuseRequest('request.not_found'),
    ),

    accept: os.accept.handler(async ({ input, context }) => {
      const accept = acceptOf[(await findTrade(context.db, input.id)) ?? '']
      return accept
        ? accept(context, input)
        : moveAppointment(context, 'accept', { ...input, as: 'provider' })
    }),

    decline: os.decline.handler(({ input, context }) =>
      moveAppointment(context, 'decline', { ...input, as: 'provider' }),
    ),

    complete: os.complete.handler(({ input, context }) =>
      moveAppointment(context, 'complete', { ...input, as: 'provider' }),
    ),

    endEarly: os.endEarly.handler(({ input, context }) => endEarly(context, input.id)),

    resumeStay: os.resumeStay.handler(({ input, context }) => resumeStay(context, input.id)),

    disputeEarlyEnd: os.disputeEarlyEnd.handler(({ input, context }) => disputeEarlyEnd(context, input.id)),

    reportNoShow: os.reportNoShow.handler(({ input, context }) =>
      moveAppointment(context, 'report_no_show', { ...input, as: 'provider' }),
    ),

    denyAbsence: os.denyAbsence.handler(({ input, context }) => denyAbsence(context, input.id)),

    concedeAbsence: os.concedeAbsence.handler(({ input: { id }, context }) =>
      moveAppointment(context, 'concede_absence', {
        id,
        as: 'provider',
        reason: (row) => absentText(tradeOf(trades, row.trade).provider, row),
      }),
    ),

    propose: os.propose.handler(({ input: { note, ...input }, context }) =>
      propose(context, { ...input, note: note ?? null }),
    ),

    withdrawProposal: os.withdrawProposal.handler(({ input, context }) =>
      withdrawProposal(context, input.id),
    ),

    replaceContactLink: os.replaceContactLink.handler(({ input, context }) =>
      replaceContactLink(context, input),
    ),
  })

async function findTrade(db: Db, id: string): Promise<Trade | undefined> {
  const row = await db.selectFrom('appointments').select('trade').where('id', '=', id).executeTakeFirst()
  return row?.trade
}
