import type { Position } from '#/location/rules.ts'

const names = ['north', 'north-east', 'east', 'south-east', 'south', 'south-west', 'west', 'north-west']
const kmPerDegree = 111.2
const radians = Math.PI / 180

/** Returns how many kilometres `to` is east and north of `from`, accurate to a per cent within a region. */
export function offset(from: Position, to: Position): { east: number; north: number } {
  const wide = kmPerDegree * Math.cos(((from.lat + to.lat) / 2) * radians)
  return { east: (to.lon - from.lon) * wide, north: (to.lat - from.lat) * kmPerDegree }
}

/** Returns 'north-east' for a place north-east of here. */
export function directionOf({ east, north }: { east: number; north: number }): string {
  const turn = Math.round(Math.atan2(east, north) / radians / 45)
  return names[(turn + 8) % 8]!
}

/** Returns the window that holds everything within `km` of a place, and the zoom whose squares are a sixth as wide. */
export function windowAround({ lat, lon }: Position, km: number) {
  const high = km / kmPerDegree
  const wide = high / Math.max(0.05, Math.cos(lat * radians))
  const cut = (degrees: number, most: number) =>
    Math.round(Math.max(-most, Math.min(most, degrees)) * 100_000) / 100_000
  return {
    north: cut(lat + high, 90),
    south: cut(lat - high, 90),
    west: cut(lon - wide, 180),
    east: cut(lon + wide, 180),
    zoom: Math.max(2, Math.min(17, Math.round(Math.log2(540 / high)))),
  }
}
