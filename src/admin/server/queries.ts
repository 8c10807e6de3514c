import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { pageSize } from '#/kernel/fields.ts'
import { readCursor } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'

export type UserSearch = { search?: string; only?: 'suspended'; cursor?: string }

const shownOfUser = [
  'u.id',
  'u.name',
  'u.email',
  'o.phone_number',
  'p.role',
  'u.created_at',
  'u.suspended_at',
] as const

export type ShownUser = {
  id: string
  name: string
  email: string
  phone_number: string | null
  role: string | null
  created_at: Date
  suspended_at: Date | null
}

function selectUsers(db: Db) {
  return db
    .selectFrom('users as u')
    .leftJoin('profiles as p', 'p.id', 'u.id')
    .leftJoin('pet_owners as o', 'o.user_id', 'u.id')
    .select(shownOfUser)
}

/**
 * The newest users first; ids are made in the order of time. What is searched for stands in name or e-mail, or in the
 * phone number, if it could be one. Each half stops at a page, so that neither reads all that match.
 */
export function usersStatement(db: Db, { search = '', only, cursor }: UserSearch) {
  const [after] = readCursor(cursor, ['uuid']) ?? []
  let query = selectUsers(db)
    .orderBy('u.id', 'desc')
    .limit(pageSize + 1)
  if (after) query = query.where('u.id', '<', String(after))
  if (only === 'suspended') query = query.where('u.suspended_at', 'is not', null)
  const words = search.toWellFormed().replaceAll('\0', '').trim()
  if (!words) return query

  const named = db
    .selectFrom('users as n')
    .where((eb) =>
      eb.or([eb('n.name', 'ilike', containing(words)), eb('n.email', 'ilike', containing(words))]),
    )
    .$if(only === 'suspended', (half) => half.where('n.suspended_at', 'is not', null))
    .$if(after !== undefined, (half) => half.where('n.id', '<', String(after)))
    .select('n.id')
    .orderBy('n.id', 'desc')
    .limit(pageSize + 1)
  const digits = words.replace(/[\s().-]/g, '')
  if (!/^\+?\d{3,}$/.test(digits)) return query.where('u.id', 'in', named)
  const called = db
    .selectFrom('pet_owners as c')
    .innerJoin('users as cu', 'cu.id', 'c.user_id')
    .where('c.phone_number', 'ilike', containing(digits))
    .$if(only === 'suspended', (half) => half.where('cu.suspended_at', 'is not', null))
    .$if(after !== undefined, (half) => half.where('c.user_id', '<', String(after)))
    .select('c.user_id as id')
    .orderBy('c.user_id', 'desc')
    .limit(pageSize + 1)
  return query.where('u.id', 'in', (eb) =>
    eb
      .selectFrom(named.as('by_name'))
      .select('by_name.id')
      .union(eb.selectFrom(called.as('by_phone')).select('by_phone.id')),
  )
}

/** The words as they are: a percent sign that someone types is a percent sign. */
const containing = (words: string) => `%${words.replace(/[\\%_]/g, '\\$&')}%`

/** One user with all that an admin is shown; never a password nor a token. One statement. */
export function findUser(db: Db, id: string, now: Date) {
  const ofOwner = sql`a.pet_owner_id = o.id`
  const ofVet = sql`a.veterinary_id = (select v.id from veterinary_doctors v where v.user_id = u.id)`
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
      sql<number>`(select count(*) from veterinary_appointments a where ${ofOwner})`.as('owner_all'),
      sql<number>`(select count(*) from veterinary_appointments a where ${ofOwner} and ${upcoming})`.as(
        'owner_upcoming',
      ),
      sql<number>`(select count(*) from veterinary_appointments a where ${ofVet})`.as('provider_all'),
      sql<number>`(select count(*) from veterinary_appointments a where ${ofVet} and ${upcoming})`.as(
        'provider_upcoming',
      ),
    ])
    .executeTakeFirst()
}

export type LogSearch = { adminId?: string; action?: string; subjectId?: string; cursor?: string }

/** The log, newest first, with the names that people have now. */
export function logStatement(db: Db, { adminId, action, subjectId, cursor }: LogSearch) {
  const [after] = readCursor(cursor, ['number']) ?? []
  let query = db
    .selectFrom('admin_audit_log as l')
    .leftJoin('admin_users as a', 'a.id', 'l.admin_id')
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
        .end()
        .as('subject_name'),
    )
    .orderBy('l.sequence', 'desc')
    .limit(pageSize + 1)
  if (adminId) query = query.where('l.admin_id', '=', adminId)
  if (action) query = query.where('l.action', '=', action)
  if (subjectId) query = query.where('l.subject_id', '=', subjectId)
  if (after !== undefined) query = query.where('l.sequence', '<', String(after))
  return query
}
