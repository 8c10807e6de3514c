import { firstNameOf } from '#/kernel/initial.ts'
import { deservesWarning } from '#/reports/public-text.ts'
import { isAsked, staleAt } from '#/reports/rules.ts'
import type { Report, ReportCard } from '#/reports/shapes.ts'
import type { OwnRow, ReportRow, ShownRow } from './queries.ts'

export const presentCard = (row: ShownRow): ReportCard => ({
  id: row.id,
  status: row.status,
  state: row.state,
  petName: row.pet_name,
  species: row.species,
  breed: row.breed,
  area: row.location_address,
  photoUrl: row.photo,
  seenAt: row.seen_at,
  createdAt: row.created_at,
  distanceKm: row.distance === null ? null : Math.round(row.distance),
})

export const positionOf = (lat: number | null, lon: number | null) =>
  lat === null || lon === null ? null : { lat, lon }

const publicTextsOf = ({ pet_name, breed, location_address, colours, marks, collar, story }: ReportRow) => ({
  petName: pet_name,
  breed,
  area: location_address,
  colours,
  marks,
  collar,
  story,
})

export function presentReport(row: ReportRow, own: OwnRow | undefined): Report {
  const { distanceKm: _, ...card } = presentCard(row)
  return {
    ...card,
    photos: row.photos.length > 0 ? row.photos : row.photo ? [row.photo] : [],
    sex: row.sex,
    size: row.size,
    colours: row.colours,
    marks: row.marks,
    collar: row.collar,
    hasChip: row.has_chip,
    story: row.story,
    hasReward: row.has_reward,
    whereabouts: row.whereabouts,
    canKeep: row.can_keep,
    position: positionOf(row.shown_latitude, row.shown_longitude),
    isRough: row.is_rough ?? false,
    reachKm: row.reach_km,
    closedAt: row.closed_at,
    reporter: firstNameOf(row.reporter) || 'Pet owner',
    sharesPhone: row.is_active && Boolean(row.contact_phone),
    isRisky: deservesWarning(publicTextsOf(row)),
    isFollowed: Boolean(row.is_followed),
    own: own
      ? {
          petId: own.pet_id,
          photos: own.photos,
          exactPlace: own.exact_place,
          position: positionOf(own.latitude, own.longitude),
          secretMark: own.secret_mark,
          microchip: own.microchip,
          contactPhone: own.contact_phone,
          isAsked: row.is_active && isAsked({ renewedAt: own.renewed_at, askAt: own.ask_at }),
          staleAt: staleAt(own.renewed_at),
          alerts: null,
        }
      : null,
  }
}
