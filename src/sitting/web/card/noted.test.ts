import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOUR } from '#/kernel/duration.ts'
import { mostAge, tapKinds } from '#/sitting/card.ts'
import { type Noted, toSend, withNoted } from './noted.ts'
import { lengthText, stampText } from './words.ts'

const start = Date.parse('2026-11-02T03:30:00Z')
const closesAt = new Date(start + 90_000_000)
const withAll = (noted: readonly Noted[], card: Parameters<typeof withNoted>[0] = null) =>
  withNoted(card, noted, (_, id) => `blob:${id}`, closesAt, '2026-11-02')
const started: Noted = { kind: 'start', id: 'start', at: start }

const taps = fc.uniqueArray(
  fc.record({ id: fc.uuid(), tap: fc.constantFrom(...tapKinds), minute: fc.nat(50) }),
  { selector: ({ id }) => id, maxLength: 12 },
)

test('what a phone shows has each tap once, without those that were undone, whatever has arrived meanwhile', () => {
  fc.assert(
    fc.property(taps, fc.nat(), fc.nat(), (made, undoneEach, arrivedUntil) => {
      const isUndone = (index: number) => index % 4 === undoneEach % 4
      const entries = made.flatMap(({ id, tap, minute }, index): Noted[] => [
        { kind: 'tap', id, tap, at: start + minute * 60_000 },
        ...(isUndone(index) ? [{ kind: 'undo' as const, id: `undo-${id}`, tapId: id, at: start }] : []),
      ])
      // The server has some of them already, and this phone doesn't know.
      const arrived = withAll([started, ...entries.slice(0, arrivedUntil % (entries.length + 1))])
      const shown = withAll([started, ...entries], arrived)
      const expected = made.filter((_, index) => !isUndone(index)).map(({ id }) => id)
      expect(shown!.content!.taps.map(({ id }) => id).toSorted()).toEqual(expected.toSorted())
    }),
  )
})

test('nothing is shown before a start, and a stop and a send that wait are shown as done', () => {
  expect(withAll([{ kind: 'tap', id: 'a', tap: 'pee', at: start }])).toBeNull()
  const shown = withAll([
    started,
    { kind: 'photo', id: 'p', photo: new Blob(), at: start },
    { kind: 'note', id: 'n', text: 'He met a cow.', at: start },
    { kind: 'stop', id: 's', at: start + 60_000 },
    { kind: 'send', id: 'e', at: start + 120_000 },
  ])!
  expect(shown.stopped).toEqual({ at: new Date(start + 60_000), onPhone: null })
  expect(shown.sentAt).toEqual(new Date(start + 120_000))
  expect(shown.content).toMatchObject({ note: 'He met a cow.', photos: [{ id: 'p', url: 'blob:p' }] })
  expect([...shown.waiting]).toEqual(['start', 'p', 'n', 's', 'e'])
})

test('an entry says how long ago it was, and never that it’s to come', () => {
  const tap = { kind: 'tap', id: 'a', tap: 'pee', at: start } as const
  expect(toSend(tap, start + 90_000)).toEqual({ kind: 'tap', id: 'a', tap: 'pee', age: 90_000 })
  expect(toSend(tap, start - 90_000).age).toBe(0)
  expect(toSend(tap, start + 2 * mostAge).age).toBe(mostAge)
  const route = {
    kind: 'route',
    id: 'r',
    track: 't',
    at: start,
    points: [[start - 1000, 12.9, 77.6]],
  } as const
  expect(toSend({ ...route, points: [...route.points] }, start)).toMatchObject({
    points: [[1000, 12.9, 77.6]],
  })
})

test('a time that was kept on a phone is shown with its arrival, and the day if that is another', () => {
  const at = new Date('2026-11-02T05:10:00Z')
  const stamp = (onPhone: string | null) =>
    stampText({ at, onPhone: onPhone === null ? null : new Date(onPhone) }, 'Asia/Kolkata')
  expect(stamp(null)).toBe('10:40')
  expect(stamp('2026-11-02T04:35:00Z')).toBe('10:05 by the phone, arrived 10:40')
  expect(stamp('2026-11-01T04:35:00Z')).toBe('10:05 by the phone, arrived Mon, 2 Nov 2026, 10:40')
  expect([59_999, HOUR, 7_500_000].map(lengthText)).toEqual(['0 min', '1 h', '2 h 5 min'])
})
