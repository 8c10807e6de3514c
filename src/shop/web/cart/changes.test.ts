import { expect, test } from 'vitest'
import { changesOf, leftOutText } from './changes.ts'

const money = (rupees: number) => ({ amount: rupees * 100, currency: 'INR' })
const line = { isSold: true, available: 10, quantity: 2, price: money(100), seenPrice: money(100) }

test.each([
  ['nothing', {}, []],
  ['a higher price', { price: money(120) }, ['Price changed from ₹100.00 to ₹120.00.']],
  ['a lower price', { price: money(80) }, ['Price changed from ₹100.00 to ₹80.00.']],
  ['fewer', { available: 1 }, ['Only 1 left, so we count 1 instead of 2.']],
  [
    'fewer at another price',
    { available: 1, price: money(90) },
    ['Only 1 left, so we count 1 instead of 2.', 'Price changed from ₹100.00 to ₹90.00.'],
  ],
  ['none left', { available: 0, price: money(90) }, ['Out of stock: remove to continue.']],
  ['gone', { isSold: false, available: 0 }, ['No longer sold: remove to continue.']],
])('a line with %s says %j', (_what, part, words) => {
  expect(changesOf({ ...line, ...part })).toEqual(words)
})

test.each([
  [0, 0, null],
  [1, 0, 'One product isn’t available now, so it isn’t in your cart.'],
  [
    2,
    3,
    '2 products aren’t available now, so they aren’t in your cart. Your cart is full, so 3 products couldn’t be added.',
  ],
])('%i lines that are gone and %i that don’t fit: %s', (gone, full, text) => {
  expect(leftOutText({ gone, full })).toBe(text)
})
