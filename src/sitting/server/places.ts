import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import { assignPlaces, type Stretch, type Taken } from '#/sitting/capacity.ts'

/** Temporary places begin here. */
const aside = 1000

/** Finds a place for each pet, moving other pets if necessary. Returns the places of each occurrence. */
export async function assignLanes(
  db: Db,
  sitterUserId: string,
  occurrences: readonly Stretch[],
  pets: number,
): Promise<number[][]> {
  const last = occurrences.reduce((end, { endsAt }) => (endsAt > end ? endsAt : end), occurrences[0]!.endsAt)
  const taken = await findTaken(db, sitterUserId, occurrences[0]!.startsAt, last)
  const wanted = occurrences.flatMap((one) => Array.from({ length: pets }, () => one))
  const { lanes, moved } = assignPlaces(taken, wanted)
  if (moved.length > 0) await changePlaces(db, moved)
  return occurrences.map((_, index) => lanes.slice(index * pets, (index + 1) * pets))
}

/**
 * Reads the places taken around a time, with everything that overlaps them, and so on: places among these can change.
 */
async function findTaken(
  db: Db,
  sitterUserId: string,
  from: Date,
  until: Date,
  ignored: string | null = null,
): Promise<Taken[]> {
  const { rows } = await sql<{ id: string; lane: number; starts_at: Date; ends_at: Date }>`
    select id, lane, lower(during) as starts_at, upper(during) as ends_at from calendar_holds
     where provider_user_id = ${sitterUserId} and lane > 0 and during && tstzrange(${from}, ${until})
       and appointment_id is distinct from ${ignored}::uuid
  `.execute(db)
  const first = rows.reduce((start, row) => (row.starts_at < start ? row.starts_at : start), from)
  const last = rows.reduce((end, row) => (row.ends_at > end ? row.ends_at : end), until)
  if (first < from || last > until) return findTaken(db, sitterUserId, first, last, ignored)
  return rows.map((row) => ({ id: row.id, lane: row.lane, startsAt: row.starts_at, endsAt: row.ends_at }))
}

/** Uses temporary places, because two pets that swap would share one for a moment. */
async function changePlaces(db: Db, moved: readonly { id: string; lane: number }[]): Promise<void> {
  const ids = moved.map(({ id }) => id)
  await sql`
    update calendar_holds h set lane = ${aside} + m.place
      from unnest(${ids}::uuid[]) with ordinality m (id, place) where h.id = m.id
  `.execute(db)
  await sql`
    update calendar_holds h set lane = m.lane
      from unnest(${ids}::uuid[], ${moved.map(({ lane }) => lane)}::integer[]) m (id, lane) where h.id = m.id
  `.execute(db)
}

/**
 * Moves the places of an appointment to another time, and other pets' if necessary. The caller holds the sitter's lock and has
 * checked the room.
 */
export async function movePlaces(
  db: Db,
  { id, sitterUserId }: { id: string; sitterUserId: string },
  { startsAt, endsAt }: Stretch,
): Promise<void> {
  // Aside first, so that other pets may take the places that are left.
  const { rows } = await sql<{ id: string }>`
    update calendar_holds h set lane = ${2 * aside} + o.place
      from (select id, row_number() over (order by lane) as place from calendar_holds where appointment_id = ${id}) o
     where h.id = o.id returning h.id
  `.execute(db)
  const taken = await findTaken(db, sitterUserId, startsAt, endsAt, id)
  const wanted = rows.map(() => ({ startsAt, endsAt }))
  const { lanes, moved } = assignPlaces(taken, wanted)
  if (moved.length > 0) await changePlaces(db, moved)
  await sql`
    update calendar_holds h set lane = m.lane, during = tstzrange(${startsAt}, ${endsAt})
      from unnest(${rows.map((row) => row.id)}::uuid[], ${lanes}::integer[]) m (id, lane) where h.id = m.id
  `.execute(db)
}
