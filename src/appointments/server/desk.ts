import { sql } from 'kysely'
import type { CorrectedStatus, DeskAppointment, DeskAppointmentRow } from '#/appointments/desk.ts'
import { refuse } from '#/appointments/errors.ts'
import type { AppointmentChanged } from '#/appointments/events.ts'
import {
  claimHours,
  destination,
  isContested,
  type Movable,
  type Move,
  nightsLeft,
} from '#/appointments/rules.ts'
import type { Trades } from '#/appointments/trade.ts'
import { HOUR } from '#/kernel/duration.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import { pageSize } from '#/kernel/fields.ts'
import type { Config } from '#/kernel/server/config.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Changed, Work } from '#/kernel/server/work.ts'
import { isUuid } from '#/kernel/uuid.ts'
import { deferSession } from '#/packages/server/index.ts'
import { receiptName } from '#/payments/rules.ts'
import { deferPayout, refundableOf } from '#/payments/server/index.ts'
import { noteChange, readHistory } from './history.ts'
import { kindOf, petNames } from './kind.ts'
import { movable, refuseMove, writeMove } from './move.ts'
import { type AppointmentRow, selectAppointments } from './queries.ts'

/** Lists a user's appointments on either side, latest first. */
export async function listDeskAppointments(
  db: Db,
  trades: Trades,
  { userId, cursor }: { userId: string; cursor?: string | undefined },
) {
  const [at, id] = readCursor(cursor, ['date', 'uuid']) ?? []
  const rows = await selectAppointments(db)
    .where(
      sql<boolean>`(a.pet_owner_id = (select o.id from pet_owners o where o.user_id = ${userId})
        or a.provider_user_id = ${userId})`,
    )
    .$if(at !== undefined, (query) =>
      query.where(sql<boolean>`(a.starts_at, a.id) < (${at}::timestamptz, ${id}::uuid)`),
    )
    .orderBy('a.starts_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(pageSize + 1)
    .execute()
  return toPage(rows, {
    keyOf: (row) => [row.starts_at.toISOString(), row.id],
    show: (row) => showRow(trades, row),
  })
}

/** Lists the stays whose early end an administrator has to decide, the longest waiting first. */
export async function listDisputedEnds(db: Db, trades: Trades, { cursor }: { cursor?: string | undefined }) {
  const [at, id] = readCursor(cursor, ['date', 'uuid']) ?? []
  const rows = await selectAppointments(db)
    .where('a.early_end_disputed_at', 'is not', null)
    .where('a.absence_answered_at', 'is', null)
    .where('a.status', 'in', ['confirmed', 'completed'])
    .$if(at !== undefined, (query) =>
      query.where(sql<boolean>`(a.early_end_disputed_at, a.id) > (${at}::timestamptz, ${id}::uuid)`),
    )
    .orderBy('a.early_end_disputed_at')
    .orderBy('a.id')
    .limit(pageSize + 1)
    .execute()
  return toPage(rows, {
    keyOf: (row) => [row.early_end_disputed_at!.toISOString(), row.id],
    show: (row) => showRow(trades, row),
  })
}

type DeskLook = { db: Db; trades: Trades; now: Date; config: Pick<Config, 'PAYMENT_GATEWAY'> }

/** Finds an appointment by its receipt number ('PF-000123', or just the digits) or its id. */
export async function findDeskAppointment(
  { db, trades, now, config: { PAYMENT_GATEWAY: gateway } }: DeskLook,
  reference: string,
): Promise<DeskAppointment | undefined> {
  const [, receipt] = /^(?:pf-?)?(\d{1,12})$/i.exec(reference.replace(/\s/g, '')) ?? []
  const isId = isUuid(reference.trim().toLowerCase())
  if (!receipt && !isId) return undefined
  const row = await selectAppointments(db)
    .select(['payment.receipt_number', 'payment.gateway'])
    .where(
      receipt
        ? sql<boolean>`payment.receipt_number = ${receipt}::bigint`
        : sql<boolean>`a.id = ${reference.trim()}::uuid`,
    )
    .executeTakeFirst()
  if (!row) return undefined
  return {
    ...showRow(trades, row),
    trade: row.trade,
    petName: petNames(row),
    payment: row.payment_id
      ? {
          id: row.payment_id,
          status: row.payment_state!,
          amount: row.payment_amount!,
          refunded: row.refunded,
          refundable: await refundableOf(db, row.payment_id, gateway),
          isDisputed: row.is_disputed,
          isSandbox: row.gateway === 'sandbox',
          currency: row.currency,
          receiptNumber: row.receipt_number === null ? null : receiptName(String(row.receipt_number)),
        }
      : null,
    correctTo: destination('correct', 'admin', correctable(row), now) as CorrectedStatus | null,
    earlyEnd: destination('uphold_claim', 'admin', movable(row), now)
      ? { endedAt: row.stopped_at!, nights: row.nights!, nightsLeft: nightsLeft(movable(row)) }
      : null,
    history: await readHistory(db, row.id, row.owner_user_id),
  }
}

function showRow(trades: Trades, row: AppointmentRow): DeskAppointmentRow {
  return {
    id: row.id,
    status: row.status,
    title: kindOf(trades, row).title,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    timeZone: row.time_zone,
    owner: { id: row.owner_user_id, name: row.owner_name },
    provider: { id: row.provider_user_id, name: row.provider_name },
    disputedAt: isContested(movable(row)) ? row.early_end_disputed_at : null,
  }
}

type Decision = { id: string; isUpheld: boolean; note: string; adminId: string }

/**
 * Decides the owner's claim about a stay that was ended early: upheld, it's cancelled and the nights left are refunded;
 * dismissed, it's completed and paid in full. Notifies both sides.
 * @throws appointments.move_not_allowed if the status has changed meanwhile
 */
export async function decideEarlyEnd(
  work: Work,
  { id, isUpheld, note, adminId }: Decision,
): Promise<Changed> {
  const row = await selectAppointments(work.db)
    .where('a.id', '=', id)
    .forNoKeyUpdate(['a'])
    .executeTakeFirst()
  if (!row) return refuseRequest('request.not_found')
  const move: Move = isUpheld ? 'uphold_claim' : 'dismiss_claim'
  const to = destination(move, 'admin', movable(row), work.now)
  if (!to) return refuseMove(move, row, work.now)
  await writeMove(work, row, { to, by: 'system', actorUserId: null, adminId, reason: note })
  return { before: { status: row.status }, after: { status: to } }
}

/** Once Support has removed a rating, the state it was based on can be corrected. */
const correctable = (row: AppointmentRow): Movable => ({
  ...movable(row),
  rated: row.rating_id !== null && row.rating_removed_at === null,
})

type Correction = { id: string; to: CorrectedStatus; note: string; adminId: string }

/**
 * Corrects how an appointment ended, and notifies both sides. Payments and refunds stay the same: an administrator
 * refunds separately.
 * @throws appointments.move_not_allowed if the status has changed meanwhile
 */
export async function correctAppointment(
  { db, now, announce }: Work,
  { id, to, note, adminId }: Correction,
): Promise<Changed> {
  const row = await selectAppointments(db).where('a.id', '=', id).forNoKeyUpdate(['a']).executeTakeFirst()
  if (!row) return refuseRequest('request.not_found')
  if (destination('correct', 'admin', correctable(row), now) !== to)
    refuse('appointments.move_not_allowed', { status: row.status })
  const changeId = newId()
  await noteChange(db, {
    id: changeId,
    appointmentId: id,
    from: row.status,
    to,
    actorUserId: null,
    adminId,
    reason: note,
    at: now,
  })
  await db
    .updateTable('appointments')
    .set({
      status: to,
      closing_reason: note,
      updated_at: now,
      cancelled_by: null,
      cancelled_at: null,
      no_show_at: to === 'no_show' ? now : null,
      // The claim is settled, so the sweep must not cancel the appointment again.
      ...(row.absence_reported_at && !row.absence_answered_at ? { absence_answered_at: now } : {}),
    })
    .where('id', '=', id)
    .execute()
  // An owner who hasn't made a claim yet may contest the correction before the payout.
  if (row.payment_id && !row.absence_reported_at)
    await deferPayout({ db }, row.payment_id, new Date(now.getTime() + claimHours * HOUR))
  if (row.session_id && !row.absence_reported_at)
    await deferSession({ db }, row.session_id, new Date(now.getTime() + claimHours * HOUR))
  await announce<AppointmentChanged>('appointments.changed', {
    changeId,
    appointmentId: id,
    to,
    by: 'admin',
  })
  return { before: { status: row.status }, after: { status: to } }
}
