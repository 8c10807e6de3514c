import { expect, test } from 'vitest'
import { clockIn } from './typed-clock.ts'

test('a time is parsed in many spellings and shown on a 24-hour clock', () => {
  expect(['9', '09', '930', '0930', '9:30', '9.30', ' 09:30 ', '17', '24:00'].map(clockIn)).toEqual([
    '09:00',
    '09:00',
    '09:30',
    '09:30',
    '09:30',
    '09:30',
    '09:30',
    '17:00',
    '00:00',
  ])
  for (const typed of ['', 'noon', '9:3', '25', '24:30', '09:60', '9 pm', '09:30:00', '-1'])
    expect(clockIn(typed)).toBe('')
})
