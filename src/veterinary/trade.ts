import type { Trade } from '#/appointments/trade.ts'

export type VisitDetail = { preferredContact: 'phone' | 'email' | null }

export const veterinaryTrade: Trade<VisitDetail, 'veterinary'> = {
  name: 'veterinary',
  provider: 'vet',
  // Indian law exempts it from GST.
  exempt: 'Veterinary care',
  title: ({ isOnline }) => (isOnline ? 'Teleconsultation' : 'Vet visit'),
  noun: ({ isOnline }) => (isOnline ? 'teleconsultation' : 'visit'),
  facts({ detail: { preferredContact: contact } }, side) {
    if (side === 'owner' || !contact) return []
    return [
      contact === 'phone'
        ? { icon: 'phone', text: 'Prefers a call' }
        : { icon: 'mail', text: 'Prefers email' },
    ]
  },
  bookingPath: (vetId, day) => `/services/book-a-vet?vet=${vetId}${day ? `&day=${day}` : ''}`,
}
