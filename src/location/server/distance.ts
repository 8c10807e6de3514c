import type { Position } from '#/location/rules.ts'

const radians = Math.PI / 180

/** Returns kilometres, accurate to a per cent up to some hundred kilometres. */
export function distanceKm(a: Position, b: Position): number {
  const turn = ((b.lon - a.lon + 540) % 360) - 180
  const east = turn * radians * Math.cos(((a.lat + b.lat) / 2) * radians)
  return 6371 * Math.hypot(east, (b.lat - a.lat) * radians)
}
