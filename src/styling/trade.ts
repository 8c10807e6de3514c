import type { Trade } from '#/appointments/trade.ts'

export type StylingDetail = {
  pets: {
    /** Null once the pet is gone. */
    petId: string | null
    service: string
    coatNotes: string | null
    biteNotes: string | null
  }[]
}

export const stylingTrade: Trade<StylingDetail> = {
  name: 'styling',
  provider: 'stylist',
  priceIsEstimate: true,
  title: ({ detail: { pets } }) => (pets.length === 1 ? pets[0]!.service : 'Pet styling'),
  noun: () => 'styling appointment',
  facts({ detail, pets }) {
    const nameOf = (petId: string | null) => pets.find(({ id }) => id === petId)?.name ?? 'Pet'
    return detail.pets.flatMap(({ petId, service, coatNotes, biteNotes }) => {
      const name = nameOf(petId)
      const of = (what: string, notes: string | null) =>
        notes ? [{ icon: 'note' as const, text: `${name}, ${what}: ${notes}` }] : []
      return [
        { icon: 'paw' as const, text: `${name}: ${service}` },
        ...of('coat', coatNotes),
        ...of('bites', biteNotes),
      ]
    })
  },
  bookingPath: (stylistId, day) => `/services/book-a-stylist?stylist=${stylistId}${day ? `&day=${day}` : ''}`,
}
