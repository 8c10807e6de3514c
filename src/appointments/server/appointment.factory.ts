import type { RefundPolicy } from '#/appointments/refunds.ts'
import { type AppointmentStatus, isBlocking } from '#/appointments/rules.ts'
import type { ContactMethod } from '#/appointments/shapes.ts'
import { holdRow } from '#/booking/server/index.ts'
import { DAY, MINUTE } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'

export type AppointmentInput = {
  ownerId: string
  providerId: string
  startsAt: Date
  minutes?: number
  status?: AppointmentStatus
  petIds?: readonly string[]
  reason?: string | null
  closingReason?: string | null
  cancelledBy?: 'owner' | 'provider' | 'system' | null
  price?: number | null
  /** True if its trade confirmed it at once. */
  isInstant?: boolean
  /** The way in which both sides meet online. */
  online?: { contactMethod: ContactMethod; contactLink: string }
  /** The owner's home, where the provider comes. */
  address?: string | null
  /** Until when it takes the time without a payment. */
  payBy?: Date
  refundPolicy?: RefundPolicy
  bookedAt?: Date
  /** The places that it takes with a sitter; 0 for a request that isn't accepted. */
  places?: number
  /** The first of these places. */
  firstPlace?: number
  seriesId?: string | null
}

/**
 * Inserts an appointment in any status, with its hold but without its trade's details, and returns its id. For
 * lists and states that take many API calls to reach.
 */
export async function makeAppointmentRow(db: Db, input: AppointmentInput): Promise<string> {
  const { startsAt, minutes = 30, status = 'pending', petIds = [] } = input
  const provider = await db
    .selectFrom('providers')
    .select(['user_id', 'trade', 'time_zone', 'currency'])
    .where('id', '=', input.providerId)
    .executeTakeFirstOrThrow()
  const id = newId<'appointment'>()
  const endsAt = new Date(startsAt.getTime() + minutes * MINUTE)
  const at = input.bookedAt ?? new Date(startsAt.getTime() - DAY)
  const cancelled = status === 'cancelled'
  const row = {
    id,
    trade: provider.trade,
    pet_owner_id: input.ownerId,
    provider_id: input.providerId,
    provider_user_id: provider.user_id,
    starts_at: startsAt,
    ends_at: endsAt,
    time_zone: provider.time_zone,
    status,
    no_show_at: status === 'no_show' ? endsAt : null,
    reason: input.reason ?? null,
    price: input.price ?? null,
    series_id: input.seriesId ?? null,
    is_instant: input.isInstant ?? false,
    ...(input.online && {
      is_online: true,
      contact_method: input.online.contactMethod,
      contact_link: input.online.contactLink,
      terms_accepted_at: at,
    }),
    address: input.address ?? null,
    takes_time: input.places !== 0,
    currency: provider.currency,
    refund_policy: input.refundPolicy ?? ('standard' as const),
    closing_reason: input.closingReason ?? null,
    cancelled_by: cancelled ? (input.cancelledBy ?? 'owner') : null,
    cancelled_at: cancelled ? at : null,
    created_at: at,
    updated_at: at,
  }
  const time = {
    providerUserId: provider.user_id,
    startsAt,
    endsAt,
    ...(input.payBy && { expiresAt: input.payBy }),
  }
  const { places, firstPlace = 1 } = input
  const lanes = places === undefined ? [0] : Array.from({ length: places }, (_, index) => firstPlace + index)
  const holds = lanes.map((lane) => holdRow({ id: newId(), ...time, lane }, id))
  await (isBlocking(status) && holds.length > 0
    ? db.with('hold', (query) => query.insertInto('calendar_holds').values(holds))
    : db
  )
    .insertInto('appointments')
    .values(row)
    .execute()
  if (petIds.length > 0)
    await db
      .insertInto('appointment_pets')
      .values(petIds.map((pet_id, index) => ({ appointment_id: id, pet_id, position: index + 1 })))
      .execute()
  return id
}
