import type { z } from 'zod'
import { pendingLimit } from '#/booking/rules.ts'
import { insertingHold, reserveSlot } from '#/booking/server/index.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Config } from '#/kernel/server/config.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { type Appointment, refuse, refuseBooking, type veterinaryContract } from '../contract.ts'
import type { AppointmentChanged } from '../events.ts'
import { findBookingParties } from './queries.ts'
import { showAppointment } from './show.ts'

type BookingRequest = z.output<NonNullable<(typeof veterinaryContract)['book']['~orpc']['inputSchema']>>

/** Books a visit in person: the request waits for the vet's answer and holds the time meanwhile. */
export async function bookVisit(
  work: ActorWork & { config: Pick<Config, 'PHONE_TO_BOOK'> },
  request: BookingRequest,
): Promise<Appointment> {
  const { db, actor, now, config } = work
  const { vetId, slot: choice, petId = null, reason, preferredContact } = request
  const reserved = await reserveSlot(db, { trade: 'veterinary', providerId: vetId }, choice, now)
  const parties = await findBookingParties(db, { userId: actor.userId, petId, vetId })
  if (!parties) return refuseRequest('request.not_found')
  if (parties.vet_user_id === actor.userId) refuse('veterinary.own_calendar')
  if (!parties.offers_in_person) refuse('veterinary.not_in_person')
  if (!parties.owner_id) return refuse('veterinary.no_owner_profile')
  if (config.PHONE_TO_BOOK && !parties.has_confirmed_phone) refuse('veterinary.phone_needed')
  if (petId && !parties.pet_id) refuse('veterinary.pet_not_found')
  if ((parties.pending ?? 0) >= pendingLimit) refuseBooking('booking.too_many_pending')

  const { slot, hold, timeZone } = reserved
  const appointment = {
    id: newId<'vet appointment'>(),
    starts_at: slot.startsAt,
    ends_at: slot.endsAt,
    time_zone: timeZone,
    appointment_date: slot.date,
    start_time: slot.startTime,
    end_time: slot.endTime,
    status: 'pending',
    hold_id: hold.id,
    reason,
    preferred_contact: preferredContact,
    appointment_type: 'in_person',
    consultation_fee: parties.consultation_fee,
    created_at: now,
  }
  const change = { id: newId(), from: null, to: 'pending', actorUserId: actor.userId, at: now }
  await insertingHold(db, hold, { ...change, trade: 'veterinary', bookingId: appointment.id })
    .insertInto('veterinary_appointments')
    .values({
      ...appointment,
      pet_owner_id: parties.owner_id,
      veterinary_id: vetId,
      schedule_id: slot.scheduleId,
      pet_id: petId,
      updated_at: now,
    })
    .execute()
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
    cancelled_by: null,
    rating_id: null,
  })
}
