import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clockOf, minutesOf } from '#/kernel/time.ts'
import { type Hours, hoursProblems } from './hours.ts'

const hours = (startTime: string, endTime: string, changes: Partial<Hours> = {}): Hours => ({
  startTime,
  endTime,
  slotMinutes: 30,
  breaks: [],
  ...changes,
})
const pause = (startTime: string, endTime: string) => ({ startTime, endTime })

describe('the hours of a day', () => {
  it('may be several, may touch, and may last until midnight', () => {
    expect(hoursProblems([])).toEqual([])
    expect(
      hoursProblems([hours('18:00', '24:00'), hours('00:00', '09:00'), hours('09:00', '12:00')]),
    ).toEqual([])
  })

  it('end after they start', () => {
    for (const end of ['09:00', '08:59', '00:00'])
      expect(hoursProblems([hours('09:00', end)])).toEqual([{ code: 'booking.hours_end_first', row: 0 }])
    expect(hoursProblems([hours('24:00', '24:00')])).toHaveLength(1)
  })

  it('do not overlap: the later row is named', () => {
    expect(hoursProblems([hours('09:00', '12:00'), hours('11:59', '13:00')])).toEqual([
      { code: 'booking.hours_overlap', row: 1 },
    ])
    expect(hoursProblems([hours('10:00', '11:00'), hours('09:00', '12:00')])).toEqual([
      { code: 'booking.hours_overlap', row: 1 },
    ])
  })

  it('have room for one slot at least', () => {
    expect(hoursProblems([hours('09:00', '09:29')])).toEqual([{ code: 'booking.hours_too_short', row: 0 }])
    expect(hoursProblems([hours('09:00', '09:30')])).toEqual([])
  })

  it('have breaks that lie within them, may touch their ends and each other, and end after they start', () => {
    const breaks = [pause('09:00', '10:00'), pause('10:00', '11:00'), pause('11:30', '12:00')]
    expect(hoursProblems([hours('09:00', '12:00', { breaks })])).toEqual([])
    const bad = [
      pause('08:59', '09:30'),
      pause('11:00', '12:01'),
      pause('10:00', '10:00'),
      pause('11:30', '11:45'),
    ]
    expect(hoursProblems([hours('09:00', '12:00', { breaks: bad })])).toEqual([
      { code: 'booking.break_outside', row: 0, pause: 0 },
      { code: 'booking.break_outside', row: 0, pause: 1 },
      { code: 'booking.break_ends_first', row: 0, pause: 2 },
      { code: 'booking.breaks_overlap', row: 0, pause: 3 },
    ])
  })
})

const clocks = fc.integer({ min: 0, max: 96 }).map((quarter) => clockOf(quarter * 15))
const span = fc.record({ startTime: clocks, endTime: clocks })
const days = fc.array(
  fc.record({
    startTime: clocks,
    endTime: clocks,
    slotMinutes: fc.constantFrom(15, 30, 60),
    breaks: fc.array(span, { maxLength: 2 }),
  }),
  { maxLength: 4 },
)

/** Returns the quarter hours in a range. */
const quartersOf = ({ startTime, endTime }: { startTime: string; endTime: string }) =>
  new Set(
    Array.from({ length: 96 }, (_, quarter) => quarter).filter(
      (quarter) => minutesOf(startTime) <= quarter * 15 && quarter * 15 < minutesOf(endTime),
    ),
  )

describe('whatever someone types', () => {
  it('what is accepted works no time twice, and rests only while it works; the rest is refused', () => {
    let accepted = 0
    fc.assert(
      fc.property(days, (rows) => {
        const worked = rows.map(quartersOf)
        const all = worked.flatMap((set) => [...set])
        const isSound =
          new Set(all).size === all.length &&
          rows.every(({ breaks, slotMinutes }, row) => {
            const rest = breaks.map(quartersOf)
            const resting = rest.flatMap((set) => [...set])
            return (
              worked[row]!.size * 15 >= slotMinutes &&
              rest.every((set) => set.size > 0) &&
              resting.every((quarter) => worked[row]!.has(quarter)) &&
              new Set(resting).size === resting.length
            )
          })
        if (isSound) accepted++
        expect(hoursProblems(rows).length === 0).toBe(isSound)
      }),
      { numRuns: 1_000 },
    )
    expect(accepted).toBeGreaterThan(50)
  })
})
