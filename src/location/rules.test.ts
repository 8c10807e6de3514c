import { expect, test } from 'vitest'
import { displayOf, roundPosition } from './rules.ts'

test('a position is rounded to two decimals, without minus zero', () => {
  expect(roundPosition({ lat: 12.975, lon: -0.004 })).toEqual({ lat: 12.98, lon: 0 })
  expect(roundPosition({ lat: -33.8688, lon: 151.2093 })).toEqual({ lat: -33.87, lon: 151.21 })
})

test('a place is shown as city, state and country, each once and only if it is known', () => {
  expect(displayOf({ city: 'Pune', state: 'Maharashtra', country: 'India' })).toBe('Pune, Maharashtra, India')
  expect(displayOf({ city: 'Delhi', state: 'Delhi', country: 'India' })).toBe('Delhi, India')
  expect(displayOf({ city: null, state: 'Goa', country: 'India' })).toBe('Goa, India')
  expect(displayOf({ area: 'Indiranagar', city: 'Bengaluru', state: null, country: 'India' })).toBe(
    'Indiranagar, Bengaluru, India',
  )
  expect(displayOf({ city: null, state: null, country: null })).toBe('')
})
