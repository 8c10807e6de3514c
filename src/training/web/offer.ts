import { paymentTerms } from '#/appointments/terms.ts'
import type { Offer } from '#/appointments/web/index.ts'
import type { Trainer } from '#/training/contract.ts'
import { trainerWords } from './words.ts'

/** Returns what a trainer offers. */
export function offerOf({
  id,
  name,
  location,
  timeZone,
  hourlyRate,
  refundPolicy,
  offersInPerson,
  offersOnline,
  comesToOwner,
}: Trainer): Offer {
  return {
    trade: 'training',
    providerId: id,
    words: trainerWords,
    name,
    timeZone,
    refundPolicy,
    phoneNumber: null,
    price: hourlyRate,
    isHourly: true,
    place: offersInPerson ? (location ?? '') : null,
    comesToOwner,
    ways: offersOnline ? ['whatsapp', 'zoom', 'google_meet'] : [],
    terms: (startsAt, charging, price) =>
      paymentTerms(
        { provider: 'trainer', price: price ?? hourlyRate, refundPolicy, charging },
        startsAt,
        new Date(),
      ),
  }
}
