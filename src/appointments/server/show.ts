import type { Appointment, Visit } from '#/appointments/contract.ts'
import { joinUrl } from '#/appointments/join.ts'
import type { Flag } from '#/appointments/shapes.ts'
import { type Trades, tradeOf } from '#/appointments/trade.ts'
import { type ClockTime, clockOf, localTimeOf } from '#/kernel/time.ts'
import { mayReadCare } from '#/pets/rules.ts'
import { asSeenBy, type BookedSide } from './blocked.ts'
import { kindOf, petNames } from './kind.ts'
import type { AppointmentRow } from './queries.ts'

/** Returns the appointment for its owner. */
export function showAppointment(trades: Trades, appointment: AppointmentRow): Appointment {
  const row = asSeenBy('owner', appointment)
  return {
    ...showBoth(trades, row, 'owner'),
    provider: {
      id: row.provider_id,
      fullName: row.provider_full_name,
      name: row.provider_name,
      location: row.provider_location,
      phoneNumber: row.provider_phone,
      imageUrl: row.provider_image,
      specialities: row.provider_specialities,
      bookingPath: kindOf(trades, row).bookingPath,
      holidayText: tradeOf(trades, row.trade).holiday ?? null,
    },
  }
}

const ownerKnownIn: readonly AppointmentRow['status'][] = ['confirmed', 'completed', 'no_show']

/** Returns the appointment for its provider, with the owner's contact details only once it is confirmed, and paid if it's paid here. */
export function showVisit(
  { trades, now }: { trades: Trades; now: Date },
  appointment: AppointmentRow,
  flags: Flag[],
): Visit {
  const row = asSeenBy('provider', appointment)
  const known = ownerKnownIn.includes(row.status) && !row.owner_erased_at
  const mayContact = known && !awaitsPayment(row)
  return {
    ...showBoth(trades, row, 'provider'),
    flags,
    providerId: row.provider_id,
    // The link may be the owner's phone number.
    ...(!known && { contactLink: null, joinUrl: null }),
    // Providers see the address for as long as they see the pet's page.
    ...(!mayReadCare({ isAccepted: mayContact, endsAt: row.ends_at }, now) && { address: null }),
    owner: {
      name: row.owner_erased_at ? 'Former user' : row.owner_name || 'Pet owner',
      email: mayContact ? row.owner_email : null,
      phone: mayContact ? row.owner_phone : null,
    },
  }
}

type Times = { starts_at: Date; ends_at: Date; time_zone: string }

/** Returns day and clock times on the appointment's own calendar. An end at midnight is 24:00. */
export function clockTimesOf({ starts_at, ends_at, time_zone }: Times) {
  const start = localTimeOf(starts_at, time_zone)
  const end = localTimeOf(ends_at, time_zone)
  const startTime: ClockTime = clockOf(start.minute)
  const endTime: ClockTime = end.day > start.day ? '24:00' : clockOf(end.minute)
  return { date: start.day, startTime, endTime }
}

type Starts = Pick<AppointmentRow, 'first_starts_at' | 'starts_at'>

/** Returns the start that decides the refund of a cancellation, without an open proposal. */
export const firstStartOf = ({ first_starts_at: first, starts_at: now }: Starts): Date => first ?? now

/**
 * Returns the start that decides the refund of a cancellation. While a proposal of the provider's is open, the later time
 * counts, since it was they who asked.
 */
export function refundStartOf(row: Starts & { proposed_starts_at?: Date | null }): Date {
  const [first, proposed] = [firstStartOf(row), row.proposed_starts_at ?? null]
  return proposed && proposed > first ? proposed : first
}

export function awaitsPayment(row: Pick<AppointmentRow, 'payment_id' | 'paid_at'>): boolean {
  return row.payment_id !== null && row.paid_at === null
}

/** Returns what a notice about it has to come before: its start, or the owner's deadline to pay if that's earlier. */
export function dueOf(
  row: Pick<AppointmentRow, 'payment_id' | 'paid_at' | 'pay_by' | 'starts_at'>,
  now: Date,
): Date {
  const isDue = awaitsPayment(row) && row.pay_by && row.pay_by > now && row.pay_by < row.starts_at
  return isDue ? row.pay_by! : row.starts_at
}

