import { count } from '#/sitting/web/find/search-words.ts'

/** Returns 'less than an hour', '3 hours' or '2 days'; halves are rounded up. */
export function durationText(minutes: number): string {
  if (minutes < 60) return 'less than an hour'
  const hours = Math.round(minutes / 60)
  return hours < 24 ? count(hours, 'hour') : count(Math.round(hours / 24), 'day')
}
