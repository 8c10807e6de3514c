import { createHash } from 'node:crypto'
import { DAY } from '#/kernel/duration.ts'

const perDay = 3

/**
 * Returns three of the values for a subject and a UTC day: the next three each day, so that all have their turn within
 * days, from a start that differs between subjects.
 */
export function valuesOfTheDay<Value>(values: readonly Value[], subject: string, day: string): Value[] {
  const start = createHash('sha256').update(subject).digest().readUInt32BE()
  const first = start + (Date.parse(day) / DAY) * perDay
  return Array.from(
    { length: Math.min(perDay, values.length) },
    (_, at) => values[(first + at) % values.length]!,
  )
}
