import { expect, test } from 'vitest'
import { type StylingDetail, stylingTrade } from './trade.ts'

const wish = (petId: string, service: string, notes: Partial<StylingDetail['pets'][number]> = {}) => ({
  petId,
  service,
  coatNotes: null,
  biteNotes: null,
  ...notes,
})
const factsOf = (...pets: StylingDetail['pets']) =>
  stylingTrade
    .facts(
      {
        isOnline: false,
        awaitsPayment: false,
        detail: { pets },
        pets: [
          { id: 'b', name: 'Bruno' },
          { id: 'c', name: 'Coco' },
        ],
      },
      'provider',
    )
    .map(({ text }) => text)

test('an only pet’s service is the title, so that its facts are the notes alone', () => {
  const pet = wish('b', 'Bath & Brush', { coatNotes: 'Matted', biteNotes: 'Snaps' })
  expect(stylingTrade.title({ isOnline: false, detail: { pets: [pet] } })).toBe('Bath & Brush')
  expect(factsOf(pet)).toEqual(['Coat: Matted', 'Bites: Snaps'])
})

test('several pets each have a line for their service and their notes', () => {
  expect(factsOf(wish('b', 'Bath & Brush', { biteNotes: 'Snaps' }), wish('c', 'Nail Trimming'))).toEqual([
    'Bruno: Bath & Brush',
    'Bruno, bites: Snaps',
    'Coco: Nail Trimming',
  ])
})
