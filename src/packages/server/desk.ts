import { sql } from 'kysely'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Config } from '#/kernel/server/config.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Changed, Work } from '#/kernel/server/work.ts'
import { isUuid } from '#/kernel/uuid.ts'
import { refuse } from '#/packages/contract.ts'
import type { DeskPackage } from '#/packages/desk.ts'
import { sessionShare } from '#/packages/rules.ts'
import { packageName, receiptName } from '#/payments/rules.ts'
import { isAllRefunded, refundableOf } from '#/payments/server/index.ts'
import { noteChange } from './changes.ts'
import { eventsOf, usesOf } from './list.ts'
import { refundAndRelease } from './money.ts'
import { lockPackage, lockPackageOf, selectPackages } from './queries.ts'
import { bookedOf, closeBalance } from './return.ts'

type Look = { db: Db; config: Pick<Config, 'PAYMENT_GATEWAY'> }

/** Finds a package by its reference ('PK-000123'), its receipt's number ('PF-000123') or its id. */
export async function findDeskPackage(
  { db, config }: Look,
  reference: string,
): Promise<DeskPackage | undefined> {
  const text = reference.replace(/\s/g, '').toLowerCase()
  const [, kind, number] = /^(pk|pf)-?(\d{1,12})$/.exec(text) ?? []
  if (!number && !isUuid(text)) return undefined
  const row = await selectPackages(db)
    .select(
      sql<number>`coalesce((select sum(s.amount) from payment_shares s where s.payment_id = p.id), 0)::integer`.as(
        'released',
      ),
    )
    .where(
      number
        ? sql<boolean>`${kind === 'pk' ? sql`k.number` : sql`p.receipt_number`} = ${number}::bigint`
        : sql<boolean>`k.id = ${text}::uuid`,
    )
    .executeTakeFirst()
  if (!row) return undefined
  const [uses, events, refundable] = await Promise.all([
    usesOf(db, row.id),
    eventsOf(db, row.id),
    refundableOf(db, row.payment_id, config.PAYMENT_GATEWAY),
  ])
  const { id, status, title, sessions, balance, used, gone } = row
  return {
    id,
    status,
    title,
    sessions,
    balance,
    used,
    gone,
    reference: packageName(row.number),
    pricePerSession: sessionShare(row.price, sessions),
    singlePrice: row.single_price,
    boughtAt: row.created_at,
    expiresAt: row.expires_at,
    timeZone: row.time_zone,
    owner: { id: row.owner_user_id, name: row.owner_name },
    provider: { id: row.provider_user_id, name: row.trainer_name },
    payment: {
      id: row.payment_id,
      status: row.payment_state,
      amount: row.price,
      refunded: row.refunded,
      refundable,
      released: row.released,
      currency: row.currency,
      isSandbox: row.gateway === 'sandbox',
      receiptNumber: row.receipt_number === null ? null : receiptName(String(row.receipt_number)),
    },
    uses,
    events,
  }
}

/**
 * Makes a refund for an admin. If it is for a package and completes its refund, ends the package, which is locked
 * before its payment.
 * @throws packages.sessions_booked
 */
export async function refundPackage<Granted>(
  work: Work,
  { paymentId, reason }: { paymentId: string; reason: string },
  grant: () => Promise<Granted>,
): Promise<Granted> {
  const locked = await lockPackageOf(work.db, paymentId)
  const granted = await grant()
  const row = locked && (await lockPackage(work.db, locked.id))
  if (!row || !(await isAllRefunded(work.db, paymentId))) return granted
  // The trainer would work for nothing.
  if ((await bookedOf(work.db, row.id)) > 0) refuse('packages.sessions_booked')
  if (row.status === 'active') await endPackage(work, { id: row.id, note: reason })
  return granted
}

/**
 * Ends a package for an administrator: the remaining sessions are lost, and the trainer gets whatever wasn't refunded.
 * Booked sessions stay booked.
 * @throws packages.not_active
 */
export async function endPackage(work: Work, { id, note }: { id: string; note: string }): Promise<Changed> {
  const row = await lockPackage(work.db, id)
  if (!row) return refuseRequest('request.not_found')
  if (row.status !== 'active') refuse('packages.not_active')
  await closeBalance(work, id, { status: 'ended' })
  await refundAndRelease(work, row, { total: row.refunded, reason: note.slice(0, 200) })
  await noteChange(work, { packageId: id, what: 'ended', by: 'admin', note })
  return {}
}
