import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { pageSize } from '#/kernel/fields.ts'
import { readCursor } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'

export type ShownUser = {
  id: string
  name: string
  email: string | null
  phone_number: string | null
  sign_in_phone: string | null
  role: string | null
  created_at: Date
  suspended_at: Date | null
}

export function selectUsers(db: Db) {
  return db
    .selectFrom('users as u')
    .leftJoin('profiles as p', 'p.id', 'u.id')
    .leftJoin('pet_owners as o', 'o.user_id', 'u.id')
    .leftJoin('accounts as phone', (join) =>
      join.onRef('phone.user_id', '=', 'u.id').on('phone.provider_id', '=', 'phone'),
    )
    .select([
      'u.id',
      'u.name',
      'u.contact_email as email',
      'o.phone_number',
      'phone.account_id as sign_in_phone',
    ])
    .select(['p.role', 'u.created_at', 'u.suspended_at'])
}

/** Finds a user with everything that admins see, but no password or token, in one statement. */
export function findUser(db: Db, id: string, now: Date) {
  const ofOwner = sql`a.pet_owner_id = o.id`
  const ofProvider = sql`a.provider_user_id = u.id`
  const upcoming = sql`a.status in ('pending', 'confirmed') and a.ends_at > ${now}`
  return selectUsers(db)
    .where('u.id', '=', id)
    .select('u.email_verified')
    .select('u.suspended_reason')
    .select((eb) => [
      eb
        .selectFrom('pets')
        .whereRef('pets.owner_id', '=', 'o.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('pets'),
      jsonArrayFrom(
        eb
          .selectFrom('accounts')
          .whereRef('accounts.user_id', '=', 'u.id')
          .where('accounts.provider_id', '<>', 'sign-up')
          .orderBy('accounts.created_at')
          .select('accounts.provider_id'),
      ).as('ways_in'),
      jsonArrayFrom(
        eb
          .selectFrom('role_records as r')
          .whereRef('r.user_id', '=', 'u.id')
          .where('r.record', '<>', 'pet_owner')
          .select(['r.record', 'r.record_id', 'r.display_name', 'r.verification_status']),
      ).as('records'),
      jsonArrayFrom(
        eb
          .selectFrom('sessions as s')
          .whereRef('s.user_id', '=', 'u.id')
          .where('s.expires_at', '>', now)
          .orderBy('s.updated_at', 'desc')
          .limit(50)
          .select(['s.id', 's.created_at', 's.updated_at', 's.ip_address', 's.user_agent']),
      ).as('sessions'),
      sql<number>`(select count(*) from appointments a where ${ofOwner})`.as('owner_all'),
      sql<number>`(select count(*) from appointments a where ${ofOwner} and ${upcoming})`.as(
        'owner_upcoming',
      ),
      sql<number>`(select count(*) from appointments a where ${ofProvider})`.as('provider_all'),
      sql<number>`(select count(*) from appointments a where ${ofProvider} and ${upcoming})`.as(
        'provider_upcoming',
      ),
    ])
    .executeTakeFirst()
}

export type LogSearch = {
  adminId?: string
  only?: 'byUsers'
  action?: string
  subjectId?: string
  cursor?: string
}

/** Lists the log, newest first, with people's current names. */
export function logStatement(db: Db, { adminId, only, action, subjectId, cursor }: LogSearch) {
  const [after] = readCursor(cursor, ['bigint']) ?? []
  let query = db
    .selectFrom('admin_audit_log as l')
    .leftJoin('admin_users as a', 'a.id', 'l.admin_id')
    .leftJoin('users as u', 'u.id', 'l.user_id')
    .select([
      'l.id',
      'l.sequence',
      'l.happened_at',
      'l.action',
      'l.subject_kind',
      'l.subject_id',
      'l.reason',
      'l.before',
      'l.after',
      'a.id as admin_id',
      'a.name as admin_name',
      'l.user_id',
      'u.name as user_name',
    ])
    .select((eb) =>
      eb
        .case()
        .when('l.subject_kind', '=', 'user')
        .then(eb.selectFrom('users').whereRef('users.id', '=', 'l.subject_id').select('users.name'))
        .when('l.subject_kind', '=', 'admin')
        .then(
          eb
            .selectFrom('admin_users')
            .whereRef('admin_users.id', '=', 'l.subject_id')
            .select('admin_users.name'),
        )
        .when('l.subject_kind', '=', 'ticket')
        .then(
          eb
            .selectFrom('support_tickets')
            .whereRef('support_tickets.id', '=', 'l.subject_id')
            .select(sql<string>`support_tickets.number::text`.as('number')),
        )
        .when('l.subject_kind', '=', 'message')
        .then(
          eb
            .selectFrom('contact_messages')
            .whereRef('contact_messages.id', '=', 'l.subject_id')
            .select(sql<string>`contact_messages.number::text`.as('number')),
        )
        .when('l.subject_kind', '=', 'product')
        .then(eb.selectFrom('products').whereRef('products.id', '=', 'l.subject_id').select('products.name'))
        .when('l.subject_kind', '=', 'coupon')
        .then(eb.selectFrom('coupons').whereRef('coupons.id', '=', 'l.subject_id').select('coupons.code'))
        .when('l.subject_kind', '=', 'autoship')
        .then(
          eb.selectFrom('autoships').whereRef('autoships.id', '=', 'l.subject_id').select('autoships.name'),
        )
        .when('l.subject_kind', '=', 'tax_class')
        .then(
          eb
            .selectFrom('tax_classes')
            .whereRef('tax_classes.id', '=', 'l.subject_id')
            .select('tax_classes.name'),
        )
        .when('l.subject_kind', '=', 'emergency_place')
        .then(
          eb
            .selectFrom('emergency_places')
            .whereRef('emergency_places.id', '=', 'l.subject_id')
            .select('emergency_places.name'),
        )
        .end()
        .as('subject_name'),
    )
    .orderBy('l.sequence', 'desc')
    .limit(pageSize + 1)
  if (adminId) query = query.where('l.admin_id', '=', adminId)
  if (only) query = query.where('l.user_id', 'is not', null)
  if (action) query = query.where('l.action', '=', action)
  if (subjectId) query = query.where('l.subject_id', '=', subjectId)
  if (after !== undefined) query = query.where('l.sequence', '<', String(after))
  return query
}
