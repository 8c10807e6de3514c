import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hoursProblems } from '#/booking/hours.ts'
import { clockOf, WEEKDAYS } from '#/kernel/time.ts'
import {
  addedRange,
  type DayDraft,
  dayDraft,
  dayOfDraft,
  dayProblems,
  dayWords,
  hasProblem,
  type RangeDraft,
} from './hours-draft.ts'
import { copyDay, type WeekDraft, weekOf, withKnownIds } from './week.ts'

const range = (start: string, end: string, changes: Partial<RangeDraft> = {}): RangeDraft => ({
  key: `${start} ${end}`,
  id: null,
  start,
  end,
  slot: '30',
  breaks: [],
  ...changes,
})
const open = (...ranges: RangeDraft[]): DayDraft => ({ isOpen: true, ranges })

describe('hours while they are typed', () => {
  it('are those that are saved, with midnight as the time fields know it', () => {
    const saved = {
      isOpen: true,
      ranges: [
        {
          id: 'a',
          startTime: '18:00',
          endTime: '24:00',
          slotMinutes: 45,
          breaks: [{ startTime: '23:00', endTime: '24:00', reason: 'Tea' }],
        },
      ],
    }
    const draft = dayDraft(saved)
    expect(draft.ranges[0]).toMatchObject({ key: 'a', end: '00:00', slot: '45', breaks: [{ end: '00:00' }] })
    expect(dayOfDraft(draft)).toEqual(saved)
    expect(dayWords(draft)).toBe('18:00–24:00, except 23:00–24:00')
  })

  it('of a trainer may last as long as the shortest session', () => {
    const added = { ...addedRange([], 'training'), start: '09:00', end: '09:30' }
    expect(dayProblems(open(added), 'monday')).toEqual({})
    expect(dayProblems(open({ ...added, end: '09:20' }), 'monday')).toHaveProperty(`${added.key} slot`)
  })

  it('name what is missing or wrong by its field', () => {
    const pause = { key: 'tea', start: '08:00', end: '', reason: '' }
    const draft = open(range('', '12:00', { key: 'a', slot: '9', breaks: [pause] }), range('09:00', '12:00'))
    expect(dayProblems(draft, 'monday')).toEqual({
      'a start': 'Required',
      'a slot': '10 to 240 minutes',
      'tea end': 'Required',
    })
    expect(hasProblem(draft, 'monday', { 'tea end': 'Required' })).toBe(true)
    expect(hasProblem(draft, 'monday', { 'tuesday hours': 'x' })).toBe(false)
    expect(dayProblems(open(), 'monday')).toEqual({ 'monday hours': 'Add hours, or mark the day as closed.' })
    expect(dayProblems({ ...draft, isOpen: false }, 'monday')).toEqual({})
  })

  it.each(['', '9', '241', '1e2', '30.5', '-30', 'thirty'])('take no slot of "%s" minutes', (slot) => {
    expect(dayProblems(open(range('09:00', '12:00', { key: 'a', slot })), 'monday')).toHaveProperty('a slot')
  })

  it('of a day that is off are kept only when they could be switched on', () => {
    const off = (...ranges: RangeDraft[]) => dayOfDraft({ isOpen: false, ranges })
    expect(off(range('09:00', '12:00')).ranges).toHaveLength(1)
    expect(off(range('09:00', '12:00'), range('10:00', '13:00')).ranges).toEqual([])
    expect(off(range('09:00', '')).ranges).toEqual([])
  })

  it('begin as an ordinary day, and go on with a row to be filled in', () => {
    expect(addedRange([], 'veterinary')).toMatchObject({ start: '09:00', end: '17:00', slot: '30' })
    expect(addedRange([], 'styling')).toMatchObject({ slot: '60' })
    const first = range('09:00', '12:00', { slot: '20' })
    expect(addedRange([first], 'styling')).toMatchObject({ start: '', end: '', slot: '20' })
    expect(addedRange([first], 'training')).toMatchObject({ slot: '30' })
  })
})

it('a day that is copied keeps the rows of the day it is copied to, as far as there are any', () => {
  const closed = Object.fromEntries(WEEKDAYS.map((day) => [day, { isOpen: false, ranges: [] }]))
  const draft = {
    ...closed,
    monday: open(range('09:00', '12:00', { id: 'm1' }), range('14:00', '18:00', { id: 'm2' })),
    tuesday: { isOpen: false, ranges: [range('08:00', '09:00', { id: 't1' })] },
  } as WeekDraft
  const days = weekOf(copyDay(draft, 'monday', ['tuesday', 'sunday']))
  expect(days[1]).toMatchObject({ isOpen: true, ranges: [{ id: 't1', startTime: '09:00' }, { id: null }] })
  expect(days[6]!.ranges.map(({ id }) => id)).toEqual([null, null])
  expect(days[0]!.ranges.map(({ id }) => id)).toEqual(['m1', 'm2'])
})

it('rows that are gone are sent as new ones', () => {
  const ranges = [{ id: 'a' }, { id: 'b' }, { id: null }]
  expect(withKnownIds(ranges, [{ id: 'b' }])).toEqual([{ id: null }, { id: 'b' }, { id: null }])
})

const clock = fc.oneof(
  { weight: 15, arbitrary: fc.integer({ min: 0, max: 95 }).map((quarter) => clockOf(quarter * 15)) },
  { weight: 1, arbitrary: fc.constant('') },
)
const drafts = fc.record({
  isOpen: fc.boolean(),
  ranges: fc
    .array(
      fc.record({
        start: clock,
        end: clock,
        slot: fc.constantFrom('10', '15', '20', '30', '60', '240', '5', ''),
        breaks: fc.array(fc.record({ start: clock, end: clock, reason: fc.constant('') }), { maxLength: 1 }),
      }),
      { maxLength: 2 },
    )
    .map((rows) =>
      rows.map(({ breaks, ...row }, index) => ({
        ...row,
        id: null,
        key: `row${index}`,
        breaks: breaks.map((pause, other) => ({ ...pause, key: `row${index}/${other}` })),
      })),
    ),
})

it('whatever is typed, a form without problems sends what the server takes, all of it', () => {
  let sent = 0
  fc.assert(
    fc.property(drafts, (draft) => {
      const day = dayOfDraft(draft)
      expect(hoursProblems(day.isOpen ? [] : day.ranges)).toEqual([])
      if (Object.keys(dayProblems(draft, 'monday')).length > 0) return
      if (draft.isOpen) sent++
      expect(hoursProblems(day.ranges)).toEqual([])
      expect(day.isOpen).toBe(draft.isOpen)
      if (draft.isOpen) expect(day.ranges).toHaveLength(draft.ranges.length)
    }),
    { numRuns: 3_000 },
  )
  expect(sent).toBeGreaterThan(30)
})
