import { expect, test } from 'vitest'
import type { MapSquare } from '#/reports/shapes.ts'
import { mergeSquares, pixelsAt } from './merge-squares.ts'

const square = (lat: number, lon: number, count = 1): MapSquare => ({
  position: { lat, lon },
  count,
  report: null,
})

test('at zoom 0 the world is 256 pixels wide, and each further step doubles it', () => {
  const [west, east] = [
    { lat: 0, lon: -90 },
    { lat: 0, lon: 90 },
  ]
  expect(pixelsAt(0)(west, east)).toBe(128)
  expect(pixelsAt(3)(west, east)).toBe(1024)
  expect(pixelsAt(3)({ lat: 60, lon: 0 }, { lat: 61, lon: 0 })).toBeCloseTo((2 * 256 * 8) / 360)
})

test('pins that would cover each other are one, where the fullest is', () => {
  const squares = [square(19, 72.9, 4), square(19, 74.1), square(28, 77)]
  expect(mergeSquares(squares, pixelsAt(5))).toEqual([square(19, 72.9, 5), square(28, 77)])
})

test('closer up they are apart', () => {
  const squares = [square(19, 72.9, 4), square(19, 74.1), square(28, 77)]
  expect(mergeSquares(squares, pixelsAt(8))).toEqual(squares)
})
