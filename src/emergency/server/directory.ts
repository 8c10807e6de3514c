import { findOpenNow } from '#/booking/server/index.ts'
import type { Directory, EmergencyPlace } from '#/emergency/contract.ts'
import type { Db } from '#/kernel/server/db.ts'
import { type Position, roundPosition } from '#/location/rules.ts'
import { findNear, findVetsNear, type PlaceRow, type VetRow } from './queries.ts'

type Asked = { lat?: number | undefined; lon?: number | undefined; city: string | null }

export async function readDirectory(db: Db, { lat, lon, city }: Asked, now: Date): Promise<Directory> {
  const position = lat === undefined || lon === undefined ? null : roundPosition({ lat, lon })
  const [rows, vets] = await Promise.all([
    findNear(db, { position, city, now }),
    position ? openVets(db, position, now) : [],
  ])
  const places = rows.map(showPlace)
  const clinics = [...places.filter(({ kind }) => kind === 'clinic'), ...vets.map(showVet)].toSorted(
    openThenNear,
  )
  return { places: [...clinics, ...places.filter(({ kind }) => kind !== 'clinic')] }
}

const mostOpenVets = 30

async function openVets(db: Db, position: Position, now: Date): Promise<VetRow[]> {
  const vets = await findVetsNear(db, position)
  const open = await findOpenNow(db, {
    trade: 'veterinary',
    providerIds: vets.map(({ id }) => id),
    now,
  })
  return vets.filter(({ id }) => open.has(id)).slice(0, mostOpenVets)
}

const farthest = Number.POSITIVE_INFINITY

const openThenNear = (a: EmergencyPlace, b: EmergencyPlace) =>
  Number(b.isOpen === true) - Number(a.isOpen === true) ||
  (a.distance ?? farthest) - (b.distance ?? farthest) ||
  a.name.localeCompare(b.name, 'en')

const inTenths = (distance: number | null) => distance && Math.round(distance * 10) / 10

const degreesOf = (text: string | null) => (text === null ? null : Number(text))

const showPlace = (row: PlaceRow): EmergencyPlace => ({
  id: row.id,
  kind: row.kind,
  from: 'directory',
  name: row.name,
  phone: row.phone,
  city: row.city,
  address: row.address,
  lat: degreesOf(row.latitude),
  lon: degreesOf(row.longitude),
  species: row.species,
  openingHours: row.opening_hours,
  isAroundTheClock: row.is_around_the_clock,
  isOpen: row.is_open,
  distance: inTenths(row.distance),
  note: row.note,
  checkedOn: row.checked_on,
})

/** A vet's place is known to a kilometre only, so there is no way to it from here. */
const showVet = (row: VetRow): EmergencyPlace => ({
  id: row.id,
  kind: 'clinic',
  from: 'vet',
  name: row.name,
  phone: row.phone,
  city: row.location,
  address: null,
  lat: null,
  lon: null,
  species: [],
  openingHours: null,
  isAroundTheClock: false,
  isOpen: true,
  distance: inTenths(row.distance),
  note: null,
  checkedOn: null,
})
