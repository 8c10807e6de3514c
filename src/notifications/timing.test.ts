import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MINUTE } from '#/kernel/duration.ts'
import { clockOf, minuteOf } from '#/kernel/time.ts'
import { isUrgent, nextDailyMail, quietUntil } from './timing.ts'

const night = { from: '22:00', until: '07:00' }
const at = (text: string) => new Date(text)

test.each([
  ['before midnight', '2026-11-23T17:00:00Z', '2026-11-24T01:30:00.000Z'],
  ['after midnight', '2026-11-24T00:30:00Z', '2026-11-24T01:30:00.000Z'],
  ['from their first minute', '2026-11-23T16:30:00Z', '2026-11-24T01:30:00.000Z'],
  ['until their last', '2026-11-24T01:30:00Z', undefined],
  ['not in the afternoon', '2026-11-23T10:00:00Z', undefined],
])('quiet hours in India: %s', (_name, now, ends) => {
  expect(quietUntil(night, 'Asia/Kolkata', at(now))?.toISOString()).toBe(ends)
})

test('quiet hours end when clocks skip their end, and at its second occurrence when it comes twice', () => {
  // London: 01:00 to 02:00 don't exist on 28 March 2027, and come twice on 25 October 2026.
  const early = { from: '22:00', until: '01:30' }
  expect(quietUntil(early, 'Europe/London', at('2027-03-28T00:30:00Z'))).toEqual(at('2027-03-28T01:00:00Z'))
  expect(quietUntil(early, 'Europe/London', at('2026-10-25T00:10:00Z'))).toEqual(at('2026-10-25T00:30:00Z'))
  expect(quietUntil(early, 'Europe/London', at('2026-10-25T01:10:00Z'))).toEqual(at('2026-10-25T01:30:00Z'))
})

test('quiet hours hold nothing back beyond their end, in any zone and around every change of clocks', () => {
  const zones = [
    'Asia/Kolkata',
    'Europe/London',
    'America/New_York',
    'Australia/Lord_Howe',
    'America/Santiago',
  ]
  const minute = fc.integer({ min: 0, max: 1439 })
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      minute,
      fc.integer({ min: 1, max: 1260 }),
      fc.integer({ min: Date.UTC(2026, 0) / MINUTE, max: Date.UTC(2028, 0) / MINUTE }),
      (zone, from, length, minutes) => {
        const quiet = { from: clockOf(from), until: clockOf((from + length) % 1440) }
        const now = new Date(minutes * MINUTE)
        const isQuiet = (instant: Date) => (minuteOf(instant, zone) - from + 1440) % 1440 < length
        const ends = quietUntil(quiet, zone, now)
        expect(ends !== null).toBe(isQuiet(now))
        if (!ends) return
        expect(ends > now).toBe(true)
        expect(isQuiet(ends)).toBe(false)
        for (let between = now.getTime(); between < ends.getTime(); between += 30 * MINUTE)
          expect(isQuiet(new Date(between))).toBe(true)
      },
    ),
    { numRuns: 2000 },
  )
})

test('the daily mail comes at six in the evening of the person’s own zone', () => {
  const now = at('2026-11-23T12:30:00Z')
  expect(nextDailyMail(null, 'Asia/Kolkata', now)).toEqual(at('2026-11-24T12:30:00Z'))
  expect(nextDailyMail(null, 'Europe/London', now)).toEqual(at('2026-11-23T18:00:00Z'))
  expect(nextDailyMail({ from: '17:00', until: '19:00' }, 'Europe/London', now)).toEqual(
    at('2026-11-23T19:00:00Z'),
  )
})

test.each([
  ['a walk that begins late', { type: 'sitting_late', isCaused: false }, true],
  ['a sighting, for its reporter', { type: 'report_marked_seen', isCaused: true, cantWait: true }, true],
  ['a sighting, for followers', { type: 'report_marked_seen', isCaused: true }, false],
  ['a reminder that people set for themselves', { type: 'task_reminder', isCaused: false }, true],
  ['a reminder that someone else set', { type: 'task_reminder', isCaused: true }, false],
  [
    'a cancelled visit of tomorrow morning',
    { type: 'appointment_cancelled', isCaused: true, dueAt: '10:00' },
    true,
  ],
  [
    'a cancelled visit of next week',
    { type: 'appointment_cancelled', isCaused: true, dueAt: '11:01' },
    false,
  ],
  ['a visit note', { type: 'visit_note_signed', isCaused: true }, false],
] as const)('%s: urgent is %s', (_name, { dueAt, ...news }: { dueAt?: string } & object, urgent) => {
  const day = { ...(dueAt && { dueAt: at(`2026-11-24T${dueAt}:00Z`) }) }
  expect(isUrgent({ ...(news as Parameters<typeof isUrgent>[0]), ...day }, at('2026-11-23T23:00:00Z'))).toBe(
    urgent,
  )
})
