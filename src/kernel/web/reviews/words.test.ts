import { expect, test } from 'vitest'
import { ratingText, reviewsText } from './words.ts'

test('an average has one decimal, and a provider without ratings is new', () => {
  expect(ratingText(4)).toBe('4.0')
  expect(ratingText(4.83)).toBe('4.8')
  expect(ratingText(null)).toBe('New')
  expect(reviewsText(1)).toBe('1 review')
  expect(reviewsText(0)).toBe('0 reviews')
})
