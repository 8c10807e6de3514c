import type { ClockTime } from '#/kernel/time.ts'
import { isDay } from '#/kernel/time.ts'
import { isLinkedPlace, type MeetKind, type MeetTime, meetTimeAt } from '#/sitting/meet.ts'
import { sittingText } from '#/sitting/text.ts'

export const emptyTime: MeetTime = { date: '', time: '' }

/** Returns the problem with the place that the host entered. */
export function placeProblemOf(kind: MeetKind, place: string): string | undefined {
  if (!place.trim()) return sittingText['sitting.meet_place_needed']
  return isLinkedPlace(kind, place) ? sittingText['sitting.meet_place_link'] : undefined
}

const isClock = (text: string): text is ClockTime => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(text)

/** Returns the problem of each suggested time. */
export function timeProblems(times: readonly MeetTime[], zone: string, now: Date): (string | undefined)[] {
  return times.map(({ date, time }, index) => {
    if (!isDay(date)) return 'Please choose a day.'
    if (!isClock(time)) return 'Please choose a time.'
    const at = meetTimeAt({ date, time }, zone, now)
    if (typeof at === 'string') return sittingText[at]
    const isTwice = times.slice(0, index).some((other) => other.date === date && other.time === time)
    return isTwice ? sittingText['sitting.meet_same_time'] : undefined
  })
}
