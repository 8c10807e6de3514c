import { adminContract } from '#/admin/contract.ts'
import { findDeskAppointment, listDeskAppointments, listDisputedEnds } from '#/appointments/server/index.ts'
import type { Trades } from '#/appointments/trade.ts'
import { listDeskIncidents } from '#/care/server/index.ts'
import { listDeskInjured, listDeskPlaces, readDeskPlace } from '#/emergency/server/index.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import { serve } from '#/kernel/server/serve.ts'
import { listReports } from '#/messaging/server/index.ts'
import { findDeskPackage } from '#/packages/server/index.ts'
import {
  exportReconciliation,
  listGatewayBalances,
  listMoneyBack,
  listReconciledDays,
  listReconciledLines,
} from '#/payments/server/index.ts'
import { listDeskRatings } from '#/ratings/server/index.ts'
import { listDeskEntries, listDeskPetReports } from '#/reports/server/index.ts'
import {
  findDeskOrder,
  listCoupons,
  listDeskAutoships,
  listDeskOrders,
  listDeskProducts,
  listDeskReviews,
  listDeskTaxClasses,
  listLatePrescriptions,
  listMissing,
  listOpenReturns,
  listSellerNames,
  readDeskCoupon,
} from '#/shop/server/index.ts'
import { findDeskCards, listMeetsOf } from '#/sitting/server/index.ts'
import { listDesk, readMessage, readTicket } from '#/support/server/index.ts'
import { listQueue, readSubmission } from '#/verification/server/index.ts'
import { correctAppointmentAtDesk, decideEarlyEndAtDesk } from './appointments.ts'
import { endAutoshipAtDesk } from './autoships.ts'
import { addCouponAtDesk, changeCouponAtDesk } from './coupons.ts'
import { decideOnRecord } from './decision.ts'
import {
  addPlaceAtDesk,
  changePlaceAtDesk,
  checkPlaceAtDesk,
  importPlacesAtDesk,
  removePlaceAtDesk,
} from './emergency-places.ts'
import { removeIncidentAtDesk } from './incidents.ts'
import { moveInjuredAtDesk } from './injured.ts'
import { readLog } from './log.ts'
import { answerMessageAtDesk, answerTicketAtDesk, closeTicketAtDesk } from './messages.ts'
import { cancelOrderPartAtDesk, decideMissingAtDesk, decideReturnAtDesk } from './orders.ts'
import { endPackageAtDesk } from './packages.ts'
import { listPayouts, recordPayoutAtDesk } from './payouts.ts'
import { keepPetReportAtDesk, removeEntryAtDesk, removePetReportAtDesk } from './pet-reports.ts'
import { hideProductAtDesk, showProductAtDesk } from './products.ts'
import { keepReviewAtDesk, removeRatingAtDesk, removeReviewAtDesk } from './ratings.ts'
import { payRefundByHandAtDesk, refundAtDesk, retryRefundAtDesk } from './refunds.ts'
import { resolveReportAtDesk } from './reports.ts'
import { searchSellers } from './sellers.ts'
import { endSessions, liftSuspension, suspendUser } from './suspension.ts'
import { addTaxClassAtDesk, changeTaxRateAtDesk } from './tax-classes.ts'
import { searchUsers, showOneUser } from './users.ts'

const os = serve(adminContract)

