import type { Day } from '#/kernel/time.ts'

/** The source of advice or of a number. */
export type Source = {
  by: string
  title: string
  url: string
  /** The date in the source's words; null if it has none. */
  published: string | null
}

/** When we last compared the advice with its sources. */
export const adviceCheckedOn: Day = '2026-11-23'

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Writes '23 Nov 2026', without the weight of kernel/time.ts on a visitor's first page. */
export function dateText(day: Day): string {
  return `${Number(day.slice(8))} ${months[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`
}
