import { accountsContract } from '#/accounts/contract.ts'
import { adminContract } from '#/admin/contract.ts'
import { appointmentsContract } from '#/appointments/contract.ts'
import { bookingContract } from '#/booking/availability-contract.ts'
import { careContract } from '#/care/contract.ts'
import { emergencyContract } from '#/emergency/contract.ts'
import { householdsContract } from '#/households/contract.ts'
import { locationContract } from '#/location/contract.ts'
import { messagingContract } from '#/messaging/contract.ts'
import { notificationsContract } from '#/notifications/contract.ts'
import { ownersContract } from '#/owners/contract.ts'
import { packagesContract } from '#/packages/contract.ts'
import { paymentsContract } from '#/payments/contract.ts'
import { petsContract } from '#/pets/contract.ts'
import { privacyContract } from '#/privacy/contract.ts'
import { ratingsContract } from '#/ratings/contract.ts'
import { reportsContract } from '#/reports/contract.ts'
import { shopContract } from '#/shop/contract.ts'
import { sittingContract } from '#/sitting/contract.ts'
import { stylingContract } from '#/styling/contract.ts'
import { supportContract } from '#/support/contract.ts'
import { todoContract } from '#/todo/contract.ts'
import { trainingContract } from '#/training/contract.ts'
import { verificationContract } from '#/verification/contract.ts'
import { veterinaryContract } from '#/veterinary/contract.ts'

/** The whole API, by domain; the source of docs/access.md and the OpenAPI document. */
export const contract = {
  accounts: accountsContract,
  location: locationContract,
  owners: ownersContract,
  pets: petsContract,
  notifications: notificationsContract,
  payments: paymentsContract,
  verification: verificationContract,
  messaging: messagingContract,
  households: householdsContract,
  support: supportContract,
  privacy: privacyContract,
  booking: bookingContract,
  packages: packagesContract,
  appointments: appointmentsContract,
  ratings: ratingsContract,
  care: careContract,
  veterinary: veterinaryContract,
  sitting: sittingContract,
  training: trainingContract,
  styling: stylingContract,
  shop: shopContract,
  reports: reportsContract,
  emergency: emergencyContract,
  todo: todoContract,
  admin: adminContract,
}
