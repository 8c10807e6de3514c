import type { Db } from '#/kernel/server/db.ts'
import type { Serving } from '#/kernel/server/serve.ts'
import type { Actor, ActorWork } from '#/kernel/server/work.ts'
import { roundPosition } from '#/location/rules.ts'
import type { Species } from '#/pets/rules.ts'
import { nextDigestAt } from '#/reports/alerts.ts'
import type { AlertPlaceInput } from '#/reports/contract.ts'
import type { AlertPlace } from '#/reports/shapes.ts'

export async function showAlertPlace(db: Db, actor: Actor): Promise<AlertPlace | null> {
  const row = await db
    .selectFrom('alert_places')
    .select(['area', 'latitude', 'longitude', 'muted_species'])
    .where('user_id', '=', actor.userId)
    .executeTakeFirst()
  if (!row) return null
  return {
    area: row.area,
    position: { lat: row.latitude, lon: row.longitude },
    mutedSpecies: row.muted_species as Species[],
  }
}

/** Sets or moves the place; moving it doesn't lift today's cap. */
export async function setAlertPlace({ db, actor, now }: ActorWork, wanted: AlertPlaceInput): Promise<void> {
  const { lat, lon } = roundPosition(wanted.position)
  const { time_zone } = await db
    .selectFrom('users')
    .select('time_zone')
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  const place = {
    area: wanted.area,
    latitude: lat,
    longitude: lon,
    muted_species: wanted.mutedSpecies,
    updated_at: now,
  }
  await db
    .insertInto('alert_places')
    .values({ user_id: actor.userId, ...place, digest_at: nextDigestAt(now, time_zone) })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(place))
    .execute()
}

export async function removeAlertPlace({
  db,
  actor,
}: Pick<Serving & ActorWork, 'db' | 'actor'>): Promise<void> {
  await db.deleteFrom('alert_places').where('user_id', '=', actor.userId).execute()
}
