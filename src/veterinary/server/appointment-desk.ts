import { sql } from 'kysely'
import { claimHours, destination } from '#/booking/rules.ts'
import { noteChange } from '#/booking/server/index.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import { pageSize } from '#/kernel/fields.ts'
import { isUuid } from '#/kernel/ids.ts'
import type { Config } from '#/kernel/server/config.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Work } from '#/kernel/server/work.ts'
import { type PaymentStatus, receiptName } from '#/payments/rules.ts'
import { deferPayout, refundableOf } from '#/payments/server/index.ts'
import { refuseBooking } from '../contract.ts'
import type { CorrectedStatus, DeskAppointment, DeskAppointmentRow } from '../desk.ts'
import type { AppointmentChanged } from '../events.ts'
import { doctorName } from '../names.ts'
import { readHistory } from './history.ts'
import { movable } from './move.ts'
import { type AppointmentRow, selectAppointments } from './queries.ts'

const hour = 3_600_000

/** The appointments in which somebody has a part, as the owner or as the vet, the latest first. */
export async function listDeskAppointments(db: Db, userId: string, cursor: string | undefined) {
  const [at, id] = readCursor(cursor, ['date', 'uuid']) ?? []
  const rows = await selectAppointments(db)
    .where(
      sql<boolean>`(a.pet_owner_id = (select o.id from pet_owners o where o.user_id = ${userId})
        or a.veterinary_id = (select v.id from veterinary_doctors v where v.user_id = ${userId}))`,
    )
    .$if(at !== undefined, (query) =>
      query.where(sql<boolean>`(a.starts_at, a.id) < (${at}::timestamptz, ${id}::uuid)`),
    )
    .orderBy('a.starts_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(pageSize + 1)
    .execute()
  return toPage(rows, { keyOf: (row) => [row.starts_at.toISOString(), row.id], show: showRow })
}

type DeskLook = { db: Db; now: Date; config: Pick<Config, 'PAYMENT_GATEWAY'> }

/** By the number of its receipt ('PF-000123', or the digits alone) or by its id; undefined when there is none. */
export async function findDeskAppointment(
  { db, now, config: { PAYMENT_GATEWAY: gateway } }: DeskLook,
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
    ...showRow(row),
    petName: row.pet_name,
    payment: row.payment_id
      ? {
          id: row.payment_id,
          status: row.payment_state as PaymentStatus,
          amount: row.payment_amount!,
          refunded: row.refund_amount ?? 0,
          refundable: await refundableOf(db, row.payment_id, gateway),
          isDisputed: row.is_disputed,
          isSandbox: row.gateway === 'sandbox',
          currency: row.currency,
          receiptNumber: row.receipt_number === null ? null : receiptName(String(row.receipt_number)),
        }
      : null,
    correctTo: destination('correct', 'admin', movable(row), now) as CorrectedStatus | null,
    history: await readHistory(db, row.id, row.owner_user_id),
  }
}

function showRow(row: AppointmentRow): DeskAppointmentRow {
  return {
    id: row.id,
    status: row.status as DeskAppointmentRow['status'],
    appointmentType: row.appointment_type as DeskAppointmentRow['appointmentType'],
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    timeZone: row.time_zone,
    owner: { id: row.owner_user_id, name: row.owner_name },
    vet: { id: row.vet_user_id, name: doctorName(row.vet_name) },
  }
}

type Correction = { id: string; to: CorrectedStatus; note: string; adminId: string }

/**
 * Moves an appointment out of a final state, as an administrator found it to have gone; both sides are told. What was paid,
 * kept or refunded stays as it is: that is a matter of its own.
 * @returns the status it had
 * @throws booking.move_not_allowed when it stands otherwise by now
 */
export async function correctAppointment(
  { db, now, announce }: Work,
  { id, to, note, adminId }: Correction,
): Promise<string> {
  const row = await selectAppointments(db).where('a.id', '=', id).forNoKeyUpdate(['a']).executeTakeFirst()
  if (!row) return refuseRequest('request.not_found')
  if (destination('correct', 'admin', movable(row), now) !== to)
    refuseBooking('booking.move_not_allowed', { status: row.status })
  const changeId = newId()
  await noteChange(db, {
    ...{ id: changeId, trade: 'veterinary', bookingId: id, from: row.status, to },
    ...{ actorUserId: null, adminId, reason: note, at: now },
  })
  await db
    .updateTable('veterinary_appointments')
    .set({
      ...{ status: to, closing_reason: note, updated_at: now },
      ...{ cancelled_by: null, cancelled_at: null, no_show_at: to === 'no_show' ? now : null },
      // Decided: the clock does not cancel it once more.
      ...(row.absence_reported_at && !row.absence_answered_at ? { absence_answered_at: now } : {}),
    })
    .where('id', '=', id)
    .execute()
  // Whoever has made no claim yet may make one against what was noted now, before it is paid out.
  if (row.payment_id && !row.absence_reported_at)
    await deferPayout({ db }, row.payment_id, new Date(now.getTime() + claimHours * hour))
  await announce<AppointmentChanged>('veterinary.appointment_changed', {
    ...{ changeId, appointmentId: id, to, by: 'admin' },
  })
  return row.status
}
