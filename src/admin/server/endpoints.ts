import { acts } from '#/admin/acts.ts'
import { adminContract } from '#/admin/contract.ts'
import {
  correctAppointment,
  decideEarlyEnd,
  findDeskAppointment,
  listDeskAppointments,
  listDisputedEnds,
} from '#/appointments/server/index.ts'
import type { Trades } from '#/appointments/trade.ts'
import { listDeskIncidents, removeIncident } from '#/care/server/index.ts'
import { listDeskInjured, listDeskPlaces, moveAtDesk, readDeskPlace } from '#/emergency/server/index.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import { serve } from '#/kernel/server/serve.ts'
import { listReports, resolveReport } from '#/messaging/server/index.ts'
import { endPackage, findDeskPackage } from '#/packages/server/index.ts'
import {
  exportReconciliation,
  listGatewayBalances,
  listMoneyBack,
  listReconciledDays,
  listReconciledLines,
} from '#/payments/server/index.ts'
import { listDeskRatings, removeRating } from '#/ratings/server/index.ts'
import {
  keepPetReport,
  listDeskEntries,
  listDeskPetReports,
  removeEntryByDesk,
  removePetReport,
} from '#/reports/server/index.ts'
import {
  addTaxClass,
  cancelByDesk,
  changeTaxRate,
  decideMissing,
  decideReturn,
  endForBuyer,
  findDeskOrder,
  hideProduct,
  keepReview,
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
  removeReview,
  showProduct,
} from '#/shop/server/index.ts'
import { findDeskCards, listMeetsOf } from '#/sitting/server/index.ts'
import {
  answerMessage,
  answerTicket,
  closeForUser,
  listDesk,
  readMessage,
  readTicket,
} from '#/support/server/index.ts'
import { listQueue, readSubmission } from '#/verification/server/index.ts'
import { act } from './act.ts'
import { addCouponAtDesk, changeCouponAtDesk } from './coupons.ts'
import { decideOnRecord } from './decision.ts'
import {
  addPlaceAtDesk,
  changePlaceAtDesk,
  checkPlaceAtDesk,
  importPlacesAtDesk,
  removePlaceAtDesk,
} from './emergency-places.ts'
import { readLog } from './log.ts'
import { listPayouts, recordPayoutAtDesk } from './money/payouts.ts'
import { payRefundByHandAtDesk, refundAtDesk, retryRefundAtDesk } from './money/refunds.ts'
import { searchSellers } from './sellers.ts'
import { endSessions, liftSuspension, suspendUser } from './users/suspension.ts'
import { searchUsers, showOneUser } from './users/users.ts'

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

    suspend: act(os.suspend, suspendUser),

    liftSuspension: act(os.liftSuspension, liftSuspension),

    endSessions: act(os.endSessions, endSessions),

    queue: os.queue.handler(({ input, context: { db } }) => listQueue(db, input)),

    submission: os.submission.handler(
      async ({ input: { record, recordId }, context }) =>
        (await readSubmission(context, record, recordId)) ?? refuseRequest('request.not_found'),
    ),

    decide: act(os.decide, decideOnRecord, (_input, { action }) => action),

    messages: os.messages.handler(({ input: { show, ...search }, context: { db } }) =>
      listDesk(db, { ...search, isWaiting: show === 'waiting' }),
    ),

    message: os.message.handler(
      async ({ input: { id }, context: { db } }) =>
        (await readMessage(db, id)) ?? refuseRequest('request.not_found'),
    ),

    answerMessage: act(os.answerMessage, (work, input) => answerMessage(work, work.config, input)),

    markAnswered: act(os.markAnswered, (work, input) =>
      answerMessage(work, work.config, { ...input, text: null }),
    ),

    ticket: os.ticket.handler(
      async ({ input: { id }, context }) =>
        (await readTicket(context, id)) ?? refuseRequest('request.not_found'),
    ),

    answerTicket: act(os.answerTicket, answerTicket),

    closeTicket: act(os.closeTicket, closeForUser),

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

    decideEarlyEnd: act(os.decideEarlyEnd, decideEarlyEnd),

    correctAppointment: act(os.correctAppointment, correctAppointment),

    soldPackage: os.soldPackage.handler(
      async ({ input: { reference }, context }) =>
        (await findDeskPackage(context, reference)) ?? refuseRequest('request.not_found'),
    ),

    endPackage: act(os.endPackage, endPackage),

    order: os.order.handler(
      async ({ input: { reference }, context }) =>
        (await findDeskOrder(context, reference)) ?? refuseRequest('request.not_found'),
    ),

    orders: os.orders.handler(({ input, context }) => listDeskOrders(context, input)),

    latePrescriptions: os.latePrescriptions.handler(({ input, context: { db, now } }) =>
      listLatePrescriptions(db, { ...input, now }),
    ),
    missingOrders: os.missingOrders.handler(({ input, context: { db } }) => listMissing(db, input)),

    decideMissing: act(os.decideMissing, decideMissing, ({ decision }) =>
      decision === 'refund' ? 'order.refunded' : 'order.released',
    ),

    cancelOrderPart: act(os.cancelOrderPart, cancelByDesk),

    decideReturn: act(os.decideReturn, decideReturn, ({ decision }) =>
      decision === 'approve' ? 'order.return_approved' : 'order.return_refused',
    ),

    openReturns: os.openReturns.handler(({ input, context: { db } }) => listOpenReturns(db, input)),

    sellers: os.sellers.handler(({ input, context: { db, config, now } }) =>
      searchSellers(db, input, { gateway: config.PAYMENT_GATEWAY, now }),
    ),

    autoships: os.autoships.handler(({ input, context: { db } }) => listDeskAutoships(db, input)),

    endAutoship: act(os.endAutoship, endForBuyer),

    products: os.products.handler(({ input, context: { db } }) => listDeskProducts(db, input)),

    hideProduct: act(os.hideProduct, hideProduct),

    showProduct: act(os.showProduct, showProduct),

    taxClasses: os.taxClasses.handler(async ({ context: { db } }) => ({
      rows: await listDeskTaxClasses(db),
    })),

    addTaxClass: act(os.addTaxClass, addTaxClass),

    changeTaxRate: act(os.changeTaxRate, changeTaxRate),

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

    addCoupon: act(os.addCoupon, addCouponAtDesk),

    changeCoupon: act(os.changeCoupon, changeCouponAtDesk),

    ratings: os.ratings.handler(({ input: { show, ...search }, context: { db } }) =>
      listDeskRatings(db, { ...search, isRemoved: show === 'removed' }),
    ),

    removeRating: act(os.removeRating, removeRating, ({ part }) =>
      part === 'rating' ? 'rating.removed' : 'rating.reply_removed',
    ),

    reviews: os.reviews.handler(({ input, context: { db } }) => listDeskReviews(db, input)),

    removeReview: act(os.removeReview, removeReview, ({ part }) =>
      part === 'rating' ? 'review.removed' : 'review.reply_removed',
    ),

    keepReview: act(os.keepReview, keepReview),

    incidents: os.incidents.handler(({ input: { show, ...search }, context: { db } }) =>
      listDeskIncidents(db, { ...search, isRemoved: show === 'removed' }),
    ),

    removeIncident: act(os.removeIncident, removeIncident),

    petReports: os.petReports.handler(({ input: { show, ...search }, context: { db } }) =>
      listDeskPetReports(db, { ...search, isRemoved: show === 'removed' }),
    ),

    keepPetReport: act(os.keepPetReport, keepPetReport),

    petReportEntries: os.petReportEntries.handler(({ input, context: { db } }) => listDeskEntries(db, input)),

    removePetReportEntry: act(os.removePetReportEntry, removeEntryByDesk, (_input, { kind }) =>
      kind === 'comment' ? 'pet.comment_removed' : 'pet.sighting_removed',
    ),

    removePetReport: act(os.removePetReport, removePetReport),

    injuredReports: os.injuredReports.handler(({ input, context: { db } }) => listDeskInjured(db, input)),

    moveInjuredReport: act(os.moveInjuredReport, moveAtDesk),

    emergencyPlaces: os.emergencyPlaces.handler(({ input, context: { db } }) => listDeskPlaces(db, input)),

    emergencyPlace: os.emergencyPlace.handler(
      async ({ input: { id }, context: { db } }) =>
        (await readDeskPlace(db, id)) ?? refuseRequest('request.not_found'),
    ),

    addEmergencyPlace: act(os.addEmergencyPlace, addPlaceAtDesk),

    importEmergencyPlaces: act(os.importEmergencyPlaces, importPlacesAtDesk),

    changeEmergencyPlace: act(os.changeEmergencyPlace, changePlaceAtDesk),

    checkEmergencyPlace: act(os.checkEmergencyPlace, checkPlaceAtDesk),

    removeEmergencyPlace: act(os.removeEmergencyPlace, removePlaceAtDesk),

    payouts: os.payouts.handler(async ({ context: { db, config, now } }) => ({
      rows: await listPayouts({ db, now }, config.PAYMENT_GATEWAY),
    })),

    recordPayout: act(os.recordPayout, recordPayoutAtDesk),

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

    refund: act(os.refund, refundAtDesk),

    retryRefund: act(os.retryRefund, retryRefundAtDesk),

    payRefundByHand: act(os.payRefundByHand, payRefundByHandAtDesk),

    resolveReport: act(os.resolveReport, resolveReport),

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
