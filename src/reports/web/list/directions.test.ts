import { expect, test } from 'vitest'
import { directionOf, offset, windowAround } from './directions.ts'

const here = { lat: 12.97, lon: 77.59 }

test.each([
  [{ lat: 13.07, lon: 77.59 }, 'north', 11],
  [{ lat: 13.04, lon: 77.66 }, 'north-east', 11],
  [{ lat: 12.97, lon: 77.69 }, 'east', 11],
  [{ lat: 12.9, lon: 77.66 }, 'south-east', 11],
  [{ lat: 12.87, lon: 77.59 }, 'south', 11],
  [{ lat: 12.9, lon: 77.52 }, 'south-west', 11],
  [{ lat: 12.97, lon: 77.49 }, 'west', 11],
  [{ lat: 13.04, lon: 77.52 }, 'north-west', 11],
])('%j is %s, about %i km away', (to, direction, km) => {
  const found = offset(here, to)
  expect(directionOf(found)).toBe(direction)
  expect(Math.round(Math.hypot(found.east, found.north))).toBe(km)
})

test('the window around a place holds its distance in each direction', () => {
  const { north, south, west, east } = windowAround(here, 25)
  expect(offset(here, { lat: north, lon: here.lon }).north).toBeCloseTo(25, 1)
  expect(offset(here, { lat: south, lon: here.lon }).north).toBeCloseTo(-25, 1)
  expect(offset(here, { lat: here.lat, lon: east }).east).toBeCloseTo(25, 1)
  expect(offset(here, { lat: here.lat, lon: west }).east).toBeCloseTo(-25, 1)
})

test('the smaller the distance, the closer the zoom', () => {
  expect([5, 10, 25, 50].map((km) => windowAround(here, km).zoom)).toEqual([14, 13, 11, 10])
})

test('a window at the edge of the world stays in it', () => {
  expect(windowAround({ lat: 89.9, lon: 179.9 }, 50)).toMatchObject({ north: 90, east: 180 })
})
