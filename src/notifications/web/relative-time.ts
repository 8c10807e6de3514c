import { DAY, HOUR, MINUTE } from '#/kernel/duration.ts'

/** Returns 'Just now', '5 min ago', '3 h ago', 'Yesterday', '4 days ago', then the date on the viewer's calendar. */
export function relativeTime(then: Date, now: Date): string {
  const passed = now.getTime() - then.getTime()
  if (passed < MINUTE) return 'Just now'
  if (passed < HOUR) return `${Math.floor(passed / MINUTE)} min ago`
  if (passed < DAY) return `${Math.floor(passed / HOUR)} h ago`
  if (passed < 2 * DAY) return 'Yesterday'
  if (passed < 7 * DAY) return `${Math.floor(passed / DAY)} days ago`
  const sameYear = then.getFullYear() === now.getFullYear()
  return then.toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(!sameYear && { year: 'numeric' }),
  })
}
