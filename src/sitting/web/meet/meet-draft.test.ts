import { expect, test } from 'vitest'
import { placeProblemOf, timeProblems } from './meet-draft.ts'

const now = new Date('2026-11-02T03:30:00Z')
const problemOf = (date: string, time: string) => timeProblems([{ date, time }], 'Asia/Kolkata', now)[0]

test('a suggested time is a day and a time, far enough ahead and not too far', () => {
  expect(problemOf('', '10:00')).toBe('Please choose a day.')
  expect(problemOf('2026-11-04', '')).toBe('Please choose a time.')
  expect(problemOf('2026-11-02', '10:30')).toBe('Please choose a time at least 2 hours ahead.')
  expect(problemOf('2027-02-04', '10:30')).toBe('Please choose a time within 60 days.')
  expect(problemOf('2026-11-02', '11:00')).toBeUndefined()
})

test('of two equal times, the second is to be changed', () => {
  const time = { date: '2026-11-04', time: '10:00' }
  expect(timeProblems([time, time], 'Asia/Kolkata', now)).toEqual([
    undefined,
    'Please choose different times.',
  ])
})

test('a place is required, and only a video call’s place is a link', () => {
  expect(placeProblemOf('public', ' ')).toBe('Please say where you’ll meet.')
  expect(placeProblemOf('public', 'maps.example.com/park')).toBe('Please describe the place without a link.')
  expect(placeProblemOf('public', 'Cubbon Park, gate no. 2')).toBeUndefined()
  expect(placeProblemOf('phone', '+91 98765 43210')).toBeUndefined()
  expect(placeProblemOf('video', 'https://meet.example.com/om')).toBeUndefined()
})
