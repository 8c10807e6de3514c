import { accountsEndpoints } from '#/accounts/server/endpoints.ts'
import { forgetExpired } from '#/accounts/server/sweeps.ts'
import { adminEndpoints } from '#/admin/server/endpoints.ts'
import { forgetExpiredAdminSessions } from '#/admin/server/login/sweeps.ts'
import { writeDownHandingIn } from '#/admin/server/subscribers.ts'
import { appointmentsEndpoints } from '#/appointments/server/endpoints.ts'
import { lapseProposals } from '#/appointments/server/proposals.ts'
import { remindOfAppointments } from '#/appointments/server/reminders.ts'
import { appointmentSubscribers } from '#/appointments/server/subscribers.ts'
import { completeEnded, expireUnanswered, giveUpAbsent } from '#/appointments/server/sweeps.ts'
import { bookingEndpoints } from '#/booking/server/endpoints.ts'
import { forgetPastDates, forgetPastWaits } from '#/booking/server/sweeps.ts'
import { endWaits, endWaitsOfReturned } from '#/booking/server/waiting.ts'
import { careEndpoints } from '#/care/server/endpoints.ts'
import { tellOfIncident } from '#/care/server/incident-news.ts'
import { tellOfAddendum, tellOfNote, tellOfPictures } from '#/care/server/subscribers.ts'
import { emergencyEndpoints } from '#/emergency/server/endpoints.ts'
import { closeOldInjured, forgetInjured } from '#/emergency/server/injured/sweeps.ts'
import { householdsEndpoints } from '#/households/server/endpoints.ts'
import { tellOfHousehold, tellOfInvitation } from '#/households/server/subscribers.ts'
import { forgetOldInvitations } from '#/households/server/sweeps.ts'
import { forgetOldKeys } from '#/kernel/server/idempotency.ts'
import type { RowSweep, Subscriber, Sweep } from '#/kernel/server/jobs.ts'
import { forgetOldAttempts } from '#/kernel/server/rate-limit.ts'
import { locationEndpoints } from '#/location/server/endpoints.ts'
import { forgetOldLookups } from '#/location/server/sweeps.ts'
import { messagingEndpoints } from '#/messaging/server/endpoints.ts'
import { dropForBlocker, tellOfMessage, tellThoseWhoStopped } from '#/messaging/server/tell.ts'
import { mailDigests } from '#/notifications/server/digest.ts'
import { notificationsEndpoints } from '#/notifications/server/endpoints.ts'
import { forgetOldNotifications } from '#/notifications/server/sweeps.ts'
import { sendWaiting } from '#/notifications/server/waiting.ts'
import { ownersEndpoints } from '#/owners/server/endpoints.ts'
import { packagesEndpoints } from '#/packages/server/endpoints.ts'
import { packageSubscribers } from '#/packages/server/subscribers.ts'
import { expirePackages, remindOfPackages } from '#/packages/server/sweeps.ts'
import { paymentsEndpoints } from '#/payments/server/endpoints.ts'
import { paymentHints } from '#/payments/server/live.ts'
import {
  chargeDue,
  endTimesToPay,
  findMoneyBack,
  readMovements,
  reconcile,
} from '#/payments/server/sweeps.ts'
import { petsEndpoints } from '#/pets/server/endpoints.ts'
import { privacyEndpoints } from '#/privacy/server/endpoints.ts'
import { eraseThoseWhoLeft } from '#/privacy/server/sweeps.ts'
import { ratingsEndpoints } from '#/ratings/server/endpoints.ts'
import { alertOnceConfirmed, alertSubscribers, tellOfLostNearby } from '#/reports/server/alert-neighbours.ts'
import { reportsEndpoints } from '#/reports/server/endpoints.ts'
import { reportSubscribers } from '#/reports/server/subscribers.ts'
import { askIfReportsHold, forgetGuestPhones, lapseReports } from '#/reports/server/sweeps.ts'
import { matchSubscribers } from '#/reports/server/tell-matches.ts'
import { autoshipSubscribers } from '#/shop/server/autoship/news.ts'
import { forgetOldCarts } from '#/shop/server/cart/change.ts'
import { shopEndpoints } from '#/shop/server/endpoints.ts'
import { orderSubscribers } from '#/shop/server/orders/subscribers.ts'
import { endCheckouts, forgetReservations, moveOverdueParts } from '#/shop/server/orders/sweeps.ts'
import { tellOfRefunds } from '#/shop/server/orders/tell-sellers.ts'
import { expirePrescriptions, forgetPrescriptions } from '#/shop/server/prescriptions/sweeps.ts'
import { reviewSubscribers } from '#/shop/server/reviews/subscribers.ts'
import { tellOfLowStock } from '#/shop/server/selling/low-stock.ts'
import { acceptRequest } from '#/sitting/server/accept.ts'
import { showChanged, tellOfCard, tellOfLate, tellOfStart } from '#/sitting/server/card/news.ts'
import { forgetOldRoutes } from '#/sitting/server/card/sweeps.ts'
import { sittingEndpoints } from '#/sitting/server/endpoints.ts'
import { meetClosing } from '#/sitting/server/meet/closing.ts'
import { remindOfMeets, tellOfMeet } from '#/sitting/server/meet/news.ts'
import { endMeets } from '#/sitting/server/meet/overdue.ts'
import { followMethod } from '#/sitting/server/method.ts'
import { lapseMoves, tellOfMove } from '#/sitting/server/move-news.ts'
import { refundRemade } from '#/sitting/server/remade.ts'
import { moreForOwner } from '#/sitting/server/replacements.ts'
import { tellOfEnd, tellOfPause, tellOfResume } from '#/sitting/server/series-news.ts'
import { stylingEndpoints } from '#/styling/server/endpoints.ts'
import { supportEndpoints } from '#/support/server/endpoints.ts'
import { tellOfTicket } from '#/support/server/subscribers.ts'
import { tellOfOpened } from '#/support/server/wishes.ts'
import { todoEndpoints } from '#/todo/server/endpoints.ts'
import { trainingEndpoints } from '#/training/server/endpoints.ts'
import { verificationEndpoints } from '#/verification/server/endpoints.ts'
import { tellProvider } from '#/verification/server/subscribers.ts'
import { veterinaryEndpoints } from '#/veterinary/server/endpoints.ts'
import { serviceAt } from './route-table.ts'
import { trades } from './trades.ts'

