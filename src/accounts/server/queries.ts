import { sql } from 'kysely'
import { jsonObjectFrom } from 'kysely/helpers/postgres'
import type { Role } from '#/accounts/rules.ts'
import type { Db } from '#/kernel/server/db.ts'
import { phone } from './phone/phones.ts'

/** Finds the person behind a session and their records, in one statement. Finds nobody who is suspended. */
export function findPerson(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .leftJoin('profiles', 'profiles.id', 'users.id')
    .where('users.id', '=', userId)
    .where('users.suspended_at', 'is', null)
    .select((eb) => [
      'users.id',
      'users.contact_email as email',
      'users.email_verified as isEmailConfirmed',
      'users.proposed_email as proposedEmail',
      'users.name',
      'users.image as imageUrl',
      'users.time_zone as timeZone',
      'users.time_zone_chosen as isTimeZoneChosen',
      'users.leaving_since as leavingSince',
      'profiles.role',
      eb
        .selectFrom('accounts')
        .whereRef('accounts.user_id', '=', 'users.id')
        .where('accounts.provider_id', '=', phone.provider_id)
        .select('accounts.account_id')
        .as('phoneNumber'),
      eb
        .selectFrom('pet_owners')
        .whereRef('pet_owners.user_id', '=', 'users.id')
        .select('pet_owners.city')
        .limit(1)
        .as('city'),
      sql<Role[]>`array(
        select role_records.record from role_records where role_records.user_id = users.id
      )`.as('profiles'),
      jsonObjectFrom(
        eb
          .selectFrom('acting_records')
          .whereRef('acting_records.user_id', '=', 'users.id')
          .select(
            sql<Record<string, string>>`coalesce(jsonb_object_agg(record, record_id), '{}')`.as('records'),
          ),
      ).as('acting'),
    ])
    .executeTakeFirst()
}

export async function isSuspended(db: Db, userId: string): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('suspended_at', 'is not', null)
    .executeTakeFirst()
  return found !== undefined
}

export async function setRole(db: Db, userId: string, role: Role, now: Date): Promise<void> {
  await db.updateTable('profiles').set({ role, updated_at: now }).where('id', '=', userId).execute()
}

/** Reads a person's picture, and locks it until the transaction ends. */
export async function lockImage(db: Db, userId: string): Promise<string | null> {
  const user = await db
    .selectFrom('users')
    .select('image')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return user?.image ?? null
}

export async function updateProfile(
  db: Db,
  userId: string,
  { name, image, now }: { name: string | undefined; image: string | null; now: Date },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ ...(name !== undefined && { name }), image, updated_at: now })
    .where('id', '=', userId)
    .execute()
}

/** Finds the account that an email address or phone number belongs to. */
export async function findAccount(db: Db, way: string): Promise<string | undefined> {
  if (way.includes('@')) return (await findUserByEmail(db, way))?.id
  const account = await db
    .selectFrom('accounts')
    .select('user_id')
    .where('issuer', '=', phone.issuer)
    .where('account_id', '=', way)
    .executeTakeFirst()
  return account?.user_id
}

export function findUserByEmail(db: Db, email: string) {
  return db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
}

type ZoneChange = { timeZone: string; now: Date }

/** Saves a device's time zone, unless the person has chosen one, even at the same moment. */
export async function noticeTimeZone(db: Db, userId: string, { timeZone, now }: ZoneChange): Promise<void> {
  await db
    .updateTable('users')
    .set({ time_zone: timeZone, updated_at: now })
    .where('id', '=', userId)
    .where('time_zone_chosen', '=', false)
    .where('time_zone', 'is distinct from', timeZone)
    .execute()
}

export async function chooseTimeZone(
  db: Db,
  userId: string,
  { timeZone, isChosen, now }: ZoneChange & { isChosen: boolean },
): Promise<void> {
  await db
    .updateTable('users')
    .set({ time_zone: timeZone, time_zone_chosen: isChosen, updated_at: now })
    .where('id', '=', userId)
    .execute()
}
