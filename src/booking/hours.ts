/** Limits and checks for working hours, shared by the form and the endpoint. */
import { type ClockTime, minutesOf } from '#/kernel/time.ts'

export const slotLimits = { min: 10, max: 240 } as const
export const noticeLimit = 20_160
export const bufferLimit = 240
/** Maximum characters of a break's or holiday's name. */
export const reasonLimit = 200
/** Maximum ranges in a day, and breaks in a range. */
export const rowLimit = 8
export const datesLimit = 200
export const holidaysLimit = 100
/** The version of a date without hours of its own. */
export const noDateVersion = 'none'
export const daysAheadLimit = 731

type Span = { startTime: ClockTime; endTime: ClockTime }
export type Hours = Span & { slotMinutes: number; breaks: readonly Span[] }

export type HoursCode =
  | 'booking.hours_end_first'
  | 'booking.hours_too_short'
  | 'booking.hours_overlap'
  | 'booking.break_ends_first'
  | 'booking.break_outside'
  | 'booking.breaks_overlap'

/** `row` and `pause` count from 0; `pause` is set if a break is the problem. */
export type HoursProblem = { code: HoursCode; row: number; pause?: number }

/** Returns the problems in one day's hours. Of two overlapping rows it names the later one; rows may touch. */
export function hoursProblems(rows: readonly Hours[]): HoursProblem[] {
  return rows.flatMap((hours, row) => {
    const problems = hours.breaks.flatMap((_, pause) => {
      const code = breakProblem(hours, pause)
      return code ? [{ code, row, pause }] : []
    })
    const code = rangeProblem(rows, row)
    return code ? [{ code, row }, ...problems] : problems
  })
}

function rangeProblem(rows: readonly Hours[], row: number): HoursCode | null {
  const { slotMinutes, ...hours } = rows[row]!
  if (endsFirst(hours)) return 'booking.hours_end_first'
  if (rows.slice(0, row).some((other) => overlap(other, hours))) return 'booking.hours_overlap'
  const length = minutesOf(hours.endTime) - minutesOf(hours.startTime)
  return length < slotMinutes ? 'booking.hours_too_short' : null
}

function breakProblem(hours: Hours, index: number): HoursCode | null {
  const pause = hours.breaks[index]!
  if (endsFirst(pause)) return 'booking.break_ends_first'
  if (!endsFirst(hours) && (pause.startTime < hours.startTime || pause.endTime > hours.endTime))
    return 'booking.break_outside'
  const earlier = hours.breaks.slice(0, index)
  return earlier.some((other) => overlap(other, pause)) ? 'booking.breaks_overlap' : null
}

const endsFirst = ({ startTime, endTime }: Span) => endTime <= startTime

const overlap = (a: Span, b: Span) =>
  !endsFirst(a) && !endsFirst(b) && a.startTime < b.endTime && b.startTime < a.endTime
