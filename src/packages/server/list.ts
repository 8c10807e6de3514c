import { sql } from 'kysely'
import { refuseRequest } from '#/kernel/errors.ts'
import { pageSize } from '#/kernel/fields.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { PackageDetail, PackageEvent } from '#/packages/contract.ts'
import type { UseState } from '#/packages/rules.ts'
import { openTimeOf, openTimesOf } from './open-time.ts'
import { isTrainerAway, selectPackages } from './queries.ts'
import { showPackage, showSold } from './show.ts'

type Mine = { userId: string; trainerId?: string | undefined; cursor?: string | undefined; now: Date }

/** Lists an owner's packages, newest first; with a trainer, only those that can be booked with now. */
export async function listMine(db: Db, { userId, trainerId, cursor, now }: Mine) {
  let query = selectPackages(db)
    .where('owner.user_id', '=', userId)
    .limit(pageSize + 1)
  query = trainerId
    ? query
        .where('k.provider_id', '=', trainerId)
        .where('k.status', '=', 'active')
        .where('k.balance', '>', 0)
        .where('k.expires_at', '>', now)
        .where((eb) => eb.not(isTrainerAway))
    : query
  const after = readCursor(cursor, ['date', 'uuid'])
  if (after)
    query = query.where(sql<boolean>`(k.created_at, k.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`)
  const rows = await query.orderBy('k.created_at', 'desc').orderBy('k.id', 'desc').execute()
  const open = await openTimesOf(db, rows, now)
  return toPage(
    rows.map((row, index) => ({ ...row, open: open[index]! })),
    {
      keyOf: (row) => [row.created_at.toISOString(), row.id],
      show: (row) => showPackage(row, row.open, now),
    },
  )
}

type Sold = { userId: string; id?: string | undefined; cursor?: string | undefined }

/** Lists what a trainer has sold and owners have paid, newest first. */
export async function listSold(db: Db, { userId, id, cursor }: Sold) {
  const after = readCursor(cursor, ['date', 'uuid'])
  let query = selectPackages(db)
    .select(
      sql<number>`coalesce((select sum(s.amount) from payment_shares s where s.payment_id = p.id), 0)::integer`.as(
        'released',
      ),
    )
    .where('k.provider_user_id', '=', userId)
    .where('k.paid_at', 'is not', null)
    .orderBy('k.created_at', 'desc')
    .orderBy('k.id', 'desc')
    .limit(pageSize + 1)
  if (id) query = query.where('k.id', '=', id)
  if (after)
    query = query.where(sql<boolean>`(k.created_at, k.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`)
  return toPage(await query.execute(), {
    keyOf: (row) => [row.created_at.toISOString(), row.id],
    show: showSold,
  })
}

type Look = { id: string; userId: string; now: Date }

export async function findPackage(db: Db, { id, userId, now }: Look): Promise<PackageDetail> {
  const row = await selectPackages(db)
    .where('k.id', '=', id)
    .where('owner.user_id', '=', userId)
    .executeTakeFirst()
  if (!row) return refuseRequest('request.not_found')
  const [uses, events, open] = await Promise.all([usesOf(db, id), eventsOf(db, id), openTimeOf(db, row, now)])
  return { package: showPackage(row, open, now), uses, events }
}

type UseRow = { appointmentId: string; sessionType: string; startsAt: Date; state: UseState }

export async function usesOf(db: Db, packageId: string): Promise<UseRow[]> {
  const { rows } = await sql<UseRow>`
    select u.appointment_id as "appointmentId", d.session_type as "sessionType", a.starts_at as "startsAt", u.state
    from package_uses u
    join appointments a on a.id = u.appointment_id
    join training_details d on d.appointment_id = a.id
    where u.package_id = ${packageId}
    order by a.starts_at desc, u.id desc
    limit 200
  `.execute(db)
  return rows
}

export async function eventsOf(db: Db, packageId: string): Promise<PackageEvent[]> {
  return db
    .selectFrom('package_changes')
    .select(['id', 'changed_at as at', 'what', 'changed_by as by', 'note'])
    .where('package_id', '=', packageId)
    .orderBy('sequence', 'desc')
    .limit(100)
    .execute()
}
