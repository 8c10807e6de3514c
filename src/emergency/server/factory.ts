import { asMultirange, parseHours } from '#/emergency/hours.ts'
import type { PlaceKind } from '#/emergency/places.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'

export type PlaceInput = {
  kind?: PlaceKind
  name: string
  phone?: string
  /** Null: the whole country. */
  city?: string | null
  address?: string
  at?: { lat: number; lon: number }
  species?: string[]
  hours?: string
  timeZone?: string
  note?: string
  email?: string
  checkedOn?: string
}

/** Makes an entry of the directory, by default a clinic in Bengaluru whose hours nobody knows. */
export async function makePlace(db: Db, input: PlaceInput, now: Date): Promise<string> {
  const id = newId<'place'>()
  const ranges = input.hours === undefined ? null : parseHours(input.hours)
  if (input.hours !== undefined && !ranges) throw new Error(`Not opening hours: ${input.hours}`)
  await db
    .insertInto('emergency_places')
    .values({
      id,
      kind: input.kind ?? 'clinic',
      name: input.name,
      phone: input.phone ?? '+91 00000 77001',
      city: input.city === undefined ? 'Bengaluru' : input.city,
      address: input.address ?? null,
      latitude: input.at?.lat ?? null,
      longitude: input.at?.lon ?? null,
      species: input.species ?? [],
      opening_hours: input.hours ?? null,
      open_minutes: ranges && asMultirange(ranges),
      time_zone: input.timeZone ?? 'Asia/Kolkata',
      note: input.note ?? null,
      email: input.email ?? null,
      checked_on: input.checkedOn ?? now.toISOString().slice(0, 10),
      updated_at: now,
    })
    .execute()
  return id
}
