import { expect, test } from 'vitest'
import { findNamed } from './named-places.ts'
import { bundledPlaces, bundledPostOffices } from './open-gazetteer.ts'

const cities = await bundledPlaces('Asia/Kolkata')
const offices = await bundledPostOffices(cities)
const named = (name: string) => findNamed(name, cities, offices).map(({ display }) => display)

test.each([
  ['a PIN code', '560038', 'Indiranagar, Bengaluru, Karnataka, India'],
  ['a PIN code in two parts', '560 038', 'Indiranagar, Bengaluru, Karnataka, India'],
  ['a PIN code after its city', 'Bengaluru 560038', 'Indiranagar, Bengaluru, Karnataka, India'],
  ['an area with its city', 'Indiranagar, Bengaluru', 'Indiranagar, Bengaluru, Karnataka, India'],
  [
    'an area with the former name of its city',
    'indira nagar, bangalore',
    'Indiranagar, Bengaluru, Karnataka, India',
  ],
  ['a large city, which is no quarter', 'Pune', 'Pune, Maharashtra, India'],
  ['a city abroad', 'London', 'London, England, United Kingdom'],
  ['a city abroad with its state', 'Paris, Texas', 'Paris, Texas, United States'],
])('%s finds its place', (_what, name, display) => {
  expect(named(name)[0]).toBe(display)
})

test('an area of many cities is offered for each, the largest first', () => {
  const found = named('Indiranagar')
  expect(found[0]).toBe('Indiranagar, Bengaluru, Karnataka, India')
  expect(found.length).toBeLessThanOrEqual(5)
  expect(new Set(found).size).toBe(found.length)
})

test('the place of an area is its city, where people look for a vet', () => {
  expect(findNamed('560038', cities, offices)[0]).toMatchObject({
    ...{ city: 'Bengaluru', state: 'Karnataka', country: 'India' },
    lat: expect.closeTo(12.97, 0),
    lon: expect.closeTo(77.6, 0),
  })
})

test.each(['999999', '000000', 'Xyzzy', '12345', '5600381'])('%s finds nothing', (name) => {
  expect(named(name)).toEqual([])
})

test('an operator elsewhere has no Indian areas in memory', async () => {
  expect(await bundledPostOffices({ ...cities, homeCountry: 'FR' })).toBeUndefined()
  expect(findNamed('Pune', cities, undefined)[0]?.display).toBe('Pune, Maharashtra, India')
})