/** Lists endpoints, subscribers and sweeps; `boot.ts` adds those that need settings. */
export const router = {
  accounts: accountsEndpoints,
  location: locationEndpoints,
  booking: bookingEndpoints,
  appointments: appointmentsEndpoints(trades, { sitting: acceptRequest }),
  packages: packagesEndpoints,
  ratings: ratingsEndpoints,
  care: careEndpoints,
  veterinary: veterinaryEndpoints,
  owners: ownersEndpoints,
  sitting: sittingEndpoints,
  training: trainingEndpoints,
  styling: stylingEndpoints,
  shop: shopEndpoints,
  reports: reportsEndpoints,
  emergency: emergencyEndpoints,
  todo: todoEndpoints,
  pets: petsEndpoints,
  notifications: notificationsEndpoints,
  payments: paymentsEndpoints,
  verification: verificationEndpoints,
  messaging: messagingEndpoints,
  households: householdsEndpoints,
  support: supportEndpoints(serviceAt),
  privacy: privacyEndpoints,
  admin: adminEndpoints(trades),
}

export const subscribers: Subscriber[] = [
  ...paymentHints,
  ...appointmentSubscribers(trades, { sitting: moreForOwner }),
  ...packageSubscribers,
  ...orderSubscribers,
  ...autoshipSubscribers,
  ...reviewSubscribers,
  endWaits,
  ...endWaitsOfReturned,
  tellProvider,
  writeDownHandingIn,
  tellOfTicket,
  tellOfHousehold,
  tellOfInvitation,
  tellOfMessage,
  dropForBlocker,
  tellOfNote,
  tellOfIncident,
  tellOfPictures,
  tellOfAddendum,
  showChanged,
  tellOfCard,
  tellOfStart,
  followMethod,
  refundRemade,
  tellOfEnd,
  tellOfPause,
  tellOfResume,
  tellOfMeet,
  tellOfMove,
  ...meetClosing,
  ...reportSubscribers,
  ...alertSubscribers,
  ...matchSubscribers,
]

export const sweeps: (Sweep | RowSweep)[] = [
  expireUnanswered,
  completeEnded,
  giveUpAbsent(trades),
  lapseProposals,
  remindOfAppointments(trades),
  expirePackages,
  remindOfPackages,
  forgetGuestPhones,
  lapseReports,
  alertOnceConfirmed,
  tellOfLostNearby,
  askIfReportsHold,
  chargeDue,
  endTimesToPay,
  reconcile,
  findMoneyBack,
  readMovements,
  tellThoseWhoStopped,
  tellOfLate,
  forgetOldRoutes,
  endMeets,
  remindOfMeets,
  lapseMoves,
  forgetExpired,
  eraseThoseWhoLeft,
  forgetOldLookups,
  endCheckouts,
  forgetReservations,
  expirePrescriptions,
  forgetPrescriptions,
  moveOverdueParts,
  tellOfRefunds,
  forgetOldCarts,
  tellOfLowStock,
  closeOldInjured,
  forgetInjured,
  forgetOldInvitations,
  tellOfOpened(serviceAt),
  forgetExpiredAdminSessions,
  forgetOldNotifications,
  mailDigests,
  sendWaiting,
  forgetPastDates,
  forgetPastWaits,
  forgetOldKeys,
  forgetOldAttempts,
]
