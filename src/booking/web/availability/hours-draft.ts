/** Hours as they are being typed. Clock times are those of browsers' time fields, which have no 24:00. */
import { type Hours, type HoursCode, hoursProblems, slotLimits } from '#/booking/hours.ts'
import { sessionMinutes } from '#/booking/sessions.ts'
import { availabilityText } from '#/booking/text.ts'
import { hasSlotLength, type Trade } from '#/booking/trades.ts'
import type { Problems } from '#/kernel/web/form/use-draft.ts'

export type PauseDraft = { key: string; start: string; end: string; reason: string }
export type RangeDraft = {
  /** Identifies the row and its problems, even if it moves. */
  key: string
  id: string | null
  start: string
  end: string
  slot: string
  breaks: PauseDraft[]
}
export type DayDraft = { isOpen: boolean; ranges: RangeDraft[] }

type SavedRange = Omit<Hours, 'breaks'> & {
  id: string
  breaks: readonly { startTime: string; endTime: string; reason: string | null }[]
}
type SavedDay = { isOpen: boolean; ranges: readonly SavedRange[] }

let made = 0
const newKey = () => `new${made++}`

const midnight = '00:00'
/** Midnight as an end means the end of the day. */
const endOf = (typed: string) => (typed === midnight ? '24:00' : typed)
const typedEnd = (end: string) => (end === '24:00' ? midnight : end)

export function dayDraft({ isOpen, ranges }: SavedDay): DayDraft {
  return {
    isOpen,
    ranges: ranges.map(({ id, startTime, endTime, slotMinutes, breaks }) => ({
      key: id,
      id,
      start: startTime,
      end: typedEnd(endTime),
      slot: String(slotMinutes),
      breaks: breaks.map((pause, index) => ({
        key: `${id}/${index}`,
        start: pause.startTime,
        end: typedEnd(pause.endTime),
        reason: pause.reason ?? '',
      })),
    })),
  }
}

/** Minutes. Trades without a slot in their form take the shortest, so that any hours may be saved. */
const usualSlot: Readonly<Record<Trade, number>> = {
  veterinary: 30,
  training: sessionMinutes.min,
  styling: 60,
  sitting: slotLimits.min,
}

/** Adds a row: the first is an ordinary working day, later ones start where the last one ended. */
export function addedRange(ranges: readonly RangeDraft[], trade: Trade): RangeDraft {
  const last = ranges.at(-1)
  return {
    key: newKey(),
    id: null,
    start: last ? '' : '09:00',
    end: last ? '' : '17:00',
    slot: (hasSlotLength(trade) && last?.slot) || String(usualSlot[trade]),
    breaks: [],
  }
}

export const addedPause = (): PauseDraft => ({ key: newKey(), start: '', end: '', reason: '' })

/** Copies hours to another day, reusing that day's rows. */
export function copiedTo(target: DayDraft, { ranges }: DayDraft): DayDraft {
  return {
    isOpen: true,
    ranges: ranges.map((range, index) => {
      const { key, id } = target.ranges[index] ?? { key: newKey(), id: null }
      return { ...range, key, id, breaks: range.breaks.map((pause) => ({ ...pause, key: newKey() })) }
    }),
  }
}

/** Returns the row without its ids, for another day or a new date. */
export const renewed = (range: RangeDraft): RangeDraft => ({ ...range, key: newKey(), id: null })

export type HoursProblems = Problems<string>

/**
 * Returns the problems that the server would refuse, by field: `<key of row or break> <name of field>`. Skips days off.
 */
export function dayProblems({ isOpen, ranges }: DayDraft, dayKey: string): HoursProblems {
  if (!isOpen) return {}
  if (ranges.length === 0) return { [`${dayKey} hours`]: availabilityText['booking.hours_missing'] }
  const problems: [string, string][] = ranges.flatMap((range) => [
    ...blanks(range),
    ...(isSlot(range.slot) ? [] : [[`${range.key} slot`, slotText] as [string, string]]),
    ...range.breaks.flatMap(blanks),
  ])
  const whole = ranges.filter((range) => blanks(range).length === 0 && isSlot(range.slot))
  for (const { code, row, pause } of hoursProblems(whole.map(hoursOf))) {
    const range = whole[row]!
    const key = pause === undefined ? range.key : wholeBreaks(range)[pause]!.key
    problems.push([`${key} ${fieldOf[code]}`, availabilityText[code]])
  }
  return Object.fromEntries(problems)
}

const slotText = `${slotLimits.min} to ${slotLimits.max} minutes`

const fieldOf: Readonly<Record<HoursCode, 'start' | 'end' | 'slot'>> = {
  'booking.hours_end_first': 'end',
  'booking.hours_too_short': 'slot',
  'booking.hours_overlap': 'start',
  'booking.break_ends_first': 'end',
  'booking.break_outside': 'start',
  'booking.breaks_overlap': 'start',
}

function blanks({ key, start, end }: { key: string; start: string; end: string }): [string, string][] {
  const missing: [string, string][] = []
  if (!start) missing.push([`${key} start`, 'Required'])
  if (!end) missing.push([`${key} end`, 'Required'])
  return missing
}

const isSlot = (slot: string) =>
  /^\d{1,3}$/.test(slot.trim()) && Number(slot) >= slotLimits.min && Number(slot) <= slotLimits.max

const wholeBreaks = (range: RangeDraft) => range.breaks.filter((pause) => blanks(pause).length === 0)

function hoursOf(range: RangeDraft) {
  return {
    id: range.id,
    startTime: range.start,
    endTime: endOf(range.end),
    slotMinutes: Number(range.slot),
    breaks: wholeBreaks(range).map(({ start, end, reason }) => ({
      startTime: start,
      endTime: endOf(end),
      reason: reason.trim() || null,
    })),
  }
}

/**
 * Converts the day for the server and the preview, without half-typed rows: an open day has none when it is sent, and a
 * day off keeps only rows that could be switched on.
 */
export function dayOfDraft({ isOpen, ranges }: DayDraft) {
  const whole = ranges.filter((range) => blanks(range).length === 0 && isSlot(range.slot)).map(hoursOf)
  const sound = isOpen || hoursProblems(whole).length === 0
  return { isOpen: isOpen && whole.length > 0, ranges: sound ? whole : [] }
}

export const rangeWords = ({ start, end }: { start: string; end: string }) =>
  start && end ? `${start}–${endOf(end)}` : 'unfinished hours'

/** Returns the hours of a folded day as text. */
export function dayWords({ isOpen, ranges }: DayDraft): string {
  if (!isOpen) return 'Closed'
  return ranges
    .map(({ start, end, breaks }) => {
      const rest = breaks.filter((pause) => blanks(pause).length === 0).map(rangeWords)
      return rest.length > 0
        ? `${rangeWords({ start, end })}, except ${rest.join(', ')}`
        : rangeWords({ start, end })
    })
    .join('; ')
}

export function hasProblem({ ranges }: DayDraft, dayKey: string, problems: HoursProblems): boolean {
  const keys = new Set([
    dayKey,
    ...ranges.flatMap(({ key, breaks }) => [key, ...breaks.map((pause) => pause.key)]),
  ])
  return Object.keys(problems).some((field) => keys.has(field.slice(0, field.lastIndexOf(' '))))
}

/** Whether an end means midnight, which the field itself can't show. */
export const endsAtMidnight = (end: string) => end === midnight
