import { packagePolicy } from '#/appointments/refunds.ts'
import type { OwnedPackage } from '#/packages/contract.ts'
import { sessionBackHours } from '#/packages/limits.ts'
import type { Offer } from './offer.ts'

/** Returns the offer for a session from a package. */
export const withPackage = (offer: Offer, { title, minutes }: OwnedPackage): Offer => ({
  ...offer,
  minutes,
  price: null,
  refundPolicy: packagePolicy,
  words: { ...offer.words, agreement: 'I agree to these terms.' },
  terms: () => [
    `The session is taken from your package “${title}”, so there’s nothing to pay.`,
    `If you cancel at least ${sessionBackHours} hours before the start, it goes back to the package. Later it counts as used.`,
  ],
})
