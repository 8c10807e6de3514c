import { expect, test } from 'vitest'
import { initialsOf, ratingText, reviewsText } from './doctor.ts'

test('initials are those of the first and the last name, in any script', () => {
  expect(initialsOf('Meera Lakshmi Iyer')).toBe('MI')
  expect(initialsOf('Dr. Kabir')).toBe('K')
  expect(initialsOf('मीरा अय्यर')).toBe('मअ')
  expect(initialsOf('  ')).toBe('')
})

test('a rating has one decimal, and a vet without one is new', () => {
  expect(ratingText(4)).toBe('4.0')
  expect(ratingText(4.83)).toBe('4.8')
  expect(ratingText(null)).toBe('New')
  expect(reviewsText(1)).toBe('1 review')
  expect(reviewsText(0)).toBe('0 reviews')
})
