import type { Position } from '#/location/rules.ts'

const radians = Math.PI / 180

/** Returns kilometres between two places of one region, accurate to a per cent. */
export function kilometresBetween(a: Position, b: Position): number {
  const east = (b.lon - a.lon) * radians * Math.cos(((a.lat + b.lat) / 2) * radians)
  return 6371 * Math.hypot(east, (b.lat - a.lat) * radians)
}
