import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { HOUR } from '#/kernel/duration.ts'
import { assignPlaces, hasRoom, mostAtOnce, type Stretch, type Taken } from './capacity.ts'

const at = (hour: number) => new Date(hour * HOUR)
const stretch = (from: number, until: number): Stretch => ({ startsAt: at(from), endsAt: at(until) })

const stretches = (most: number) =>
  fc.array(
    fc
      .tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 1, max: 12 }))
      .map(([from, hours]) => stretch(from, from + hours)),
    { maxLength: most },
  )

/** Computes the same in the simplest way: hour by hour. */
const literally = (all: readonly Stretch[]) =>
  Math.max(
    0,
    ...Array.from(
      { length: 60 },
      (_, hour) => all.filter((one) => one.startsAt <= at(hour) && at(hour) < one.endsAt).length,
    ),
  )

test('a pet that leaves makes way for one that comes at the same moment', () => {
  expect(mostAtOnce([stretch(1, 3), stretch(3, 5)])).toBe(1)
  expect(mostAtOnce([stretch(1, 3), stretch(2, 5)])).toBe(2)
})

test('the most at once is what counting each hour gives', () => {
  fc.assert(
    fc.property(stretches(12), (all) => {
      expect(mostAtOnce(all)).toBe(literally(all))
    }),
  )
})

test('there is room exactly if no hour of what is wanted has more pets than places', () => {
  fc.assert(
    fc.property(
      stretches(10),
      stretches(3),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 6 }),
      (taken, wanted, pets, places) => {
        const expected = wanted.every((one) =>
          Array.from({ length: 60 }, (_, hour) => hour)
            .filter((hour) => one.startsAt <= at(hour) && at(hour) < one.endsAt)
            .every(
              (hour) =>
                taken.filter((other) => other.startsAt <= at(hour) && at(hour) < other.endsAt).length +
                  pets <=
                places,
            ),
        )
        expect(hasRoom(taken, wanted, pets, places)).toBe(expected)
      },
    ),
  )
})

describe('places', () => {
  test('no two pets share one at the same time, and there are no more than run at once', () => {
    fc.assert(
      fc.property(stretches(12), stretches(6), (known, wanted) => {
        const { lanes: places } = assignPlaces([], known)
        const taken: Taken[] = known.map((one, index) => ({ ...one, id: `${index}`, lane: places[index]! }))
        const { lanes, moved } = assignPlaces(taken, wanted)
        const now = new Map(moved.map(({ id, lane }) => [id, lane]))
        const all = [
          ...taken.map((one) => ({ ...one, lane: now.get(one.id) ?? one.lane })),
          ...wanted.map((one, index) => ({ ...one, lane: lanes[index]! })),
        ]
        const most = mostAtOnce(all)
        for (const [index, one] of all.entries()) {
          expect(one.lane).toBeLessThanOrEqual(Math.max(most, ...taken.map(({ lane }) => lane)))
          for (const other of all.slice(index + 1))
            if (other.lane === one.lane)
              expect(one.startsAt < other.endsAt && other.startsAt < one.endsAt).toBe(false)
        }
      }),
    )
  })

  test('pets stay where they are if a place is free for the new one', () => {
    const taken = [{ ...stretch(0, 5), id: 'a', lane: 2 }]
    expect(assignPlaces(taken, [stretch(6, 8), stretch(1, 3)])).toEqual({ lanes: [1, 1], moved: [] })
  })
})
