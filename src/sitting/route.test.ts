import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR } from '#/kernel/duration.ts'
import { measure, metresBetween, nextPoint, type Position, type RoutePoint } from './route.ts'

const at = (seconds: number, metresNorth: number, accuracy = 8): Position => ({
  at: seconds * 1000,
  latitude: 12.97 + metresNorth / 111_195,
  longitude: 77.64,
  accuracy,
})
function thin(positions: readonly Position[]): RoutePoint[] {
  const points: RoutePoint[] = []
  for (const position of positions) {
    const point = nextPoint(points.at(-1), position)
    if (point) points.push(point)
  }
  return points
}

describe('the route of a walk', () => {
  test('has a point for each fifteen metres, and none for standing still', () => {
    const walked = Array.from({ length: 101 }, (_, second) => at(second, second))
    expect(thin(walked)).toHaveLength(7)
    expect(thin(Array.from({ length: 100 }, (_, second) => at(second, (second % 3) * 4)))).toHaveLength(1)
  })

  test('leaves out imprecise positions, jumps, and times that go back', () => {
    expect(thin([at(0, 0, 51)])).toEqual([])
    expect(thin([at(0, 0), at(10, 30, 40)])).toHaveLength(1)
    expect(thin([at(0, 0), at(1, 500)])).toHaveLength(1)
    expect(thin([at(10, 0), at(5, 30)])).toHaveLength(1)
  })

  test('is as long as it was walked, to a few metres', () => {
    const route = thin(Array.from({ length: 1201 }, (_, second) => at(second, second)))
    expect(measure(route).metres).toBeGreaterThan(1180)
    expect(measure(route).metres).toBeLessThanOrEqual(1201)
    expect(measure(route).milliseconds).toBeGreaterThan(1180_000)
    expect(measure([])).toEqual({ metres: 0, milliseconds: 0 })
  })

  test('never has two points nearer than fifteen metres, less the rounding, or out of order', () => {
    const position = fc.record({
      at: fc.integer({ min: 0, max: HOUR }),
      latitude: fc.double({ min: 12.96, max: 12.98, noNaN: true }),
      longitude: fc.double({ min: 77.63, max: 77.65, noNaN: true }),
      accuracy: fc.double({ min: 1, max: 100, noNaN: true }),
    })
    fc.assert(
      fc.property(fc.array(position, { maxLength: 60 }), (positions) => {
        const route = thin(positions.toSorted((a, b) => a.at - b.at))
        for (const [index, point] of route.slice(1).entries()) {
          expect(metresBetween(route[index]!, point)).toBeGreaterThan(13)
          expect(point[0]).toBeGreaterThan(route[index]![0])
        }
      }),
    )
  })
})
