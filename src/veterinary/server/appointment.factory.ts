import { sql } from 'kysely'
import type { RefundPolicy } from '#/booking/refunds.ts'
import { type AppointmentStatus, isBlocking } from '#/booking/rules.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { clockOf, dayOf, MINUTE, minuteOf } from '#/kernel/time.ts'

export type AppointmentInput = {
  ownerId: string
  vetId: string
  startsAt: Date
  minutes?: number
  status?: AppointmentStatus
  petId?: string | null
  reason?: string | null
  closingReason?: string | null
  cancelledBy?: 'owner' | 'provider' | 'system' | null
  fee?: number | null
  refundPolicy?: RefundPolicy
  bookedAt?: Date
}

/**
 * An appointment as it stands after whatever led to it, with the hold its status asks for: for lists and states that booking over the API would reach only slowly. Answers with its id.
 */
export async function makeAppointment(db: Db, input: AppointmentInput): Promise<string> {
  const { ownerId, vetId, startsAt, minutes = 30, status = 'pending' } = input
  const vet = await db
    .selectFrom('veterinary_doctors')
    .select(['user_id', 'time_zone'])
    .where('id', '=', vetId)
    .executeTakeFirstOrThrow()
  const id = newId<'vet appointment'>()
  const endsAt = new Date(startsAt.getTime() + minutes * MINUTE)
  const startMinute = minuteOf(startsAt, vet.time_zone)
  const at = input.bookedAt ?? new Date(startsAt.getTime() - 86_400_000)
  const cancelled = status === 'cancelled'
  const holdId = isBlocking(status) ? newId() : null
  if (holdId) {
    const during = sql<string>`tstzrange(${startsAt}, ${endsAt})`
    await db
      .insertInto('calendar_holds')
      .values({ id: holdId, provider_user_id: vet.user_id, during })
      .execute()
  }
  await db
    .insertInto('veterinary_appointments')
    .values({
      id,
      pet_owner_id: ownerId,
      veterinary_id: vetId,
      starts_at: startsAt,
      ends_at: endsAt,
      time_zone: vet.time_zone,
      appointment_date: dayOf(startsAt, vet.time_zone),
      start_time: clockOf(startMinute),
      end_time: clockOf(startMinute + minutes),
      status,
      hold_id: holdId,
      no_show_at: status === 'no_show' ? endsAt : null,
      pet_id: input.petId ?? null,
      reason: input.reason ?? null,
      preferred_contact: 'phone',
      refund_policy: input.refundPolicy ?? 'standard',
      consultation_fee: input.fee === undefined ? 60_000 : input.fee,
      closing_reason: input.closingReason ?? null,
      cancelled_by: cancelled ? (input.cancelledBy ?? 'owner') : null,
      cancelled_at: cancelled ? at : null,
      created_at: at,
      updated_at: at,
    })
    .execute()
  return id
}
