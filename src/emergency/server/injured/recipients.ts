import { sql } from 'kysely'
import { injuredLimits } from '#/emergency/injured.ts'
import { searchRadius } from '#/emergency/places.ts'
import { pointOf } from '#/emergency/server/queries.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Position } from '#/location/rules.ts'

/** `hasShare`: whether they still take reports with an unconfirmed phone today. */
export type Recipient = { id: string; name: string; phone: string; email: string; hasShare: boolean }

/** The share of reports whose phone isn't confirmed, or all of a rescuer's day. */
export type Room = 'unconfirmed' | 'confirmed'

type Asked = {
  position: Position | null
  city: string | null
  now: Date
  room: Room | 'any'
}

/**
 * Finds the nearest helplines, shelters and ambulances with an email address, then the city's without a position.
 * Leaves out those that got too many reports today, unless any room will do.
 */
export function recipientsStatement({ position, city, now, room }: Asked) {
  const most = sql.lit(injuredLimits.rescuers)
  const today = sql`n.place_id = p.id and n.created_at > ${now}::timestamptz - interval '1 day'`
  const hasRoom = sql`(select count(*) from injured_notices n where ${today}) < ${sql.lit(injuredLimits.perRescuer)}`
  const hasShare = sql`(
    select count(*) from injured_notices n where ${today} and not n.phone_confirmed
  ) < ${sql.lit(injuredLimits.perRescuerUnconfirmed)}`
  const isOpenToMore = {
    any: sql`true`,
    confirmed: hasRoom,
    unconfirmed: sql`${hasRoom} and ${hasShare}`,
  }[room]
  const distance = position ? sql`p.position <-> ${pointOf(position)}` : sql`null::float8`
  const isRescuer = sql`p.email is not null and p.kind <> 'clinic'`
  const near =
    position &&
    sql`
    (select p.id, p.name, p.phone, p.email, ${distance} as distance from emergency_places p
      where ${isRescuer} and p.position is not null
        and p.position <@ cube_enlarge(${pointOf(position)}, ${sql.lit(searchRadius)}, 3) and ${isOpenToMore}
      order by ${distance} limit ${most})`
  const inCity =
    city &&
    sql`
    (select p.id, p.name, p.phone, p.email, null::float8 as distance from emergency_places p
      where ${isRescuer} and p.city_key = lower(${city}) ${near ? sql`and p.position is null` : sql``}
        and ${isOpenToMore}
      order by p.name limit ${most})`
  const branches = [near, inCity].filter((branch) => branch !== null && branch !== '')
  return sql<Recipient>`
    select id, name, phone, email, ${hasShare} as "hasShare" from (${sql.join(branches, sql` union all `)}) p
    order by distance nulls last, name limit ${most}`
}

export async function findRecipients(db: Db, asked: Asked): Promise<Recipient[]> {
  return (await recipientsStatement(asked).execute(db)).rows
}
