import type { Offer, TradeWords } from '#/appointments/web/index.ts'
import type { Vet } from '#/veterinary/contract.ts'
import { teleconsultationTerms } from '#/veterinary/terms.ts'

export const vetWords: TradeWords = {
  provider: 'veterinarian',
  providers: 'veterinarians',
  title: 'Doctor',
  short: 'vet',
  called: 'clinic',
  hasEmergencies: true,
  inPerson: 'visit',
  online: 'teleconsultation',
  onlineOne: 'a teleconsultation',
  meetAt: (place) => `You come to the clinic in ${place}.`,
  meetOnline: 'You talk over WhatsApp or a Zoom meeting.',
}

export function offerOf(vet: Vet): Offer {
  const { id, name, location, phoneNumber, timeZone, consultationFee, refundPolicy } = vet
  return {
    trade: 'veterinary',
    providerId: id,
    words: vetWords,
    name,
    phoneNumber,
    timeZone,
    refundPolicy,
    price: consultationFee,
    place: vet.offersInPerson ? location : null,
    ways: vet.offersTeleconsultation ? ['whatsapp', 'zoom'] : [],
    terms: (startsAt, charging) =>
      teleconsultationTerms({ consultationFee, refundPolicy, charging }, startsAt, new Date()),
  }
}
