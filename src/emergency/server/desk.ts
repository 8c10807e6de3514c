import { type Insertable, sql } from 'kysely'
import type { DeskPlace, PlaceFields } from '#/emergency/desk.ts'
import { refuse } from '#/emergency/errors.ts'
import { asMultirange, parseHours } from '#/emergency/hours.ts'
import type { PlaceKind } from '#/emergency/places.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import { pageSize } from '#/kernel/fields.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import { containing } from '#/kernel/server/like.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { EmergencyPlaces } from '#/kernel/server/schema.ts'

type Search = {
  search?: string | undefined
  kind?: PlaceKind | undefined
  cursor?: string | undefined
}

const selectPlaces = (db: Db) =>
  db
    .selectFrom('emergency_places as p')
    .select(['p.id', 'p.version', 'p.kind', 'p.name', 'p.phone', 'p.city', 'p.address', 'p.latitude'])
    .select(['p.longitude', 'p.species', 'p.opening_hours', 'p.note', 'p.email'])
    .select(sql<string>`p.checked_on::text`.as('checked_on'))

type Row = Awaited<ReturnType<ReturnType<typeof selectPlaces>['executeTakeFirstOrThrow']>>

/** Lists entries by name or city and by kind, the longest unchecked first. */
export async function listDeskPlaces(db: Db, { search = '', kind, cursor }: Search) {
  const words = search.trim()
  const [checkedOn, id] = readCursor(cursor, ['date', 'uuid']) ?? []
  const rows = await selectPlaces(db)
    .$if(kind !== undefined, (query) => query.where('p.kind', '=', kind!))
    .$if(words !== '', (query) =>
      query.where((eb) =>
        eb.or([eb('p.name', 'ilike', containing(words)), eb('p.city', 'ilike', containing(words))]),
      ),
    )
    .$if(id !== undefined, (query) =>
      query.where(
        sql<boolean>`(p.checked_on, p.id) > ((${checkedOn}::timestamptz at time zone 'UTC')::date, ${id}::uuid)`,
      ),
    )
    .orderBy('p.checked_on')
    .orderBy('p.id')
    .limit(pageSize + 1)
    .execute()
  return toPage(rows, {
    keyOf: (row) => [`${row.checked_on}T00:00:00.000Z`, row.id],
    show: showPlace,
  })
}

export async function readDeskPlace(db: Db, id: string): Promise<DeskPlace | undefined> {
  const row = await selectPlaces(db).where('p.id', '=', id).executeTakeFirst()
  return row && showPlace(row)
}

type Work = { db: Db; now: Date }

/** Adds an entry, which counts as checked today. */
export async function addPlace({ db, now }: Work, fields: PlaceFields, timeZone: string): Promise<DeskPlace> {
  const id = newId<'place'>()
  await db
    .insertInto('emergency_places')
    .values({
      id,
      time_zone: timeZone,
      updated_at: now,
      ...columnsOf(fields),
      checked_on: sql<string>`(${now}::timestamptz at time zone ${timeZone}::text)::date`,
    })
    .execute()
  return (await readDeskPlace(db, id))!
}

type Seen = { id: string; version: number }
type Change = { before: DeskPlace; after: DeskPlace }

/** @throws emergency.changed_meanwhile if another admin was faster */
export async function changePlace(
  { db, now }: Work,
  { id, version, fields }: Seen & { fields: PlaceFields },
): Promise<Change> {
  const before = await lockPlace(db, { id, version })
  await db
    .updateTable('emergency_places')
    .set({ ...columnsOf(fields), version: version + 1, updated_at: now })
    .where('id', '=', id)
    .execute()
  return { before, after: (await readDeskPlace(db, id))! }
}

/**
 * Notes that the entry was checked today, by the clocks of its place.
 * @throws emergency.changed_meanwhile if another admin was faster
 */
export async function checkPlace({ db, now }: Work, { id, version }: Seen): Promise<Change> {
  const before = await lockPlace(db, { id, version })
  await db
    .updateTable('emergency_places')
    .set({
      checked_on: sql<string>`(${now}::timestamptz at time zone time_zone)::date`,
      version: version + 1,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
  return { before, after: (await readDeskPlace(db, id))! }
}

/**
 * Deletes the entry and returns it as it was.
 * @throws emergency.changed_meanwhile if another admin was faster
 */
export async function removePlace({ db }: Pick<Work, 'db'>, seen: Seen): Promise<DeskPlace> {
  const before = await lockPlace(db, seen)
  await db.deleteFrom('emergency_places').where('id', '=', seen.id).execute()
  return before
}

async function lockPlace(db: Db, { id, version }: Seen): Promise<DeskPlace> {
  const row = await selectPlaces(db).where('p.id', '=', id).forUpdate().executeTakeFirst()
  if (!row) return refuseRequest('request.not_found')
  if (row.version !== version) refuse('emergency.changed_meanwhile')
  return showPlace(row)
}

export function columnsOf({ kind, name, phone, city, address, position, species, ...rest }: PlaceFields) {
  const { openingHours, note, email } = rest
  return {
    kind,
    name,
    phone,
    city,
    address,
    note,
    email,
    species: [...new Set(species)],
    latitude: position?.lat ?? null,
    longitude: position?.lon ?? null,
    opening_hours: openingHours,
    open_minutes: openingHours === null ? null : asMultirange(parseHours(openingHours)!),
  } satisfies Partial<Insertable<EmergencyPlaces>>
}

const showPlace = ({ latitude, longitude, opening_hours, checked_on, ...row }: Row): DeskPlace => ({
  ...row,
  position: latitude === null ? null : { lat: Number(latitude), lon: Number(longitude) },
  openingHours: opening_hours,
  checkedOn: checked_on,
})
