import type { z } from 'zod'
import { whyNoMoreRequests } from '#/booking/rules.ts'
import { insertingHold, type ReservedSlot, reserveSlot } from '#/booking/server/index.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Config } from '#/kernel/server/config.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import type { Terms } from '#/payments/rules.ts'
import { openPayment } from '#/payments/server/index.ts'
import { type Appointment, refuse, refuseBooking, type veterinaryContract } from '../contract.ts'
import type { AppointmentChanged } from '../events.ts'
import { doctorName } from '../names.ts'
import { findBookingParties } from './queries.ts'
import { showAppointment } from './show.ts'
import { type Contact, checkTeleconsultation, type PaymentConfig, termsIn } from './teleconsultation.ts'

type BookingRequest = z.output<NonNullable<(typeof veterinaryContract)['book']['~orpc']['inputSchema']>>
type BookingWork = ActorWork & {
  config: Pick<Config, 'PHONE_TO_BOOK' | 'RATE_LIMITS' | 'VET_TAX_PERCENT'> & PaymentConfig
}
type Parties = NonNullable<Awaited<ReturnType<typeof findBookingParties>>> & { owner_id: string }

/**
 * Books a visit in person or a teleconsultation: the request holds the time while it waits for the vet's answer or, where
 * there is a fee to be paid here, for the payment.
 */
export async function bookVisit(work: BookingWork, request: BookingRequest): Promise<Appointment> {
  const { db, actor, now, config } = work
  const reserved = await reserveSlot(
    db,
    { trade: 'veterinary', providerId: request.vetId },
    request.slot,
    now,
    { bookerId: actor.userId },
  )
  const parties = await findParties(work, request)
  const online = request.appointmentType === 'teleconsultation'
  const fee = online ? (parties.consultation_fee ?? 0) : 0
  mustBeAsShown(request, fee, parties)
  const contact = online
    ? await checkTeleconsultation({ db, config, userId: actor.userId }, fee, request)
    : null
  const terms = fee > 0 ? termsIn(config, reserved.slot.startsAt, now) : null
  const appointment = appointmentOf(work, request, { reserved, parties, contact, terms })
  const change = { id: newId(), from: null, to: 'pending', actorUserId: actor.userId, at: now }
  const hold = { ...reserved.hold, ...(terms && { expiresAt: terms.payBy }) }
  await insertingHold(db, hold, { ...change, trade: 'veterinary', bookingId: appointment.id })
    .insertInto('veterinary_appointments')
    .values({
      ...appointment,
      pet_owner_id: parties.owner_id,
      veterinary_id: request.vetId,
      schedule_id: reserved.slot.scheduleId,
      pet_id: request.petId ?? null,
      disclaimer_accepted: online,
      disclaimer_accepted_at: online ? now : null,
      updated_at: now,
    })
    .execute()
  const paymentId =
    terms &&
    (await openPayment(work, {
      appointmentId: appointment.id,
      payerUserId: actor.userId,
      payeeUserId: parties.vet_user_id,
      amount: fee,
      currency: parties.currency,
      description: `Teleconsultation with ${doctorName(parties.vet_name)}`.slice(0, 200),
      taxPercent: work.config.VET_TAX_PERCENT,
      terms,
      methodId: contact?.methodId ?? null,
    }))
  await work.announce<AppointmentChanged>('veterinary.appointment_changed', {
    changeId: change.id,
    appointmentId: appointment.id,
    to: 'pending',
    by: 'owner',
  })
  return showAppointment({
    ...parties,
    ...appointment,
    closing_reason: null,
    ...justBooked,
    payment_id: paymentId,
    payment_state: 'created',
    payment_amount: fee,
    pay_by: terms?.payBy ?? null,
    charge_at: terms?.chargeAt ?? null,
  })
}

