import { expect, test } from 'vitest'
import { activeFilters, drop, type Filters, nameOf, readFilters, toParams, toSearch } from './filters.ts'

const read = (address: string) => readFilters(new URLSearchParams(address))

test('an address keeps all filters', () => {
  const filters: Filters = {
    location: 'pune',
    specialization: 'skin',
    q: 'rao',
    near: 'Bandra, Mumbai',
    within: 10,
    maxPrice: 500,
    rating: 4.5,
    meet: 'online',
    free: ['2026-11-30', '2026-12-01'],
    sort: 'distance',
  }
  expect(readFilters(new URLSearchParams(toParams(filters)))).toEqual(filters)
  expect(readFilters(new URLSearchParams(toParams({ free: 7 })))).toEqual({ free: 7 })
})

test.each([
  'within=5',
  'sort=best',
  'rating=9',
  'meet=moon',
  'free=0',
  'free=1.5',
  'free=x,y',
  'price=-1',
  '',
])('an address that makes no sense filters nothing: %s', (address) => expect(read(address)).toEqual({}))

test('an address keeps the order that was chosen', () => {
  for (const sort of ['rating', 'distance', 'price'] as const) expect(read(`sort=${sort}`)).toEqual({ sort })
})

test('without its place, distance is neither a filter nor an order', () => {
  expect(drop({ near: 'Pune', within: 5, sort: 'distance', q: 'x' }, 'near')).toEqual({ q: 'x' })
  expect(drop({ near: 'Pune', sort: 'price' }, 'near')).toEqual({ sort: 'price' })
})

test('the nearest come first where the position is known, unless a place is searched by name or another order is chosen', () => {
  const here = { lat: 12.97, lon: 77.64 }
  expect(toSearch({}, here)).toMatchObject({ ...here, sort: 'distance' })
  expect(toSearch({}, null)).toMatchObject({ sort: 'rating' })
  expect(toSearch({ location: 'Pune' }, here)).toMatchObject({ ...here, sort: 'rating' })
  expect(toSearch({ sort: 'price' }, here)).toMatchObject({ ...here, sort: 'price' })
  expect(toSearch({ sort: 'distance' }, null)).toMatchObject({ sort: 'rating' })
})

test('filters are named as people say them', () => {
  const named = (filters: Filters) => activeFilters(filters).map((filter) => nameOf(filter, filters))
  expect(named({ near: 'Pune', within: 5, maxPrice: 1500, rating: 4, meet: 'online', free: 1 })).toEqual([
    'Within 5 km of Pune',
    'Up to ₹1,500',
    'Rated 4 or better',
    'Online',
    'Free today',
  ])
  expect(named({ near: 'Pune', free: 7, q: 'skin' })).toEqual(['“skin”', 'Near Pune', 'Free within 7 days'])
})

test('the server is asked in minor units, and around a position only if it is known', () => {
  const filters: Filters = { near: 'Pune', within: 5, maxPrice: 500, free: 7 }
  expect(toSearch(filters, { lat: 18.52, lon: 73.85 })).toMatchObject({
    lat: 18.52,
    lon: 73.85,
    within: 5,
    maxPrice: 50_000,
    freeWithin: 7,
  })
  expect(toSearch(filters, null)).not.toHaveProperty('within')
})
