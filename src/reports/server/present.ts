import { firstNameOf } from '#/kernel/initial.ts'
import type { Values } from '#/kernel/record.ts'
import { valuesOf } from '#/kernel/server/record-rows.ts'
import { cardFields, privateFields, publicFields, publicTexts } from '#/reports/fields.ts'
import { deservesWarning, isRiskyName } from '#/reports/public-text.ts'
import { isAsked, staleAt } from '#/reports/rules.ts'
import type { Report, ReportCard } from '#/reports/shapes.ts'
import type { OwnRow, ReportRow, ShownRow } from './queries.ts'

export const presentCard = (row: ShownRow): ReportCard => ({
  id: row.id,
  status: row.status,
  state: row.state,
  ...valuesOf(cardFields, row),
  species: row.species,
  area: row.location_address,
  photoUrl: row.photo,
  seenAt: row.seen_at,
  createdAt: row.created_at,
  distanceKm: row.distance === null ? null : Math.round(row.distance),
})

export const positionOf = (lat: number | null, lon: number | null) =>
  lat === null || lon === null ? null : { lat, lon }

const textsOf = (written: Values<typeof publicFields>) =>
  Object.fromEntries(publicTexts.map((name) => [name, written[name] as string | null]))

export function presentReport(row: ReportRow, own: OwnRow | undefined): Report {
  const { distanceKm: _, ...card } = presentCard(row)
  const written = valuesOf(publicFields, row)
  return {
    ...card,
    photos: row.photos.length > 0 ? row.photos : row.photo ? [row.photo] : [],
    ...written,
    position: positionOf(row.shown_latitude, row.shown_longitude),
    isRough: row.is_rough ?? false,
    reachKm: row.reach_km,
    closedAt: row.closed_at,
    reporter: firstNameOf(row.reporter) || 'Pet owner',
    sharesPhone: row.is_active && Boolean(row.contact_phone),
    isRisky:
      deservesWarning({ ...textsOf(written), area: row.location_address }) || isRiskyName(row.reporter ?? ''),
    isFollowed: Boolean(row.is_followed),
    own: own
      ? {
          petId: own.pet_id,
          photos: own.photos,
          position: positionOf(own.latitude, own.longitude),
          ...valuesOf(privateFields, own),
          isAsked: row.is_active && isAsked({ renewedAt: own.renewed_at, askAt: own.ask_at }),
          staleAt: staleAt(own.renewed_at),
          alerts: null,
        }
      : null,
  }
}
