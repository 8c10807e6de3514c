import type { z } from 'zod'
import { answer } from '#/app/testing/browser/answers.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { locationContract } from '#/location/contract.ts'
import { reportsContract } from '#/reports/contract.ts'
import { cardSchema, entrySchema, type MapSquare, type mapSchema, reportSchema } from '#/reports/shapes.ts'

const facts = { status: 'found', species: 'cat', state: 'active', area: 'Aizawl' } as const

/** Makes a report of a found cat, as others read it. */
export const makeReport = (fields: Partial<z.input<typeof reportSchema>> = {}) =>
  made(reportSchema, { ...facts, id: newId(), petName: 'Misty', reporter: 'Tara', ...fields })

/** Makes the part of a report that only its reporter reads. */
export const makeOwn = (position: { lat: number; lon: number } | null = null) => ({
  petId: null,
  photos: [],
  exactPlace: null,
  position,
  secretMark: null,
  microchip: null,
  contactPhone: null,
  isAsked: false,
  staleAt: new Date('2026-12-02T06:30:00Z'),
})

export const makeComment = (text: string, fields: Partial<z.input<typeof entrySchema>> = {}) =>
  made(entrySchema, { id: newId(), kind: 'comment', by: 'Omar', text, ...fields })

export const makeCard = (fields: Partial<z.input<typeof cardSchema>> = {}) =>
  made(cardSchema, { ...facts, id: newId(), petName: 'Misty', ...fields })

/** Answers what the page of a report asks. */
export function answerReport(
  report: ReturnType<typeof makeReport>,
  entries: ReturnType<typeof makeComment>[] = [],
): void {
  answer(reportsContract.report, report)
  answer(reportsContract.timeline, { rows: entries, nextCursor: null })
  answer(reportsContract.contacts, { rows: [] })
  answer(reportsContract.matches, { rows: [] })
}

/** Maps have images here, or none. */
export function answerTiles(hasTiles: boolean): void {
  answer(locationContract.areasAround, { areas: [] })
  answer(locationContract.service, {
    on: true,
    credits: [],
    tiles: hasTiles
      ? {
          url: '/portraits/bruno.svg?{z}/{x}/{y}',
          credit: { text: '© OpenStreetMap contributors', url: 'https://www.openstreetmap.org/copyright' },
        }
      : null,
  })
}

type Pinned = { name: string; lat: number; lon: number }

/** Answers maps: closer than zoom 14, each report stands alone; otherwise near ones count together. */
export function answerMap(...pinned: Pinned[]) {
  return answer(reportsContract.map, ({ zoom, north, south, west, east }) => {
    const inside = pinned.filter(
      ({ lat, lon }) =>
        lat < Number(north) && lat > Number(south) && lon > Number(west) && lon < Number(east),
    )
    const side = zoom >= 14 ? 0.0001 : 0.01
    const groups = Map.groupBy(
      inside,
      ({ lat, lon }) => `${Math.floor(lat / side)} ${Math.floor(lon / side)}`,
    )
    const squares = [...groups.values()].map((together): MapSquare => {
      const [{ name, lat, lon }] = together as [Pinned]
      const { createdAt: _c, state: _s, distanceKm: _d, ...report } = makeCard({ petName: name })
      return {
        position: { lat, lon },
        count: together.length,
        report: together.length === 1 ? (report as MapSquare['report']) : null,
      }
    })
    return { squares } satisfies z.input<typeof mapSchema>
  })
}
