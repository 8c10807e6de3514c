import { roleFrom } from '#/accounts/rules.ts'
import { findUser, type ShownUser } from '#/admin/server/queries.ts'
import type { UserDetail, UserRow } from '#/admin/users.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import { toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import { findUsers, type UserSearch } from './user-search.ts'

export async function searchUsers(db: Db, search: UserSearch) {
  return toPage(await findUsers(db, search), { keyOf: ({ id }) => [id], show: showUser })
}

export async function showOneUser(db: Db, id: string, now: Date): Promise<UserDetail> {
  const user = (await findUser(db, id, now)) ?? refuseRequest('request.not_found')
  return {
    ...showUser(user),
    emailVerified: user.email_verified,
    suspendedReason: user.suspended_reason,
    waysIn: user.ways_in.map(({ provider_id }) => provider_id),
    pets: user.pets ?? 0,
    records: user.records.map(({ record, record_id, display_name, verification_status }) => ({
      record: record ?? '',
      recordId: record_id ?? '',
      name: display_name ?? '',
      status: verification_status ?? '',
    })),
    asOwner: { all: user.owner_all, upcoming: user.owner_upcoming },
    asProvider: { all: user.provider_all, upcoming: user.provider_upcoming },
    sessions: user.sessions.map(({ id, created_at, updated_at, ip_address, user_agent }) => ({
      id,
      // Inside JSON, an instant is text.
      startedAt: new Date(created_at),
      lastSeenAt: new Date(updated_at),
      address: ip_address || null,
      device: user_agent || null,
    })),
  }
}

function showUser(row: ShownUser): UserRow {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone_number,
    signInPhone: row.sign_in_phone,
    role: roleFrom(row.role ?? ''),
    joinedAt: row.created_at,
    suspendedAt: row.suspended_at,
  }
}
