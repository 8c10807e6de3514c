import type { Position } from '../rules.ts'

const radians = Math.PI / 180

/** Kilometres between two positions, right to a per cent as long as they are some hundred kilometres apart. */
export function distanceKm(a: Position, b: Position): number {
  // The short way round, also across the date line.
  const turn = ((b.lon - a.lon + 540) % 360) - 180
  const east = turn * radians * Math.cos(((a.lat + b.lat) / 2) * radians)
  return 6371 * Math.hypot(east, (b.lat - a.lat) * radians)
}
