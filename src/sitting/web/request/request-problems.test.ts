import { expect, test } from 'vitest'
import type { SitterCalendar } from '#/sitting/shapes.ts'
import type { Wanted } from '#/sitting/web/find/address.ts'
import { requestProblems, whyUnfit } from './request-problems.ts'

const now = new Date('2026-12-01T06:30:00Z')
const leela = {
  name: 'Leela',
  services: ['hostel-checkin' as const, 'day-care' as const],
  sizesAccepted: ['small' as const, 'medium' as const],
  maxPets: 2,
  timeZone: 'Asia/Kolkata',
  minimumNoticeMinutes: 240,
}
const stay: Wanted = {
  service: 'hostel-checkin',
  petIds: ['bruno'],
  near: '',
  from: '2026-12-13',
  to: '2026-12-15',
  isWeekly: false,
  days: [],
  drop: '09:00',
  pick: '17:00',
}
const bruno = { id: 'bruno', name: 'Bruno', species: 'dog', sizeLbs: 20 }
const coco = { id: 'coco', name: 'Coco', species: 'cat', sizeLbs: null }
const rex = { id: 'rex', name: 'Rex', species: 'dog', sizeLbs: 120 }

const away = (...dates: string[]): SitterCalendar => ({
  timeZone: 'Asia/Kolkata',
  days: dates.map((date) => ({ date, state: 'away' })),
})
type Fit = Parameters<typeof whyUnfit>[0]
const asking = (change: Partial<Fit> = {}): Fit => ({
  sitter: leela,
  wanted: stay,
  pets: [bruno],
  calendar: undefined,
  isAskedAlready: false,
  hours: null,
  now,
  ...change,
})
const unfit = (change: Partial<Fit>) => whyUnfit(asking(change)).map(({ text }) => text)

test('a sitter who does what is asked is fine', () => {
  expect(unfit({ pets: [bruno, coco] })).toEqual([])
})

test('the form names the service, number and size of pets that a sitter doesn’t take', () => {
  expect(unfit({ wanted: { ...stay, service: 'dog-walking', to: '' } })).toEqual([
    'Leela doesn’t offer dog walking. Please choose another service, or another sitter.',
  ])
  expect(unfit({ pets: [bruno, coco, rex] })).toEqual(['Leela takes up to 2 pets at a time.'])
  expect(unfit({ pets: [rex] })).toEqual(['Leela doesn’t take giant pets like Rex.'])
})

test('a stay can’t include a day away, but may end before one', () => {
  expect(unfit({ calendar: away('2026-12-14') })).toEqual(['Leela is away on some of these days.'])
  expect(unfit({ calendar: away('2026-12-15') })).toEqual(['Leela is away on some of these days.'])
  expect(unfit({ calendar: away('2026-12-16') })).toEqual([])
})

test('a weekly repeat leaves out days away', () => {
  const weekly: Wanted = { ...stay, service: 'day-care', to: '', isWeekly: true, days: ['monday'] }
  const mondays = ['2026-12-14', '2026-12-21', '2026-12-28', '2027-01-04']
  expect(unfit({ wanted: weekly, calendar: away('2026-12-14') })).toEqual([])
  expect(unfit({ wanted: weekly, calendar: away(...mondays) })).toEqual(['Leela is away on these days.'])
})

test('the form says how long before a sitter wants to be asked', () => {
  // It is noon in India.
  const today: Wanted = {
    ...stay,
    service: 'day-care',
    from: '2026-12-01',
    to: '',
    drop: '15:00',
    pick: '18:00',
  }
  expect(unfit({ wanted: today })).toEqual([
    'Please ask Leela at least 4 hours ahead, and choose a later time.',
  ])
  expect(unfit({ wanted: { ...today, drop: '16:00' } })).toEqual([])
})

const answers = {
  wanted: stay,
  hasDog: true,
  getsAlong: 'no' as const,
  methodId: 'visa',
  isAgreed: true,
  emergencyName: 'Kavya',
  emergencyPhone: '+91 98100 12345',
}
const fields = (change: Partial<Parameters<typeof requestProblems>[0]>, isPaidHere = true) =>
  requestProblems({ ...answers, ...change }, asking({ wanted: change.wanted ?? stay }), isPaidHere).map(
    ({ field }) => field,
  )

test('a complete request is sent', () => {
  expect(fields({})).toEqual([])
  expect(fields({ hasDog: false, getsAlong: null })).toEqual([])
})

test('problems are in the order of the form', () => {
  const nothing = { getsAlong: null, emergencyName: ' ', emergencyPhone: '12', methodId: '', isAgreed: false }
  expect(fields({ ...nothing, wanted: { ...stay, petIds: [], from: '', to: '' } })).toEqual([
    'pets',
    'getsAlong',
    'from',
    'to',
    'emergencyName',
    'emergencyPhone',
    'method',
    'agreement',
  ])
})

test('where the two sides settle the price, nobody agrees to terms', () => {
  expect(fields({ methodId: '', isAgreed: false }, false)).toEqual([])
})

test('a sitter who has been asked for that time already isn’t asked again', () => {
  expect(unfit({ isAskedAlready: true })).toEqual([
    'You’ve already asked or booked this sitter for one of these pets at that time. To change it, cancel that first.',
  ])
})

test('a time that has passed is named so, where the sitter needs no notice', () => {
  const walk = {
    ...stay,
    service: 'dog-walking' as const,
    from: '2026-12-12',
    to: '',
    drop: '00:00',
    pick: '00:30',
  }
  const at = new Date('2026-12-12T06:00:00+05:30')
  expect(
    unfit({
      wanted: walk,
      sitter: { ...leela, services: ['dog-walking'], minimumNoticeMinutes: 0 },
      now: at,
    }),
  ).toEqual(['This time has passed. Please choose a later one.'])
})

test('a time outside of the sitter’s hours says when they can', () => {
  const times = [
    { startTime: '09:00', endTime: '12:00' },
    { startTime: '14:00', endTime: '18:00' },
  ]
  expect(unfit({ hours: { day: '2026-12-13', times } })).toEqual([
    'Drop-off and pick-up: Leela’s hours on Sun, 13 Dec 2026 are 09:00–12:00 and 14:00–18:00. Please choose a time within them.',
  ])
  const dayCare: Wanted = { ...stay, service: 'day-care', to: '' }
  expect(unfit({ wanted: dayCare, hours: { day: '2026-12-13', times: [] } })).toEqual([
    'Leela has no hours on Sun, 13 Dec 2026. Please choose another day.',
  ])
  const weekly: Wanted = { ...dayCare, isWeekly: true, days: ['sunday'] }
  expect(unfit({ wanted: weekly, hours: { day: '2026-12-13', times } })).toEqual([
    'Leela’s hours on Sundays are 09:00–12:00 and 14:00–18:00. Please choose a time within them.',
  ])
})
