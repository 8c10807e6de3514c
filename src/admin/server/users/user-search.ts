import { type RawBuilder, sql } from 'kysely'
import { type ShownUser, selectUsers } from '#/admin/server/queries.ts'
import { pageSize } from '#/kernel/fields.ts'
import { readCursor } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'

export type UserSearch = { search?: string; only?: 'suspended'; cursor?: string }

/**
 * A common word is only searched for among this many of the newest users; otherwise all matches would have to be
 * sorted.
 */
const newest = 400

/**
 * Returns a page of users, newest first, which is the order of ids. Searches name, email and, if it could be one, phone
 * number. A common word fills the page from the newest users alone; only for a rare one are all users searched, by the
 * indexes.
 */
export async function findUsers(db: Db, search: UserSearch): Promise<ShownUser[]> {
  if (wordsOf(search)) {
    const near = await newestUsersStatement(db, search).execute()
    if (near.length > pageSize) return near
  }
  return allUsersStatement(db, search).execute()
}

/** Finds matches among the newest users. If they fill a page, that is the page. */
export function newestUsersStatement(db: Db, search: UserSearch) {
  const words = containing(wordsOf(search))
  const digits = digitsOf(search)
  const called = digits
    ? sql`or exists (select from pet_owners o where o.user_id = few.id and o.phone_number ilike ${containing(digits)})
          or exists (select from accounts a where a.user_id = few.id and a.provider_id = 'phone'
                       and a.account_id ilike ${containing(digits)})`
    : sql``
  return selectPage(
    db,
    sql`
      select few.id from (
        select u.id, u.name, u.contact_email from users u where ${within(search)} order by u.id desc limit ${newest}
      ) few
      where few.name ilike ${words} or few.contact_email ilike ${words} ${called}`,
  )
}

/**
 * Finds all matches, or everyone without words. The offset fences each branch: otherwise the planner would read from
 * the newest on, and so everyone for rare words.
 */
export function allUsersStatement(db: Db, search: UserSearch) {
  if (!wordsOf(search)) return selectPage(db, sql`select u.id from users u where ${within(search)}`)
  const words = containing(wordsOf(search))
  const digits = digitsOf(search)
  const shown = sql`select u.id, u.suspended_at from users u`
  const called = digits
    ? sql`union (${shown} join pet_owners o on o.user_id = u.id
                   where o.phone_number ilike ${containing(digits)} offset 0)
          union (${shown} join accounts a on a.user_id = u.id
                   where a.provider_id = 'phone' and a.account_id ilike ${containing(digits)} offset 0)`
    : sql``
  return selectPage(
    db,
    sql`
      select u.id from (
        (${shown} where u.name ilike ${words} or u.contact_email ilike ${words} offset 0) ${called}
      ) u
      where ${within(search)}`,
  )
}

const selectPage = (db: Db, ids: RawBuilder<unknown>) =>
  selectUsers(db)
    .where(
      'u.id',
      'in',
      sql<string>`(select page.id from (${ids}) page order by page.id desc limit ${pageSize + 1})`,
    )
    .orderBy('u.id', 'desc')

function within({ only, cursor }: UserSearch): RawBuilder<unknown> {
  const [after] = readCursor(cursor, ['uuid']) ?? []
  const suspended = only === 'suspended' ? sql`u.suspended_at is not null` : sql`true`
  return after === undefined ? suspended : sql`${suspended} and u.id < ${String(after)}`
}

const wordsOf = ({ search = '' }: UserSearch): string => search.toWellFormed().replaceAll('\0', '').trim()

/** Returns the digits that could be part of a stored phone number; empty if none could. */
function digitsOf(search: UserSearch): string {
  const digits = wordsOf(search).replace(/[\s().-]/g, '')
  return /^\+?\d{3,}$/.test(digits) ? digits : ''
}

/** Escapes LIKE wildcards. */
const containing = (words: string) => `%${words.replace(/[\\%_]/g, '\\$&')}%`