export const adminEndpoints = (trades: Trades) =>
  os.router({
    me: os.me.handler(async ({ context }) => {
      const admin = await context.findAdmin({ isGlance: true })
      if (!admin) return { admin: null }
      const { adminId: id, name, email, role } = admin
      return { admin: { id, name, email, role } }
    }),

    users: os.users.handler(({ input, context: { db } }) => searchUsers(db, input)),

    user: os.user.handler(({ input, context: { db, now } }) => showOneUser(db, input.id, now)),

    suspend: os.suspend.handler(async ({ input, context }) => {
      await suspendUser(context, input)
      return { done: true }
    }),

    liftSuspension: os.liftSuspension.handler(async ({ input, context }) => {
      await liftSuspension(context, input.id)
      return { done: true }
    }),

    endSessions: os.endSessions.handler(async ({ input, context }) => ({
      ended: await endSessions(context, input.id),
    })),

    queue: os.queue.handler(({ input, context: { db } }) => listQueue(db, input)),

    submission: os.submission.handler(
      async ({ input: { record, recordId }, context }) =>
        (await readSubmission(context, record, recordId)) ?? refuseRequest('request.not_found'),
    ),

    decide: os.decide.handler(async ({ input, context }) => {
      await decideOnRecord(context, input)
      return { done: true }
    }),

    messages: os.messages.handler(({ input: { show, ...search }, context: { db } }) =>
      listDesk(db, { ...search, isWaiting: show === 'waiting' }),
    ),

    message: os.message.handler(
      async ({ input: { id }, context: { db } }) =>
        (await readMessage(db, id)) ?? refuseRequest('request.not_found'),
    ),

    answerMessage: os.answerMessage.handler(async ({ input, context }) => {
      await answerMessageAtDesk(context, input)
      return { done: true }
    }),

    markAnswered: os.markAnswered.handler(async ({ input: { id }, context }) => {
      await answerMessageAtDesk(context, { id, text: null })
      return { done: true }
    }),

    ticket: os.ticket.handler(
      async ({ input: { id }, context }) =>
        (await readTicket(context, id)) ?? refuseRequest('request.not_found'),
    ),

    answerTicket: os.answerTicket.handler(async ({ input, context }) => {
      await answerTicketAtDesk(context, input)
      return { done: true }
    }),

    closeTicket: os.closeTicket.handler(async ({ input, context }) => {
      await closeTicketAtDesk(context, input)
      return { done: true }
    }),

    reports: os.reports.handler(({ input: { show, cursor }, context }) =>
      listReports(context, { cursor, isWaiting: show === 'waiting' }),
    ),

    meetGreetsOf: os.meetGreetsOf.handler(({ input, context }) => listMeetsOf(context, input)),

    appointmentsOf: os.appointmentsOf.handler(({ input: { id, cursor }, context: { db } }) =>
      listDeskAppointments(db, trades, { userId: id, cursor }),
    ),

    appointment: os.appointment.handler(
      async ({ input: { reference }, context }) =>
        (await findDeskAppointment({ ...context, trades }, reference)) ?? refuseRequest('request.not_found'),
    ),

    visitCards: os.visitCards.handler(
      async ({ input, context }) =>
        (await findDeskCards(context, input.id)) ?? refuseRequest('request.not_found'),
    ),

    disputedEnds: os.disputedEnds.handler(({ input, context: { db } }) =>
      listDisputedEnds(db, trades, input),
    ),

    decideEarlyEnd: os.decideEarlyEnd.handler(async ({ input, context }) => {
      await decideEarlyEndAtDesk(context, input)
      return { done: true as const }
    }),

    correctAppointment: os.correctAppointment.handler(async ({ input, context }) => {
      await correctAppointmentAtDesk(context, input)
      return { done: true as const }
    }),

    soldPackage: os.soldPackage.handler(
      async ({ input: { reference }, context }) =>
        (await findDeskPackage(context, reference)) ?? refuseRequest('request.not_found'),
    ),

    endPackage: os.endPackage.handler(async ({ input, context }) => {
      await endPackageAtDesk(context, input)
      return { done: true as const }
    }),

    order: os.order.handler(
      async ({ input: { reference }, context }) =>
        (await findDeskOrder(context, reference)) ?? refuseRequest('request.not_found'),
    ),

    orders: os.orders.handler(({ input, context }) => listDeskOrders(context, input)),

    latePrescriptions: os.latePrescriptions.handler(({ input, context: { db, now } }) =>
      listLatePrescriptions(db, { ...input, now }),
    ),
    missingOrders: os.missingOrders.handler(({ input, context: { db } }) => listMissing(db, input)),

    decideMissing: os.decideMissing.handler(async ({ input, context }) => {
      await decideMissingAtDesk(context, input)
      return { done: true as const }
    }),

    cancelOrderPart: os.cancelOrderPart.handler(async ({ input, context }) => {
      await cancelOrderPartAtDesk(context, input)
      return { done: true as const }
    }),

    decideReturn: os.decideReturn.handler(async ({ input, context }) => {
      await decideReturnAtDesk(context, input)
      return { done: true as const }
    }),

    openReturns: os.openReturns.handler(({ input, context: { db } }) => listOpenReturns(db, input)),

    sellers: os.sellers.handler(({ input, context: { db, config, now } }) =>
      searchSellers(db, input, { gateway: config.PAYMENT_GATEWAY, now }),
    ),

    autoships: os.autoships.handler(({ input, context: { db } }) => listDeskAutoships(db, input)),

    endAutoship: os.endAutoship.handler(async ({ input, context }) => {
      await endAutoshipAtDesk(context, input)
      return { done: true as const }
    }),

    products: os.products.handler(({ input, context: { db } }) => listDeskProducts(db, input)),

    hideProduct: os.hideProduct.handler(async ({ input, context }) => {
      await hideProductAtDesk(context, input)
      return { done: true as const }
    }),

    showProduct: os.showProduct.handler(async ({ input, context }) => {
      await showProductAtDesk(context, input.id)
      return { done: true as const }
    }),

    taxClasses: os.taxClasses.handler(async ({ context: { db } }) => ({
      rows: await listDeskTaxClasses(db),
    })),

    addTaxClass: os.addTaxClass.handler(async ({ input, context }) => ({
      id: await addTaxClassAtDesk(context, input),
    })),

    changeTaxRate: os.changeTaxRate.handler(async ({ input, context }) => {
      await changeTaxRateAtDesk(context, input)
      return { done: true as const }
    }),

    coupons: os.coupons.handler(({ input, context }) =>
      listCoupons(context, input, context.config.DEFAULT_TIME_ZONE),
    ),

    coupon: os.coupon.handler(
      async ({ input: { id }, context: { db } }) =>
        (await readDeskCoupon(db, id)) ?? refuseRequest('request.not_found'),
    ),

    couponChoices: os.couponChoices.handler(async ({ context: { db, config } }) => ({
      sellers: await listSellerNames(db),
      timeZone: config.DEFAULT_TIME_ZONE,
    })),

    addCoupon: os.addCoupon.handler(async ({ input, context }) => ({
      id: await addCouponAtDesk(context, input),
    })),

    changeCoupon: os.changeCoupon.handler(async ({ input, context }) => {
      await changeCouponAtDesk(context, input)
      return { done: true as const }
    }),

    ratings: os.ratings.handler(({ input: { show, ...search }, context: { db } }) =>
      listDeskRatings(db, { ...search, isRemoved: show === 'removed' }),
    ),

    removeRating: os.removeRating.handler(async ({ input, context }) => {
      await removeRatingAtDesk(context, input)
      return { done: true as const }
    }),

    reviews: os.reviews.handler(({ input, context: { db } }) => listDeskReviews(db, input)),

    removeReview: os.removeReview.handler(async ({ input, context }) => {
      await removeReviewAtDesk(context, input)
      return { done: true as const }
    }),

    keepReview: os.keepReview.handler(async ({ input, context }) => {
      await keepReviewAtDesk(context, input)
      return { done: true as const }
    }),

    incidents: os.incidents.handler(({ input: { show, ...search }, context: { db } }) =>
      listDeskIncidents(db, { ...search, isRemoved: show === 'removed' }),
    ),

    removeIncident: os.removeIncident.handler(async ({ input, context }) => {
      await removeIncidentAtDesk(context, input)
      return { done: true as const }
    }),

    petReports: os.petReports.handler(({ input: { show, ...search }, context: { db } }) =>
      listDeskPetReports(db, { ...search, isRemoved: show === 'removed' }),
    ),

    keepPetReport: os.keepPetReport.handler(async ({ input, context }) => {
      await keepPetReportAtDesk(context, input)
      return { done: true }
    }),
    petReportEntries: os.petReportEntries.handler(({ input, context: { db } }) => listDeskEntries(db, input)),

    removePetReportEntry: os.removePetReportEntry.handler(async ({ input, context }) => {
      await removeEntryAtDesk(context, input)
      return { done: true as const }
    }),

    removePetReport: os.removePetReport.handler(async ({ input, context }) => {
      await removePetReportAtDesk(context, input)
      return { done: true as const }
    }),

    injuredReports: os.injuredReports.handler(({ input, context: { db } }) => listDeskInjured(db, input)),

    moveInjuredReport: os.moveInjuredReport.handler(async ({ input, context }) => {
      await moveInjuredAtDesk(context, input)
      return { done: true }
    }),

    emergencyPlaces: os.emergencyPlaces.handler(({ input, context: { db } }) => listDeskPlaces(db, input)),

    emergencyPlace: os.emergencyPlace.handler(
      async ({ input: { id }, context: { db } }) =>
        (await readDeskPlace(db, id)) ?? refuseRequest('request.not_found'),
    ),

    addEmergencyPlace: os.addEmergencyPlace.handler(async ({ input: { fields }, context }) => ({
      id: await addPlaceAtDesk(context, fields, context.config.DEFAULT_TIME_ZONE),
    })),

    importEmergencyPlaces: os.importEmergencyPlaces.handler(({ input, context }) =>
      importPlacesAtDesk(context, { ...input, timeZone: context.config.DEFAULT_TIME_ZONE }),
    ),

    changeEmergencyPlace: os.changeEmergencyPlace.handler(async ({ input, context }) => {
      await changePlaceAtDesk(context, input)
      return { done: true as const }
    }),

    checkEmergencyPlace: os.checkEmergencyPlace.handler(async ({ input, context }) => {
      await checkPlaceAtDesk(context, input)
      return { done: true as const }
    }),

    removeEmergencyPlace: os.removeEmergencyPlace.handler(async ({ input, context }) => {
      await removePlaceAtDesk(context, input)
      return { done: true as const }
    }),

    payouts: os.payouts.handler(async ({ context: { db, config, now } }) => ({
      rows: await listPayouts({ db, now }, config.PAYMENT_GATEWAY),
    })),

    recordPayout: os.recordPayout.handler(async ({ input, context }) => {
      await recordPayoutAtDesk(context, { ...input, gateway: context.config.PAYMENT_GATEWAY })
      return { done: true as const }
    }),

    gatewayBalances: os.gatewayBalances.handler(async ({ context: { db, config, now } }) => ({
      rows: await listGatewayBalances(db, { gateway: config.PAYMENT_GATEWAY, now }),
    })),

    reconciledDays: os.reconciledDays.handler(({ input, context: { db, config } }) =>
      listReconciledDays(db, { ...input, timeZone: config.DEFAULT_TIME_ZONE }),
    ),

    reconciledLines: os.reconciledLines.handler(({ input, context: { db, config } }) =>
      listReconciledLines(db, { ...input, timeZone: config.DEFAULT_TIME_ZONE }),
    ),

    exportReconciliation: os.exportReconciliation.handler(({ input, context: { db, config } }) =>
      exportReconciliation(db, { ...input, timeZone: config.DEFAULT_TIME_ZONE }),
    ),

    moneyBack: os.moneyBack.handler(({ input, context: { db } }) => listMoneyBack(db, input)),

    refund: os.refund.handler(async ({ input, context }) => {
      await refundAtDesk(context, { ...input, gateway: context.config.PAYMENT_GATEWAY })
      return { done: true as const }
    }),

    retryRefund: os.retryRefund.handler(async ({ input, context }) => {
      await retryRefundAtDesk(context, input)
      return { done: true as const }
    }),

    payRefundByHand: os.payRefundByHand.handler(async ({ input, context }) => {
      await payRefundByHandAtDesk(context, input)
      return { done: true as const }
    }),

    resolveReport: os.resolveReport.handler(async ({ input, context }) => {
      await resolveReportAtDesk(context, input)
      return { done: true }
    }),

    log: os.log.handler(({ input, context: { db } }) => readLog(db, input)),

    admins: os.admins.handler(async ({ context: { db } }) => {
      const admins = await db
        .selectFrom('admin_users')
        .select(['id', 'name', 'email', 'role'])
        .orderBy('name')
        .execute()
      return { admins }
    }),
  })
