import { type RawBuilder, sql } from 'kysely'
import { kinds, type PlaceKind, searchRadius } from '#/emergency/places.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Position } from '#/location/rules.ts'

export type Near = { position: Position | null; city: string | null; now: Date }

export type PlaceRow = {
  id: string
  kind: PlaceKind
  name: string
  phone: string
  city: string | null
  address: string | null
  latitude: string | null
  longitude: string | null
  species: string[]
  opening_hours: string | null
  is_around_the_clock: boolean
  is_open: boolean | null
  distance: number | null
  note: string | null
  checked_on: string
}

const mostOpen = 15
const mostOthers = 15
const mostOfCity = 30

export const pointOf = ({ lat, lon }: Position) => sql`cube(array[
  6371 * cos(radians(${lat}::float8)) * cos(radians(${lon}::float8)),
  6371 * cos(radians(${lat}::float8)) * sin(radians(${lon}::float8)),
  6371 * sin(radians(${lat}::float8))])`

/**
 * Finds the nearest entries of every kind, in one statement: the open ones and the others each by a walk along the index
 * of positions, those without a position by their city, and those of the whole country.
 */
export function nearStatement({ position, city, now }: Near) {
  const open = sql`is_open_at(p.open_minutes, p.time_zone, ${now})`
  const near =
    position &&
    sql`p.position is not null and p.position <@ cube_enlarge(${pointOf(position)}, ${sql.lit(searchRadius)}, 3)`
  const distance = position ? sql`p.position <-> ${pointOf(position)}` : sql`null::float8`
  // Postgres takes a bare condition on the hours for rare, and would rather read and sort everything near a large city.
  const walk = (which: RawBuilder<unknown>, limit: number) => sql`
    (select p.id, ${distance} as distance, ${open} as is_open from emergency_places p
      where p.kind = k.kind and ${near} and case when ${which} then true else false end order by ${distance} limit ${sql.lit(limit)})`
  const inCity = sql`
    (select p.id, null::float8 as distance, ${open} as is_open from emergency_places p
      where p.kind = k.kind and p.city_key = lower(${city}) ${near ? sql`and p.position is null` : sql``}
      order by ${open} desc nulls last, p.name, p.id limit ${sql.lit(mostOfCity)})`
  const everywhere = sql`
    (select p.id, null::float8 as distance, ${open} as is_open from emergency_places p
      where p.kind = k.kind and p.city_key is null order by p.name, p.id limit ${sql.lit(mostOfCity)})`
  const branches = [
    ...(near ? [walk(open, mostOpen), walk(sql`${open} is not true`, mostOthers)] : []),
    ...(city ? [inCity] : []),
    everywhere,
  ]
  return sql<PlaceRow>`
    select p.id, p.kind, p.name, p.phone, p.city, p.address, p.latitude, p.longitude, p.species, p.opening_hours,
      coalesce(p.open_minutes = '{[0,10080)}'::int4multirange, false) as is_around_the_clock,
      f.is_open, f.distance, p.note, p.checked_on::text as checked_on
    from unnest(${[...kinds]}::text[]) with ordinality k(kind, place),
      lateral (${sql.join(branches, sql` union all `)}) f
      join emergency_places p on p.id = f.id
    order by k.place, f.is_open is true desc, f.distance nulls last, p.city is null, p.name, p.id
  `
}

export async function findNear(db: Db, near: Near): Promise<PlaceRow[]> {
  return (await nearStatement(near).execute(db)).rows
}

export type VetRow = {
  id: string
  name: string
  phone: string
  location: string | null
  distance: number | null
}

/** Enough to find open vets at night, when most are closed. */
const mostVets = 150

/** Finds vets with a clinic's number near a position: verified ones whose calendar can be booked. */
export async function findVetsNear(db: Db, position: Position): Promise<VetRow[]> {
  const distance = sql<number>`p.position <-> ${pointOf(position)}`
  const { rows } = await sql<VetRow>`
    select p.id, p.addressed_as as name, p.phone_number as phone, p.location, ${distance} as distance
    from providers p
    join calendar_providers c on c.trade = 'veterinary' and c.provider_id = p.id
    where p.trade = 'veterinary' and p.can_be_found and p.position is not null
      and p.position <@ cube_enlarge(${pointOf(position)}, ${sql.lit(searchRadius)}, 3)
      and p.phone_number is not null and p.offers_in_person
      and p.verification_status = 'verified' and c.listed
    order by ${distance} limit ${sql.lit(mostVets)}
  `.execute(db)
  return rows
}
