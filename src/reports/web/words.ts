import type { Position } from '#/location/rules.ts'
import { relativeTime } from '#/notifications/web/index.ts'
import type { ReportState, ReportStatus } from '#/reports/rules.ts'
import type { Report, ReportCard } from '#/reports/shapes.ts'
import { animalText, statusText } from '#/reports/text.ts'

type Named = Pick<ReportCard, 'status' | 'petName' | 'species'>

/** Returns 'Bruno', or 'Found cat' if its name isn't known. */
export const nameOf = ({ status, petName, species }: Named) =>
  petName ?? `${statusText[status]} ${animalText[species].toLowerCase()}`

export const kindOf = ({ species, breed }: Pick<ReportCard, 'species' | 'breed'>) =>
  breed ? `${animalText[species]}, ${breed}` : animalText[species]

const lower = (text: string) => (/^(Just|Yesterday)/.test(text) ? text.toLowerCase() : text)

/** Returns 'Last seen 3 h ago' or 'Found yesterday'. */
export const seenText = ({ status, seenAt }: Pick<ReportCard, 'status' | 'seenAt'>, now: Date) =>
  `${status === 'lost' ? 'Last seen' : 'Found'} ${lower(relativeTime(seenAt, now))}`

export const reportedText = (createdAt: Date, now: Date) => `Reported ${lower(relativeTime(createdAt, now))}`

/** Both positions are rounded, so no distance is shown as less than a kilometre. */
export const distanceText = (km: number) => `about ${Math.max(1, km).toLocaleString('en-IN')} km away`

export const placeText = ({ area, distanceKm }: Pick<ReportCard, 'area' | 'distanceKm'>) =>
  distanceKm === null ? area : `${area} · ${distanceText(distanceKm)}`

/** Returns how exactly others know a report's position. */
export function precisionOf({ isRough, reachKm }: Pick<Report, 'isRough' | 'reachKm'>): string {
  if (reachKm !== null && reachKm > 1) return `about ${reachKm} km`
  return isRough ? 'about a kilometre' : 'about 300 m'
}

export const mapUrl = ({ lat, lon }: Position) =>
  `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=16/${lat}/${lon}`

const badges: Readonly<Record<Exclude<ReportState, 'active'>, string>> = {
  reunited: 'Home again',
  withdrawn: 'Withdrawn',
  stale: 'No longer active',
}

export const badgeText = (status: ReportStatus, state: ReportState) =>
  state === 'active' ? statusText[status] : badges[state]
