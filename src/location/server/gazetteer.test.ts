import { describe, expect, test } from 'vitest'
import { openGazetteer } from './gazetteer.ts'
import { makeTables } from './gazetteer-tables.ts'
import { bundledPlaces } from './open-gazetteer.ts'

const places = await bundledPlaces('Asia/Kolkata')
const at = (lat: number, lon: number) => places.at({ lat, lon })?.display
const named = (name: string) => places.named(name).map(({ display }) => display)

describe('the places that come with the packages', () => {
  test('the name of a city leads to its state, its country and where it is, to two decimals', () => {
    expect(places.named('Bengaluru')).toEqual([
      {
        city: 'Bengaluru',
        state: 'Karnataka',
        country: 'India',
        display: 'Bengaluru, Karnataka, India',
        lat: 12.97,
        lon: 77.59,
        reachKm: 20,
      },
    ])
  })

  test.each([
    ['in the middle', 12.97, 77.59, 'Bengaluru, Karnataka, India'],
    ['in a suburb, where a village is nearer', 12.97, 77.75, 'Bengaluru, Karnataka, India'],
    ['at the edge of a city in the sea', 18.91, 72.82, 'Mumbai, Maharashtra, India'],
    ['beyond the border of the state', 28.46, 77.03, 'Gurugram, Haryana, India'],
    ['in the country', 13.5, 77.2, 'Koratagere, Karnataka, India'],
    ['on another continent', 48.87, 2.36, 'Paris, Île-de-France, France'],
    ['just before the date line', -16.9, 179.99, 'Savusavu, Northern, Fiji'],
    ['in the middle of the ocean', 0, -30, undefined],
    ['at the pole', 90, 0, undefined],
  ])('%s', (_where, lat, lon, display) => {
    expect(at(lat, lon)).toBe(display)
  })

  test.each([
    ['in capitals and with blanks', '  BENGALURU ', ['Bengaluru, Karnataka, India']],
    ['by the name it had', 'Bangalore', ['Bengaluru, Karnataka, India']],
    ['spelt as another source spells it', 'Vishakhapatnam', ['Visakhapatnam, Andhra Pradesh, India']],
    ['without the marks of a transliteration', 'Thane', ['Thane, Maharashtra, India']],
    ['with its state and country', 'Pune, Maharashtra, India', ['Pune, Maharashtra, India']],
    ['after a quarter that is not known', 'Indiranagar, Bengaluru', ['Bengaluru, Karnataka, India']],
    ['of which our own is far larger', 'Delhi', ['Delhi, India']],
    ['of which one abroad is far larger', 'London', ['London, England, United Kingdom']],
    ['said to be in another country', 'Hyderabad, Pakistan', ['Hyderabad, Sindh, Pakistan']],
    ['said to be in another state', 'Paris, Texas', ['Paris, Texas, United States']],
    ['that nobody knows', 'Xyzzy', []],
    ['in letters that are not in the data', '東京', []],
  ])('a place %s is found, or is not', (_how, name, displays) => {
    expect(named(name)).toEqual(displays)
  })

  test('if several could be meant, the likeliest five are returned', () => {
    const displays = named('Springfield')
    expect(displays).toHaveLength(5)
    expect(displays).toContain('Springfield, Illinois, United States')
    expect(new Set(displays).size).toBe(5)
  })
})

const row = (name: string, country: string, admin1: string, lat = 10, lng = 20) => ({
  name,
  country,
  admin1,
  lat: String(lat),
  lng: String(lng),
})
const states = [
  { code: 'IN.16', name: 'Mahārāshtra' },
  { code: 'BR.27', name: 'São Paulo' },
]

test('marks are dropped in transliterations and kept elsewhere', () => {
  const rows = [row('Thāne', 'IN', '16'), row('São Paulo', 'BR', '27', 50)]
  const { named } = openGazetteer(makeTables(rows, states, [], 'Asia/Kolkata'))
  expect(named('thane')[0]?.display).toBe('Thane, Maharashtra, India')
  expect(named('sao paulo')[0]).toMatchObject({ city: 'São Paulo', display: 'São Paulo, Brazil' })
})

test('among places with the same name, those in the operator’s country come first', () => {
  const rows = [row('Salem', 'US', 'OR', 45, -123), row('Salem', 'IN', '25', 11, 78)]
  const large = [
    { city: 'Salem', lat: 45, lng: -123, pop: 180_000, iso2: 'US', timezone: 'America/Los_Angeles' },
    { city: 'Salem', lat: 11, lng: 78, pop: 830_000, iso2: 'IN', timezone: 'Asia/Kolkata' },
  ]
  const seenFrom = (zone: string) =>
    openGazetteer(makeTables(rows, [], large, zone)).named('Salem')[0]?.country
  expect(seenFrom('Asia/Kolkata')).toBe('India')
  expect(seenFrom('America/Los_Angeles')).toBe('United States')
})

test('a division without a name is left out, and a quarter called Sector is not a place', () => {
  const rows = [row('Sector', 'IN', '99'), row('Noida', 'IN', '99', 10.1)]
  const { at } = openGazetteer(makeTables(rows, [], [], 'Asia/Kolkata'))
  expect(at({ lat: 10, lon: 20 })).toMatchObject({ city: 'Noida', state: null, display: 'Noida, India' })
})
