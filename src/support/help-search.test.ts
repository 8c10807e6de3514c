import { expect, test } from 'vitest'
import { routeOf } from '#/app/route-table.ts'
import { helpTopics } from './help-articles.ts'
import { searchHelp } from './help-search.ts'
import { blocksOf, lateAnswers } from './late-answers.ts'

const idsFor = (query: string) =>
  searchHelp(helpTopics, query).flatMap(({ articles }) => articles.map(({ id }) => id))
const articles = helpTopics.flatMap((topic) => topic.articles)

test('an empty search shows every article, by topic', () => {
  expect(searchHelp(helpTopics, '  ')).toEqual(helpTopics)
})

test('all words have to be there, in any order, case and accent', () => {
  expect(idsFor('CANCEL appointment')).toContain('cancel-appointment')
  expect(idsFor('appointment cáncel')).toEqual(idsFor('CANCEL appointment'))
  expect(idsFor('cancel refund')).toContain('refunds')
  expect(idsFor('cancel elephant')).toEqual([])
})

test('signs alone find nothing, and don’t hide what words find', () => {
  for (const query of ['%', '_', '.', ' ?! ', "'"]) expect(idsFor(query)).toEqual([])
  expect(idsFor('Cancel, refund?')).toEqual(idsFor('cancel refund'))
})

test('a title that has the word comes first', () => {
  expect(idsFor('cancel')[0]).toBe('cancel-appointment')
  expect(idsFor('refund')[0]).not.toBe('book-a-vet')
})

test.each([
  ['cancle', 'cancel-appointment'],
  ['apointment cancel', 'cancel-appointment'],
  ['pasword', 'forgotten-password'],
  ['invoice', 'pay-teleconsultation'],
  ['role', 'offer-services'],
  ['sitter', 'refunds'],
  ['sitter', 'book-a-sitter'],
  ['boarding', 'book-a-sitter'],
  ['prescrption', 'visit-notes'],
  ['microchip', 'who-sees-pets'],
  ['API token', 'api-tokens'],
  ['trainer online', 'book-a-trainer'],
  ['stylist price', 'book-a-stylist'],
  ['cancel stylist', 'cancel-appointment'],
  ['return parcel', 'cancel-order'],
  ['never arrived', 'missing-parcel'],
  ['cash on delivery', 'order-price'],
  ['pharmacist', 'order-medicine'],
  ['GSTIN', 'order-price'],
])('%s finds %s', (query, id) => {
  expect(idsFor(query)).toContain(id)
})

test('a straight apostrophe finds a curly one', () => {
  expect(idsFor("provider's card")).toEqual(idsFor('provider’s card'))
  expect(idsFor("provider's card")).toContain('fees')
})

test('each article has one answer', () => {
  const late = articles.filter(({ blocks }) => !blocks).map(({ id }) => id)
  expect(late.toSorted()).toEqual(Object.keys(lateAnswers).toSorted())
  expect(JSON.stringify(articles.map(blocksOf))).not.toMatch(/\$\{|\\n/)
})

test('each article has its own URL', () => {
  const ids = [...articles, ...helpTopics].map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every((id) => /^[a-z-]+$/.test(id))).toBe(true)
})

test('the article about API tokens links to the API documentation', () => {
  expect(blocksOf(articles.find(({ id }) => id === 'api-tokens')!)).toContainEqual({
    href: '/api/docs',
    label: 'API documentation',
  })
})

test('every link leads to a page that exists', () => {
  for (const article of articles) {
    const { id } = article
    for (const block of blocksOf(article)) {
      if (typeof block === 'string' || !('to' in block)) continue
      expect(routeOf(block.to.split('?')[0]!)?.page, `${id}: ${block.to}`).not.toMatch(/ComingSoonPage|^$/)
      expect(routeOf(block.to.split('?')[0]!), `${id}: ${block.to}`).toBeDefined()
    }
  }
})