const justBooked = {
  cancelled_by: null,
  cancelled_at: null,
  refund_amount: null,
  first_starts_at: null,
  reschedules: 0,
  absence_reported_at: null,
  absence_answered_at: null,
  no_show_at: null,
  completed_at: null,
  corrected_at: null,
  is_disputed: false,
  rating_id: null,
  stars: null,
  feedback: null,
  reply: null,
  rated_at: null,
  rating_removed_at: null,
  reply_removed_at: null,
  replied_at: null,
  rating_written_at: null,
  closed_at: null,
  owner_blocked_at: null,
  vet_blocked_at: null,
  owner_known_name: null,
  pet_known_name: null,
}

/** Nobody pays another fee than they saw, or is held to other terms. */
function mustBeAsShown(request: BookingRequest, fee: number, { refund_policy }: Parties): void {
  if (request.appointmentType !== 'teleconsultation') return
  if (request.fee != null && request.fee !== fee) refuse('veterinary.fee_changed')
  if (request.refundPolicy && request.refundPolicy !== refund_policy) refuse('veterinary.policy_changed')
}

/** Who books whom for which pet, if they may. */
async function findParties({ db, actor, config }: BookingWork, request: BookingRequest): Promise<Parties> {
  const { vetId, petId = null, appointmentType } = request
  const parties = await findBookingParties(db, { userId: actor.userId, petId, vetId })
  if (!parties) return refuseRequest('request.not_found')
  if (parties.vet_user_id === actor.userId) refuse('veterinary.own_calendar')
  if (appointmentType === 'in_person' && !parties.offers_in_person) refuse('veterinary.not_in_person')
  if (appointmentType === 'teleconsultation' && !parties.offers_teleconsultation)
    refuse('veterinary.not_teleconsultation')
  if (!parties.owner_id) return refuse('veterinary.no_owner_profile')
  if (config.PHONE_TO_BOOK && !parties.has_confirmed_phone) refuse('veterinary.phone_needed')
  if (petId && !parties.pet_id) refuse('veterinary.pet_not_found')
  mustHaveRoom(parties, config)
  return { ...parties, owner_id: parties.owner_id }
}

/** Counted behind the owner's lock: of bookings that race, each sees the one before. */
function mustHaveRoom(
  {
    pending,
    pending_anywhere,
    pending_unconfirmed,
    has_confirmed_email,
    has_confirmed_phone,
  }: Omit<Parties, 'owner_id'>,
  { RATE_LIMITS }: BookingWork['config'],
): void {
  const why = whyNoMoreRequests({
    withProvider: pending ?? 0,
    withAll: RATE_LIMITS ? (pending_anywhere ?? 0) : 0,
    unconfirmedWithProvider: RATE_LIMITS ? (pending_unconfirmed ?? 0) : 0,
    isConfirmed: has_confirmed_email || Boolean(has_confirmed_phone),
  })
  if (why) refuseBooking(why)
}

/** How the owner is reached: as they asked, unless there is nothing to reach them by. */
function reachedBy(wanted: 'phone' | 'email', { owner_phone, owner_email }: Parties): 'phone' | 'email' {
  if (wanted === 'phone') return !owner_phone && owner_email ? 'email' : 'phone'
  return !owner_email && owner_phone ? 'phone' : 'email'
}

type Known = { reserved: ReservedSlot; parties: Parties; contact: Contact | null; terms: Terms | null }

function appointmentOf(
  { now }: BookingWork,
  { reason, preferredContact, appointmentType }: BookingRequest,
  { reserved: { slot, hold, timeZone }, parties, contact, terms }: Known,
) {
  return {
    id: newId<'vet appointment'>(),
    starts_at: slot.startsAt,
    ends_at: slot.endsAt,
    time_zone: timeZone,
    appointment_date: slot.date,
    start_time: slot.startTime,
    end_time: slot.endTime,
    status: 'pending' as const,
    hold_id: hold.id,
    reason,
    preferred_contact: reachedBy(preferredContact, parties),
    appointment_type: appointmentType,
    contact_method: contact?.contactMethod ?? null,
    contact_link: contact?.contactLink ?? null,
    payment_required: terms !== null,
    payment_status: terms ? ('pending' as const) : ('not_required' as const),
    consultation_fee: parties.consultation_fee,
    refund_policy: parties.refund_policy,
    created_at: now,
  }
}
