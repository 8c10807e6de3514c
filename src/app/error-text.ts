import { accountsText } from '#/accounts/text.ts'
import { adminText } from '#/admin/text.ts'
import { appointmentsText } from '#/appointments/text.ts'
import { availabilityText, waitText } from '#/booking/text.ts'
import { careText } from '#/care/text.ts'
import { emergencyText } from '#/emergency/text.ts'
import { householdsText } from '#/households/text.ts'
import { requestText } from '#/kernel/text.ts'
import { messagingText } from '#/messaging/text.ts'
import { packagesText } from '#/packages/text.ts'
import { paymentsText } from '#/payments/text.ts'
import { petsText } from '#/pets/text.ts'
import { privacyText } from '#/privacy/text.ts'
import { ratingsText } from '#/ratings/text.ts'
import { reportsText } from '#/reports/text.ts'
import { shopText } from '#/shop/text.ts'
import { sittingText } from '#/sitting/text.ts'
import { stylingText } from '#/styling/text.ts'
import { supportText } from '#/support/text.ts'
import { todoText } from '#/todo/text.ts'
import { trainingText } from '#/training/text.ts'
import { verificationText } from '#/verification/text.ts'
import { veterinaryText } from '#/veterinary/text.ts'

/** Maps every error code to its sentence. */
export const errorTexts: Readonly<Record<string, string>> = {
  ...requestText,
  ...careText,
  ...emergencyText,
  ...accountsText,
  ...adminText,
  ...availabilityText,
  ...waitText,
  ...petsText,
  ...veterinaryText,
  ...stylingText,
  ...trainingText,
  // After the trades, whose sentences for the same codes name their own providers.
  ...appointmentsText,
  ...ratingsText,
  ...privacyText,
  ...verificationText,
  ...sittingText,
  ...reportsText,
  ...shopText,
  ...supportText,
  ...todoText,
  ...messagingText,
  ...householdsText,
  ...packagesText,
  ...paymentsText,
}
