import type { Area } from '#/location/contract.ts'
import { mostAreas, type Position } from '#/location/rules.ts'
import { distanceKm } from './distance.ts'

export type Ranked = Area & { rank: number }

/** Names within a map's radius stand this share of it apart, so that none covers another. */
const apart = 1 / 4

/** Tells which positions lie in the square around a place, which is quicker than its circle. */
export function squareAround({ lat, lon }: Position, km: number): (lat: number, lon: number) => boolean {
  const high = km / 111
  const wide = high / Math.max(0.1, Math.cos((lat * Math.PI) / 180))
  return (otherLat, otherLon) => Math.abs(otherLat - lat) <= high && Math.abs(otherLon - lon) <= wide
}

/** Chooses areas that stand well apart, larger ones first, then those close to the middle. */
export function wellApart(areas: readonly Ranked[], middle: Position, km: number): Area[] {
  const sorted = areas
    .map((area) => ({ area, far: distanceKm(area, middle) }))
    .sort((a, b) => b.area.rank - a.area.rank || a.far - b.far)
  const chosen: Area[] = []
  for (const { area } of sorted) {
    if (chosen.length === mostAreas) break
    const { name, lat, lon } = area
    if (chosen.every((other) => other.name !== name && distanceKm(other, area) >= km * apart))
      chosen.push({ name, lat, lon })
  }
  return chosen
}
