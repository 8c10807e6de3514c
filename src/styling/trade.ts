import type { Fact, Trade } from '#/appointments/trade.ts'

export type StylingDetail = {
  pets: {
    /** Null once the pet is gone. */
    petId: string | null
    service: string
    coatNotes: string | null
    biteNotes: string | null
  }[]
}

export const stylingTrade: Trade<StylingDetail, 'styling'> = {
  name: 'styling',
  provider: 'stylist',
  reasonLabel: 'Special instructions',
  priceIsEstimate: true,
  title: ({ detail: { pets } }) => (pets.length === 1 ? pets[0]!.service : 'Pet styling'),
  noun: () => 'styling appointment',
  holiday: 'This date is not available due to stylist holiday.',
  facts({ detail, pets }) {
    // The title names an only pet's service.
    const isOnly = detail.pets.length === 1
    const nameOf = (petId: string | null) => pets.find(({ id }) => id === petId)?.name ?? 'Pet'
    return detail.pets.flatMap(({ petId, service, coatNotes, biteNotes }) => {
      const name = nameOf(petId)
      const of = (what: string, notes: string | null): Fact[] =>
        notes ? [{ icon: 'note', text: `${isOnly ? what : `${name}, ${what.toLowerCase()}`}: ${notes}` }] : []
      const done: Fact[] = isOnly ? [] : [{ icon: 'paw', text: `${name}: ${service}` }]
      return [...done, ...of('Coat', coatNotes), ...of('Bites', biteNotes)]
    })
  },
  bookingPath: (stylistId, day) => `/services/book-a-stylist?stylist=${stylistId}${day ? `&day=${day}` : ''}`,
}
