import type { ClockTime } from '#/kernel/time.ts'

/** The clock time somebody typed, on 24 hours: '9', '930', '9.30' and '09:30'; '' for what is none. */
export function clockIn(typed: string): ClockTime | '' {
  const [, hours, minutes = '00'] = /^(\d{1,2})(?:[:.]?(\d{2}))?$/.exec(typed.trim()) ?? []
  if (hours === undefined || Number(minutes) > 59) return ''
  // The day's end is stored as the next one's beginning, as browsers' own fields have it.
  if (Number(hours) === 24 && minutes === '00') return '00:00'
  return Number(hours) > 23 ? '' : `${hours.padStart(2, '0')}:${minutes}`
}
