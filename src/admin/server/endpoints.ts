import { acts } from '#/admin/acts.ts'
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
import { listDeskPetReports } from '#/reports/server/index.ts'
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
import { keepPetReportAtDesk, removeGuestSightingAtDesk, removePetReportAtDesk } from './pet-reports.ts'
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

    suspend: os.suspend.handler(({ input, context }) => suspendUser(context, input)),

    liftSuspension: os.liftSuspension.handler(({ input, context }) => liftSuspension(context, input.id)),

    endSessions: os.endSessions.handler(async ({ input, context }) => ({
      ended: await endSessions(context, input.id),
    })),

    queue: os.queue.handler(({ input, context: { db } }) => listQueue(db, input)),

    submission: os.submission.handler(
      async ({ input: { record, recordId }, context }) =>
        (await readSubmission(context, record, recordId)) ?? refuseRequest('request.not_found'),
    ),

    decide: os.decide.handler(({ input, context }) => decideOnRecord(context, input)),

    messages: os.messages.handler(({ input: { show, ...search }, context: { db } }) =>
      listDesk(db, { ...search, isWaiting: show === 'waiting' }),
    ),

    message: os.message.handler(
      async ({ input: { id }, context: { db } }) =>
        (await readMessage(db, id)) ?? refuseRequest('request.not_found'),
    ),

    answerMessage: os.answerMessage.handler(({ input, context }) => answerMessageAtDesk(context, input)),

    markAnswered: os.markAnswered.handler(({ input: { id }, context }) =>
      answerMessageAtDesk(context, { id, text: null }),
    ),

    ticket: os.ticket.handler(
      async ({ input: { id }, context }) =>
        (await readTicket(context, id)) ?? refuseRequest('request.not_found'),
    ),

    answerTicket: os.answerTicket.handler(({ input, context }) => answerTicketAtDesk(context, input)),

    closeTicket: os.closeTicket.handler(({ input, context }) => closeTicketAtDesk(context, input)),

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

    decideEarlyEnd: os.decideEarlyEnd.handler(({ input, context }) => decideEarlyEndAtDesk(context, input)),

    correctAppointment: os.correctAppointment.handler(({ input, context }) =>
      correctAppointmentAtDesk(context, input),
    ),

    soldPackage: os.soldPackage.handler(
      async ({ input: { reference }, context }) =>
        (await findDeskPackage(context, reference)) ?? refuseRequest('request.not_found'),
    ),

    endPackage: os.endPackage.handler(({ input, context }) => endPackageAtDesk(context, input)),

    order: os.order.handler(
      async ({ input: { reference }, context }) =>
        (await findDeskOrder(context, reference)) ?? refuseRequest('request.not_found'),
    ),

    orders: os.orders.handler(({ input, context }) => listDeskOrders(context, input)),

    latePrescriptions: os.latePrescriptions.handler(({ input, context: { db, now } }) =>
      listLatePrescriptions(db, { ...input, now }),
    ),
    missingOrders: os.missingOrders.handler(({ input, context: { db } }) => listMissing(db, input)),

    decideMissing: os.decideMissing.handler(({ input, context }) => decideMissingAtDesk(context, input)),

    cancelOrderPart: os.cancelOrderPart.handler(({ input, context }) =>
      cancelOrderPartAtDesk(context, input),
    ),

    decideReturn: os.decideReturn.handler(({ input, context }) => decideReturnAtDesk(context, input)),

    openReturns: os.openReturns.handler(({ input, context: { db } }) => listOpenReturns(db, input)),

    sellers: os.sellers.handler(({ input, context: { db, config, now } }) =>
      searchSellers(db, input, { gateway: config.PAYMENT_GATEWAY, now }),
    ),

    autoships: os.autoships.handler(({ input, context: { db } }) => listDeskAutoships(db, input)),

    endAutoship: os.endAutoship.handler(({ input, context }) => endAutoshipAtDesk(context, input)),

    products: os.products.handler(({ input, context: { db } }) => listDeskProducts(db, input)),

    hideProduct: os.hideProduct.handler(({ input, context }) => hideProductAtDesk(context, input)),

    showProduct: os.showProduct.handler(({ input, context }) => showProductAtDesk(context, input.id)),

    taxClasses: os.taxClasses.handler(async ({ context: { db } }) => ({
      rows: await listDeskTaxClasses(db),
    })),

    addTaxClass: os.addTaxClass.handler(async ({ input, context }) => ({
      id: await addTaxClassAtDesk(context, input),
    })),

    changeTaxRate: os.changeTaxRate.handler(({ input, context }) => changeTaxRateAtDesk(context, input)),

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

    changeCoupon: os.changeCoupon.handler(({ input, context }) => changeCouponAtDesk(context, input)),

    ratings: os.ratings.handler(({ input: { show, ...search }, context: { db } }) =>
      listDeskRatings(db, { ...search, isRemoved: show === 'removed' }),
    ),

    removeRating: os.removeRating.handler(({ input, context }) => removeRatingAtDesk(context, input)),

    reviews: os.reviews.handler(({ input, context: { db } }) => listDeskReviews(db, input)),

    removeReview: os.removeReview.handler(({ input, context }) => removeReviewAtDesk(context, input)),

    keepReview: os.keepReview.handler(({ input, context }) => keepReviewAtDesk(context, input)),

    incidents: os.incidents.handler(({ input: { show, ...search }, context: { db } }) =>
      listDeskIncidents(db, { ...search, isRemoved: show === 'removed' }),
    ),

    removeIncident: os.removeIncident.handler(({ input, context }) => removeIncidentAtDesk(context, input)),

    petReports: os.petReports.handler(({ input: { show, ...search }, context: { db } }) =>
      listDeskPetReports(db, { ...search, isRemoved: show === 'removed' }),
    ),

    keepPetReport: os.keepPetReport.handler(({ input, context }) => keepPetReportAtDesk(context, input)),
    removeGuestSighting: os.removeGuestSighting.handler(({ input, context }) =>
      removeGuestSightingAtDesk(context, input),
    ),

    removePetReport: os.removePetReport.handler(({ input, context }) =>
      removePetReportAtDesk(context, input),
    ),

    injuredReports: os.injuredReports.handler(({ input, context: { db } }) => listDeskInjured(db, input)),

    moveInjuredReport: os.moveInjuredReport.handler(({ input, context }) =>
      moveInjuredAtDesk(context, input),
    ),

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

    changeEmergencyPlace: os.changeEmergencyPlace.handler(({ input, context }) =>
      changePlaceAtDesk(context, input),
    ),

    checkEmergencyPlace: os.checkEmergencyPlace.handler(({ input, context }) =>
      checkPlaceAtDesk(context, input),
    ),

    removeEmergencyPlace: os.removeEmergencyPlace.handler(({ input, context }) =>
      removePlaceAtDesk(context, input),
    ),

    payouts: os.payouts.handler(async ({ context: { db, config, now } }) => ({
      rows: await listPayouts({ db, now }, config.PAYMENT_GATEWAY),
    })),

    recordPayout: os.recordPayout.handler(({ input, context }) =>
      recordPayoutAtDesk(context, { ...input, gateway: context.config.PAYMENT_GATEWAY }),
    ),

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

    refund: os.refund.handler(({ input, context }) =>
      refundAtDesk(context, { ...input, gateway: context.config.PAYMENT_GATEWAY }),
    ),

    retryRefund: os.retryRefund.handler(({ input, context }) => retryRefundAtDesk(context, input)),

    payRefundByHand: os.payRefundByHand.handler(({ input, context }) =>
      payRefundByHandAtDesk(context, input),
    ),

    resolveReport: os.resolveReport.handler(({ input, context }) => resolveReportAtDesk(context, input)),

    logActions: os.logActions.handler(() => ({
      actions: acts.map(({ action, said }) => ({ action, said })),
    })),

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
