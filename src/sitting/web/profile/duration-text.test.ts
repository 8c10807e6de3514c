import { expect, test } from 'vitest'
import { durationText } from './duration-text.ts'

test.each([
  [0, 'less than an hour'],
  [59, 'less than an hour'],
  [60, '1 hour'],
  [150, '3 hours'],
  [1440, '1 day'],
  [2880, '2 days'],
])('%i minutes are said as %s', (minutes, text) => expect(durationText(minutes)).toBe(text))
