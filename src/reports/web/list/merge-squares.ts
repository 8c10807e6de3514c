import type { Position } from '#/location/rules.ts'
import type { MapSquare } from '#/reports/shapes.ts'

/** Closer pins would cover each other. */
const nearest = 40

/** Returns pixels between two places on a web map. */
export const pixelsAt = (zoom: number) => (a: Position, b: Position) => {
  const scale = (256 * 2 ** zoom) / 360
  return Math.hypot((a.lon - b.lon) * scale, ((a.lat - b.lat) * scale) / Math.cos((a.lat * Math.PI) / 180))
}

/** Joins squares whose pins would cover each other, as happens on both sides of an edge. The fullest ones stay where they are. */
export function mergeSquares(
  squares: readonly MapSquare[],
  pixels: (a: Position, b: Position) => number,
): MapSquare[] {
  const merged: MapSquare[] = []
  for (const square of squares) {
    const near = merged.findIndex(({ position }) => pixels(position, square.position) < nearest)
    const other = merged[near]
    if (other) merged[near] = { ...other, count: other.count + square.count, report: null }
    else merged.push(square)
  }
  return merged
}
