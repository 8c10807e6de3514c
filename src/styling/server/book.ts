import type { Booked } from '#/appointments/contract.ts'
import { type OpeningWork, openAppointment } from '#/appointments/server/index.ts'
import { MINUTE } from '#/kernel/duration.ts'
import { priceFor } from '#/kernel/money.ts'
import { refuse, type StylingRequest } from '#/styling/contract.ts'
import { stylingTrade } from '#/styling/trade.ts'

/** Books a stylist: confirmed at once, and paid on the spot. */
export function bookStyling(work: OpeningWork, request: StylingRequest): Promise<Booked> {
  const { pets } = request
  const petIds = pets.map(({ petId }) => petId)
  if (new Set(petIds).size < petIds.length) refuse('styling.pet_twice')
  return openAppointment(work, {
    trade: stylingTrade,
    providerId: request.stylistId,
    slot: request.slot,
    petIds,
    isOnline: false,
    address: request.address,
    reason: request.reason,
    shown: request,
    online: { contactLink: null, disclaimerAccepted: false },
    status: 'confirmed',
    check({ specialities, max_pets }) {
      if (max_pets !== null && pets.length > max_pets) refuse('styling.too_many_pets')
      if (!pets.every(({ service }) => specialities.includes(service))) refuse('styling.not_offered')
    },
    priceOf: ({ price }, { startsAt, endsAt }) =>
      price === null ? null : priceFor(price, (endsAt.getTime() - startsAt.getTime()) / MINUTE),
    description: ({ provider_name }) => `Styling with ${provider_name}`,
    taxPercent: 0,
    detail: {
      table: 'styling_details',
      rows: () =>
        pets.map(({ service, coatNotes, biteNotes }, index) => ({
          position: index + 1,
          service,
          coat_notes: coatNotes,
          bite_notes: biteNotes,
        })),
    },
  })
}
