import type { Booked } from '#/appointments/contract.ts'
import { type OpeningWork, openAppointment, type Parties } from '#/appointments/server/index.ts'
import type { Config } from '#/kernel/server/config.ts'
import { refuse, type VisitRequest } from '#/veterinary/contract.ts'
import { veterinaryTrade } from '#/veterinary/trade.ts'

type BookingWork = OpeningWork & { config: Pick<Config, 'VET_TAX_PERCENT'> }

/**
 * Books an in-person visit or a teleconsultation. The request holds the slot while it waits for the vet's answer or, if
 * there is a fee to pay here, for the payment.
 */
export function bookVisit(work: BookingWork, request: VisitRequest): Promise<Booked> {
  const isOnline = request.appointmentType === 'teleconsultation'
  return openAppointment(work, {
    trade: veterinaryTrade,
    providerId: request.vetId,
    slot: request.slot,
    petIds: request.petId ? [request.petId] : [],
    isOnline,
    reason: request.reason,
    shown: request,
    online: request,
    status: 'pending',
    check({ offers_in_person, offers_online }) {
      if (!isOnline && !offers_in_person) refuse('veterinary.not_in_person')
      if (isOnline && !offers_online) refuse('veterinary.not_teleconsultation')
    },
    priceOf: ({ price }) => price,
    description: ({ provider_name }) => `Teleconsultation with ${provider_name}`,
    taxPercent: work.config.VET_TAX_PERCENT,
    detail: {
      table: 'veterinary_details',
      rows: (parties, { scheduleId }) => [
        { schedule_id: scheduleId, preferred_contact: reachedBy(request.preferredContact, parties) },
      ],
    },
  })
}

/** Returns how to contact the owner: as they asked, unless they have given no number or address for it. */
function reachedBy(wanted: 'phone' | 'email', { owner_phone, owner_email }: Parties): 'phone' | 'email' {
  if (wanted === 'phone') return !owner_phone && owner_email ? 'email' : 'phone'
  return !owner_email && owner_phone ? 'phone' : 'email'
}
