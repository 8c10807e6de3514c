import { expect, test } from 'vitest'
import {
  activeFilters,
  nameOf,
  planIn,
  presetBy,
  readAddress,
  requestPath,
  type SitterAddress,
  searchPath,
  toParams,
  toSearch,
  widen,
  withService,
} from './address.ts'

const read = (text: string) => readAddress(new URLSearchParams(text))

const bruno = '01990000-0000-7000-8000-000000000001'
const coco = '01990000-0000-7000-8000-000000000002'

const stay: SitterAddress = {
  wanted: {
    service: 'hostel-checkin',
    petIds: [bruno, coco],
    near: 'Bandra, Mumbai',
    from: '2026-12-13',
    to: '2026-12-15',
    isWeekly: false,
    days: [],
    drop: '10:30',
    pick: '17:00',
  },
  filters: {
    within: 10,
    maxPrice: 500,
    rating: 4.5,
    years: 3,
    size: 'large',
    isVerified: true,
    noOwnPets: true,
    sort: 'distance',
  },
}
const walks: SitterAddress = {
  wanted: {
    service: 'dog-walking',
    petIds: [bruno],
    near: '',
    from: '2026-12-13',
    to: '',
    isWeekly: true,
    days: ['monday', 'friday'],
    drop: '07:00',
    pick: '08:00',
  },
  filters: {},
}

test('a walk begins as one of an hour, and proposed times follow the service', () => {
  expect(read('service=dog-walking').wanted).toMatchObject({ drop: '08:00', pick: '09:00' })
  const care = read('service=day-care').wanted
  expect(care).toMatchObject({ drop: '09:00', pick: '17:00' })
  expect(withService(care, 'dog-walking')).toMatchObject({ drop: '08:00', pick: '09:00' })
  const own = { ...care, pick: '13:00' }
  expect(withService(own, 'dog-walking')).toMatchObject({ drop: '09:00', pick: '13:00' })
  const long = { ...read('service=dog-walking').wanted, drop: '09:00', pick: '17:00' }
  expect(searchPath({ wanted: long, filters: {} })).toContain('drop=09%3A00&pick=17%3A00')
})

test.each([
  ['a stay with all filters', stay],
  ['walks every week', walks],
])('an address keeps %s', (_, address) => {
  expect(read(String(toParams(address)))).toEqual(address)
})

test.each([
  'within=10',
  'near=Pune&within=0',
  'price=-1',
  'price=cheap',
  'rating=9',
  'years=many',
  'size=huge',
  'verified=maybe',
  'sort=fit',
  'years=0',
  '',
])('an address that makes no sense filters nothing: %s', (address) =>
  expect(read(address).filters).toEqual({}),
)

test('dates that are missing and dates that are none are told apart', () => {
  const plan = (text: string) => planIn(read(text).wanted)
  expect(plan('service=day-care')).toBe('missing')
  expect(plan('from=2026-12-13')).toBe('no-service')
  expect(plan('from=13.12.2026')).toBe('bad')
  expect(plan('service=hostel-checkin&from=2026-12-13')).toBe('missing')
  expect(plan('service=day-care&from=13.12.2026')).toBe('bad')
  expect(plan('service=hostel-checkin&from=2026-12-13&to=2026-02-30')).toBe('bad')
  expect(plan('service=day-care&from=2026-12-13&drop=9am')).toBe('bad')
})

test('a search without times is from nine to five, and only walks and day care repeat', () => {
  expect(planIn(read('service=day-care&from=2026-12-13').wanted)).toEqual({
    service: 'day-care',
    schedule: 'one-time',
    startDate: '2026-12-13',
    endDate: null,
    daysOfWeek: [],
    startTime: '09:00',
    endTime: '17:00',
  })
  const weekly = 'from=2026-12-13&to=2026-12-15&repeat=weekly&days=monday'
  expect(planIn(read(`service=hostel-checkin&${weekly}`).wanted)).toMatchObject({ schedule: 'one-time' })
  expect(planIn(read(`service=dog-walking&${weekly}`).wanted)).toMatchObject({
    schedule: 'repeat-weekly',
    daysOfWeek: ['monday'],
  })
})

test('the server is asked in paise, and around a position only if it is known', () => {
  const plan = planIn(stay.wanted)
  if (typeof plan === 'string') throw new Error(plan)
  expect(toSearch(stay, plan, { lat: 19.06, lon: 72.85 })).toMatchObject({
    lat: 19.06,
    within: 10,
    maxPrice: 50_000,
    minYears: 3,
    petIds: [bruno, coco],
    service: 'hostel-checkin',
    startDate: '2026-12-13',
    sort: 'distance',
  })
  expect(toSearch(stay, plan, null)).not.toHaveProperty('within')
  expect(toSearch(stay, null, null)).not.toHaveProperty('startDate')
})

test('walks and day care have a form with a path of its own', () => {
  expect(searchPath(walks)).toMatch(/^\/services\/book-pet-sitter\/dog-walking\?pets=0199[^&]+&from=/)
  expect(searchPath(stay)).toMatch(/^\/services\/book-pet-sitter\?service=hostel-checkin&/)
  expect(presetBy('/services/book-pet-sitter/day-care/')).toBe('day-care')
  expect(presetBy('/services/book-pet-sitter')).toBeNull()
  expect(requestPath('leela', walks)).toBe(
    `/services/book-pet-sitter/form?sitter=leela&service=dog-walking&pets=${bruno}&from=2026-12-13&repeat=weekly&days=monday%2Cfriday&drop=07%3A00&pick=08%3A00`,
  )
})

test('filters are named as people say them', () => {
  expect(activeFilters(stay.filters).map((filter) => nameOf(filter, stay))).toEqual([
    'Within 10 km',
    'Up to ₹500 a night',
    'Rated 4.5 or better',
    '3 years or more',
    'Accepts large pets',
    'Verified',
    'Has no pets of their own',
  ])
})

test('a wider search takes the next radius, and after the last one none', () => {
  expect(widen({ within: 10, rating: 4 })).toEqual({ within: 25, rating: 4 })
  expect(widen({ within: 30 })).toEqual({ within: 50 })
  expect(widen({ within: 100 })).toEqual({})
})