type OfPackage = Pick<AppointmentRow, 'package_id' | 'package_title' | 'package_status' | 'session_state'>

export function packageOf(row: OfPackage): Appointment['package'] {
  if (!row.package_id) return null
  return {
    id: row.package_id,
    title: row.package_title!,
    isBack: row.session_state === 'back',
    isOver: row.package_status === 'returned' || row.package_status === 'ended',
    isExpired: row.package_status === 'expired',
  }
}

function proposalOf(row: AppointmentRow): Appointment['proposal'] {
  if (row.proposal_id === null) return null
  const times = {
    starts_at: row.proposed_starts_at!,
    ends_at: row.proposed_ends_at!,
    time_zone: row.proposed_time_zone!,
  }
  return {
    id: row.proposal_id,
    startsAt: times.starts_at,
    endsAt: times.ends_at,
    timeZone: times.time_zone,
    ...clockTimesOf(times),
    note: row.proposal_note,
    lapsesAt: row.proposal_lapses_at!,
  }
}

function showBoth(trades: Trades, row: AppointmentRow, side: BookedSide): Omit<Appointment, 'provider'> {
  const { currency } = row
  const kind = kindOf(trades, row)
  const { date, startTime, endTime } = clockTimesOf(row)
  return {
    id: row.id,
    trade: row.trade,
    title: kind.title,
    noun: kind.noun,
    providerNoun: kind.provider,
    status: row.status,
    phase: row.phase,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    timeZone: row.time_zone,
    date,
    startTime,
    endTime,
    reason: row.reason,
    reasonLabel: tradeOf(trades, row.trade).reasonLabel ?? 'Reason',
    facts: tradeOf(trades, row.trade).facts(
      { isOnline: row.is_online, detail: row.detail, pets: row.pets, awaitsPayment: awaitsPayment(row) },
      side,
    ),
    isOnline: row.is_online,
    address: row.address,
    priceIsEstimate: tradeOf(trades, row.trade).priceIsEstimate ?? false,
    price: row.price === null ? null : { amount: row.price, currency },
    refundPolicy: row.refund_policy,
    contactMethod: row.contact_method,
    contactLink: row.contact_link,
    joinUrl: joinUrl(
      { contactMethod: row.contact_method, contactLink: row.contact_link, petName: petNames(row) },
      side,
      kind.provider,
    ),
    payment: row.payment_id
      ? {
          id: row.payment_id,
          status: row.payment_state!,
          amount: { amount: row.payment_amount!, currency },
          payBy: row.pay_by,
          chargeAt: row.charge_at,
          refundable: row.refundable!,
          refunded: row.refunded,
          isDisputed: row.is_disputed,
        }
      : null,
    isPaidHere: row.payment_id !== null,
    awaitsPayment: awaitsPayment(row),
    package: packageOf(row),
    reschedules: row.reschedules,
    proposal: proposalOf(row),
    proposals: row.proposals,
    answerBy: row.answer_by,
    startedAt: row.started_at,
    stoppedAt: row.stopped_at,
    nights: row.nights,
    isOneOfSeveral: row.series_id !== null,
    series: tradeOf(trades, row.trade).series?.(row.detail) ?? null,
    absenceReportedAt: row.absence_reported_at,
    absenceAnsweredAt: row.absence_answered_at,
    earlyEndDisputedAt: row.early_end_disputed_at,
    noShowAt: row.no_show_at,
    completedAt: row.completed_at,
    correctedAt: row.corrected_at,
    providerBarred: row.provider_barred,
    firstStartsAt: refundStartOf(row),
    closingReason: row.closing_reason,
    cancelledBy: row.cancelled_by,
    cancelledAt: row.cancelled_at,
    rated: row.rating_id !== null,
    seriesRated: row.series_rated,
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
    pets: row.pets.map(({ id, name, breed, species, photoUrl }) => ({ id, name, breed, species, photoUrl })),
  }
}
