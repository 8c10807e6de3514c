import type { ClockTime } from '#/kernel/time.ts'

/** Parses a 24-hour clock time: '9', '930', '9.30' or '09:30'. Returns '' for anything else. */
export function clockIn(typed: string): ClockTime | '' {
  const [, hours, minutes = '00'] = /^(\d{1,2})(?:[:.]?(\d{2}))?$/.exec(typed.trim()) ?? []
  if (hours === undefined || Number(minutes) > 59) return ''
  // Stores the end of the day as the next day's start, like browsers' own fields.
  if (Number(hours) === 24 && minutes === '00') return '00:00'
  return Number(hours) > 23 ? '' : `${hours.padStart(2, '0')}:${minutes}`
}
