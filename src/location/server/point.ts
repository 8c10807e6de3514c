import { type RawBuilder, sql } from 'kysely'
import type { Position } from '#/location/rules.ts'

const radius = 6371
const radians = Math.PI / 180

/**
 * Returns a point on a globe of 6,371 km, as columns named `position` have them. At 50 km the chord is a metre shorter
 * than the arc.
 */
export function pointOf({ lat, lon }: Position): RawBuilder<unknown> {
  const [up, east] = [lat * radians, lon * radians]
  const parts = [Math.cos(up) * Math.cos(east), Math.cos(up) * Math.sin(east), Math.sin(up)]
  return sql`${`(${parts.map((part) => radius * part).join()})`}::cube`
}
