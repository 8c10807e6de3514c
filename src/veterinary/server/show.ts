import type { RefundPolicy } from '#/booking/refunds.ts'
import type { AppointmentStatus } from '#/booking/rules.ts'
import type { PaymentStatus } from '#/payments/rules.ts'
import type { Appointment, Visit } from '../contract.ts'
import { joinUrl } from '../join.ts'
import { asSeenBy } from './blocked.ts'
import type { AppointmentRow } from './queries.ts'

/** The appointment as its owner sees it. */
export function showAppointment(appointment: AppointmentRow): Appointment {
  const row = asSeenBy('owner', appointment)
  return {
    ...showBoth(row, 'owner'),
    vet: {
      id: row.vet_id,
      fullName: row.vet_name,
      location: row.vet_location,
      phoneNumber: row.vet_phone,
      imageUrl: row.vet_image,
      specialization: row.vet_specialization,
    },
  }
}

const ownerKnownIn: AppointmentStatus[] = ['confirmed', 'completed', 'no_show']

/** The appointment as the vet sees it: how to reach the owner only once it is confirmed. */
export function showVisit(appointment: AppointmentRow): Visit {
  const row = asSeenBy('vet', appointment)
  const { status } = row as { status: AppointmentStatus }
  const known = ownerKnownIn.includes(status) && !row.owner_erased_at
  return {
    ...showBoth(row, 'vet'),
    // A number of the owner's, as their others.
    ...(!known && { contactLink: null, joinUrl: null }),
    owner: {
      name: row.owner_erased_at ? 'Former user' : row.owner_name || 'Pet owner',
      email: known ? row.owner_email : null,
      phone: known ? row.owner_phone : null,
    },
  }
}

/** The earliest time it was ever booked for: by that its cancellation is judged. */
export function firstStartOf(row: Pick<AppointmentRow, 'first_starts_at' | 'starts_at'>): Date {
  const { first_starts_at: first, starts_at: now } = row
  return first && first < now ? first : now
}

/** It has to be paid here, and is not yet. */
export function awaitsPayment(row: Pick<AppointmentRow, 'payment_required' | 'payment_status'>): boolean {
  return row.payment_required && (row.payment_status === 'pending' || row.payment_status === 'failed')
}

function showBoth(row: AppointmentRow, side: 'owner' | 'vet'): Omit<Appointment, 'vet'> {
  const { pet_id, pet_name, pet_species } = row
  return {
    id: row.id,
    status: row.status as AppointmentStatus,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    timeZone: row.time_zone,
    date: row.appointment_date,
    startTime: row.start_time,
    endTime: row.end_time,
    reason: row.reason,
    preferredContact: row.preferred_contact as Appointment['preferredContact'],
    appointmentType: row.appointment_type as Appointment['appointmentType'],
    consultationFee:
      row.consultation_fee === null ? null : { amount: row.consultation_fee, currency: row.currency },
    refundPolicy: row.refund_policy as RefundPolicy,
    contactMethod: row.contact_method as Appointment['contactMethod'],
    contactLink: row.contact_link,
    joinUrl: joinUrl(
      { contactMethod: row.contact_method, contactLink: row.contact_link, petName: row.pet_name },
      side,
    ),
    payment: row.payment_id
      ? {
          id: row.payment_id,
          status: row.payment_state as PaymentStatus,
          amount: { amount: row.payment_amount!, currency: row.currency },
          payBy: row.pay_by,
          chargeAt: row.charge_at,
          refunded: row.refund_amount ?? 0,
          isDisputed: row.is_disputed,
        }
      : null,
    awaitsPayment: awaitsPayment(row),
    reschedules: row.reschedules,
    absenceReportedAt: row.absence_reported_at,
    absenceAnsweredAt: row.absence_answered_at,
    noShowAt: row.no_show_at,
    completedAt: row.completed_at,
    correctedAt: row.corrected_at,
    providerSuspended: row.vet_suspended,
    firstStartsAt: firstStartOf(row),
    closingReason: row.closing_reason,
    cancelledBy: row.cancelled_by as Appointment['cancelledBy'],
    cancelledAt: row.cancelled_at,
    rated: row.rating_id !== null,
    rating:
      row.rating_id && !row.rating_removed_at
        ? {
            id: row.rating_id,
            stars: row.stars,
            feedback: row.feedback,
            reply: row.reply_removed_at ? null : row.reply,
            mayReply: row.replied_at === null,
            at: row.rated_at!,
          }
        : null,
    pet:
      pet_id && pet_name && pet_species
        ? {
            id: pet_id,
            name: pet_name,
            breed: row.pet_breed,
            species: pet_species as NonNullable<Appointment['pet']>['species'],
            photoUrl: row.pet_photo,
          }
        : null,
  }
}
