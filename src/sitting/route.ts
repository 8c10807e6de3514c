/** The route of a walk: pure, and the same on the phone and the server. */

/** In milliseconds, degrees north and degrees east. */
export type RoutePoint = readonly [at: number, latitude: number, longitude: number]

export type Position = { at: number; latitude: number; longitude: number; accuracy: number }

/** A less accurate position says nothing about a walk. */
const mostError = 50
/** Points are at least this far apart. */
const leastStep = 15
/** Faster than anyone walks a dog: such a jump is an error of the receiver. */
const mostMetresASecond = 12

const metresOfDegree = 111_195

/** Returns the distance in metres, computed on a plane, because a walk is short. */
export function metresBetween(a: RoutePoint, b: RoutePoint): number {
  const north = (b[1] - a[1]) * metresOfDegree
  const east = (b[2] - a[2]) * metresOfDegree * Math.cos((a[1] * Math.PI) / 180)
  return Math.hypot(north, east)
}

/** Returns the point to add to a route for a position; null if it is imprecise, too near the last one, or a jump. */
export function nextPoint(last: RoutePoint | undefined, position: Position): RoutePoint | null {
  if (position.accuracy > mostError) return null
  const point = [position.at, rounded(position.latitude), rounded(position.longitude)] as const
  if (!last) return point
  if (position.at <= last[0]) return null
  const step = metresBetween(last, point)
  // The receiver's own error must not look like steps.
  if (step < Math.max(leastStep, position.accuracy)) return null
  return step / ((position.at - last[0]) / 1000) > mostMetresASecond ? null : point
}

/** Rounds to about a metre. */
const rounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5

/** Returns length in metres and duration in milliseconds. */
export function measure(points: readonly RoutePoint[]): { metres: number; milliseconds: number } {
  const metres = points.slice(1).reduce((sum, point, index) => sum + metresBetween(points[index]!, point), 0)
  return {
    metres: Math.round(metres),
    milliseconds: points.length > 1 ? points.at(-1)![0] - points[0]![0] : 0,
  }
}
