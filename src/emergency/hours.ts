/** Minutes of a week from Monday 00:00, the end not included. */
export type WeekRange = readonly [from: number, to: number]

const dayNames = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const dayMinutes = 1440
const weekMinutes = 7 * dayMinutes

export const aroundTheClock = '24x7'

/**
 * Reads opening hours as people write them: `Mon-Sat 09:00-20:00; Sun 10:00-14:00`, or `24x7`. An end at or before the
 * start is on the next day. Returns null if it can't.
 */
export function parseHours(text: string): WeekRange[] | null {
  const plain = text.trim().toLowerCase()
  if (plain === aroundTheClock) return [[0, weekMinutes]]
  const ranges: WeekRange[] = []
  for (const part of plain.split(';')) {
    const match = /^\s*([a-z]{3})(?:\s*-\s*([a-z]{3}))?\s+(.+?)\s*$/.exec(part)
    const days = match && daysFrom(match[1]!, match[2] ?? match[1]!)
    if (!days) return null
    for (const clocks of match[3]!.split(',')) {
      const times = /^\s*([0-2]\d:[0-5]\d)\s*-\s*([0-2]\d:[0-5]\d)\s*$/.exec(clocks)
      if (!times) return null
      const [from, to] = [minuteOf(times[1]!), minuteOf(times[2]!)]
      if (from >= dayMinutes || to > dayMinutes) return null
      for (const day of days) ranges.push(...onDay(day, from, to))
    }
  }
  return ranges.length > 0 ? ranges : null
}

function daysFrom(first: string, last: string): number[] | null {
  const [from, to] = [dayNames.indexOf(first), dayNames.indexOf(last)]
  if (from < 0 || to < 0) return null
  const count = ((to - from + 7) % 7) + 1
  return Array.from({ length: count }, (_, index) => (from + index) % 7)
}

const minuteOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

function onDay(day: number, from: number, to: number): WeekRange[] {
  const start = day * dayMinutes + from
  const end = day * dayMinutes + (to > from ? to : to + dayMinutes)
  return end <= weekMinutes
    ? [[start, end]]
    : [
        [start, weekMinutes],
        [0, end - weekMinutes],
      ]
}

/** Writes the ranges as Postgres reads an int4multirange. */
export const asMultirange = (ranges: readonly WeekRange[]): string =>
  `{${ranges.map(([from, to]) => `[${from},${to})`).join(',')}}`
