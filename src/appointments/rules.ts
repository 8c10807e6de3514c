import * as z from 'zod'
import { isBySlot, type Trade } from '#/booking/trades.ts'
import type { BookingPhase } from '#/messaging/rules.ts'

export const appointmentStatuses = [
  'pending',
  'confirmed',
  'completed',
  'cancelled',
  'declined',
  'expired',
  'no_show',
] as const

export const appointmentStatusSchema = /* @__PURE__ */ z.enum(appointmentStatuses)
export type AppointmentStatus = (typeof appointmentStatuses)[number]

/** While an appointment is one of these, it takes the provider's time. */
export const blockingStatuses = ['pending', 'confirmed'] as const satisfies AppointmentStatus[]

/** An owner may have this many unanswered requests with one provider, so that nobody fills a month alone. */
export const pendingLimit = 5

/** And this many upcoming appointments with one provider, confirmed ones too: some trades confirm at once. */
export const upcomingLimit = 10

/** And this many with all providers together. */
export const unansweredLimit = 10

/** Limits for users without a confirmed email address or phone number, since anyone can make such accounts. */
export const unconfirmedLimit = 1

/** And all of them together may have this many waiting with one provider: accounts cost nothing, a calendar is finite. */
export const unconfirmedWithProviderLimit = 5

/** Bookings by one person within an hour, cancelled or not. */
export const bookingsAnHour = { max: 20, windowSeconds: 3600, slides: true } as const

/** Returns why a user can't send another request; null if they can. */
export function whyNoMoreRequests(waiting: {
  withProvider: number
  withAll: number
  /** Open with this provider, agreed ones too. */
  upcomingWithProvider: number
  /** Open with anybody, without a provider having agreed. */
  unagreed: number
  /** Pending requests of all unconfirmed users with this provider. */
  unconfirmedWithProvider: number
  isConfirmed: boolean
}):
  | 'appointments.unconfirmed'
  | 'appointments.too_many_pending'
  | 'appointments.too_many_upcoming'
  | 'appointments.too_many_unanswered'
  | null {
  if (
    !waiting.isConfirmed &&
    (waiting.unagreed >= unconfirmedLimit || waiting.unconfirmedWithProvider >= unconfirmedWithProviderLimit)
  )
    return 'appointments.unconfirmed'
  if (waiting.withProvider >= pendingLimit) return 'appointments.too_many_pending'
  if (waiting.upcomingWithProvider >= upcomingLimit) return 'appointments.too_many_upcoming'
  return waiting.withAll >= unansweredLimit ? 'appointments.too_many_unanswered' : null
}

export type Side = 'owner' | 'provider' | 'system' | 'admin'
export type Move =
  | 'accept'
  | 'decline'
  | 'cancel'
  | 'complete'
  | 'report_no_show'
  | 'expire'
  | 'reschedule'
  // The owner says that the provider did not come, or that a no-show is wrong; the provider answers.
  | 'report_absence'
  | 'contest_no_show'
  | 'deny_absence'
  | 'concede_absence'
  | 'give_up'
  // Its payment came in, or did not come in time.
  | 'be_paid'
  | 'lapse'
  // The provider may not act, and the owner wants their money back.
  | 'take_refund'
  // An administrator found out that the state was wrong.
  | 'correct'

/** The appointment's facts that a move depends on. */
export type Movable = {
  trade: Trade
  status: AppointmentStatus
  startsAt: Date
  endsAt: Date
  rated: boolean
  /** There is something to be paid for it here. */
  isPaidHere: boolean
  /** Has an open payment. */
  awaitsPayment: boolean
  /** How often it was moved to another time. */
  reschedules: number
  /** Until when it can be answered, where that is before its end. */
  answerBy: Date | null
  /** When the provider began it, in trades that say so. */
  startedAt: Date | null
  /** When the owner said that the provider did not come, or contested the no-show: one claim per appointment. */
  absenceReportedAt: Date | null
  /** When the provider answered it. */
  absenceAnsweredAt: Date | null
  /** When it was noted that the owner did not come. */
  noShowAt: Date | null
  /** When it was completed: at its end, or later if the provider was suspended. */
  completedAt: Date | null
  /** When an administrator last corrected how it ended: the provider cannot turn that round. */
  correctedAt: Date | null
  /** The provider cannot act, so nothing is held against the owner. */
  providerBarred: boolean
}

type When = (appointment: Movable, now: Date) => boolean
type Rule = { move: Move; by: Side; from: AppointmentStatus; to: AppointmentStatus; when?: When }

const minutes = 60_000
const hours = 60 * minutes

const hasStarted: When = ({ startsAt }, now) => startsAt <= now
const notStarted: When = ({ startsAt, startedAt }, now) => !startedAt && now < startsAt
const hasEnded: When = ({ endsAt }, now) => endsAt <= now
const notEnded: When = ({ endsAt }, now) => now < endsAt
const canBeAnswered: When = (appointment, now) => now < lapseOf(appointment)
const isPaidHere: When = (appointment) => appointment.isPaidHere
// Paying confirms an online payment's appointment, since an offered slot is kept.
const canBeAccepted: When = (appointment, now) => !appointment.isPaidHere && canBeAnswered(appointment, now)
const tookPlace: When = (appointment, now) => !appointment.isPaidHere && hasStarted(appointment, now)
const hasLapsed: When = (appointment, now) => lapseOf(appointment) <= now
const waitedForOwner: When = ({ startsAt, startedAt }, now) =>
  !startedAt && startsAt.getTime() + 15 * minutes <= now.getTime()
const canBeCorrected: When = ({ endsAt, rated }, now) =>
  !rated && now.getTime() <= endsAt.getTime() + 48 * hours

// A no-show is no answer to the owner's claim, before or after another one: it would take their contest and rating away.
const waitedUncontested: When = (appointment, now) =>
  !appointment.absenceReportedAt && waitedForOwner(appointment, now)
// A visit can be marked done while it still runs; that is no way round the quarter of an hour.
const wasMistaken: When = (appointment, now) =>
  !appointment.correctedAt && waitedUncontested(appointment, now) && canBeCorrected(appointment, now)

/** An owner may move an appointment so often, and so long before it begins. */
export const mostReschedules = 2
export const rescheduleHours = 24
/** An owner has so long to say that the provider did not come, or to contest a no-show. */
export const claimHours = 24
/** A provider has so long to answer that they did come. */
export const absenceAnswerHours = 24

const canBeMoved: When = ({ trade, startsAt, reschedules, providerBarred }, now) =>
  isBySlot(trade) &&
  !providerBarred &&
  reschedules < mostReschedules &&
  now.getTime() <= startsAt.getTime() - rescheduleHours * hours
const canBeMissed: When = (appointment, now) =>
  appointment.startsAt.getTime() + 15 * minutes <= now.getTime() && canBeClaimed(appointment, now)
const canBeClaimed: When = (appointment, now) =>
  !appointment.absenceReportedAt && !appointment.rated && now < claimUntil(appointment)
const canBeDenied: When = (appointment) => isContested(appointment)
const wasGivenUp: When = (appointment, now) =>
  isContested(appointment) &&
  appointment.absenceReportedAt!.getTime() + absenceAnswerHours * hours <= now.getTime()
const isProviderBarred: When = ({ providerBarred }) => providerBarred
const hasEndedUncontested: When = (appointment, now) =>
  !appointment.absenceReportedAt && hasEnded(appointment, now)

// Ratings and open claims depend on the state, so it can't be corrected under them.
const isSettled: When = (appointment) => !appointment.rated && !isContested(appointment)
const mayHaveHappened: When = (appointment, now) =>
  !appointment.rated && !appointment.awaitsPayment && hasEnded(appointment, now)

/** All legal moves of an appointment, with who can make them and when. Server and buttons both read this table. */
const table: readonly Rule[] = [
  { move: 'accept', by: 'provider', from: 'pending', to: 'confirmed', when: canBeAccepted },
  { move: 'decline', by: 'provider', from: 'pending', to: 'declined', when: canBeAnswered },
  { move: 'cancel', by: 'owner', from: 'pending', to: 'cancelled', when: notEnded },
  { move: 'cancel', by: 'owner', from: 'confirmed', to: 'cancelled', when: notStarted },
  { move: 'cancel', by: 'provider', from: 'confirmed', to: 'cancelled', when: notEnded },
  // It took place although the request was never answered.
  { move: 'complete', by: 'provider', from: 'pending', to: 'completed', when: tookPlace },
  { move: 'complete', by: 'provider', from: 'confirmed', to: 'completed', when: hasStarted },
  { move: 'complete', by: 'system', from: 'confirmed', to: 'completed', when: hasEndedUncontested },
  { move: 'report_no_show', by: 'provider', from: 'confirmed', to: 'no_show', when: waitedUncontested },
  { move: 'report_no_show', by: 'provider', from: 'completed', to: 'no_show', when: wasMistaken },
  { move: 'take_refund', by: 'owner', from: 'pending', to: 'cancelled', when: isProviderBarred },
  { move: 'take_refund', by: 'owner', from: 'confirmed', to: 'cancelled', when: isProviderBarred },
  { move: 'reschedule', by: 'owner', from: 'pending', to: 'pending', when: canBeMoved },
  { move: 'reschedule', by: 'owner', from: 'confirmed', to: 'confirmed', when: canBeMoved },
  { move: 'report_absence', by: 'owner', from: 'confirmed', to: 'confirmed', when: canBeMissed },
  // The clock completes what nobody contests, and a visit may be as short as ten minutes: it can still be said afterwards.
  { move: 'report_absence', by: 'owner', from: 'completed', to: 'completed', when: canBeMissed },
  { move: 'contest_no_show', by: 'owner', from: 'no_show', to: 'no_show', when: canBeClaimed },
  { move: 'deny_absence', by: 'provider', from: 'confirmed', to: 'completed', when: canBeDenied },
  { move: 'deny_absence', by: 'provider', from: 'completed', to: 'completed', when: canBeDenied },
  { move: 'deny_absence', by: 'provider', from: 'no_show', to: 'no_show', when: canBeDenied },
  { move: 'concede_absence', by: 'provider', from: 'confirmed', to: 'cancelled', when: canBeDenied },
  { move: 'concede_absence', by: 'provider', from: 'completed', to: 'cancelled', when: canBeDenied },
  { move: 'concede_absence', by: 'provider', from: 'no_show', to: 'cancelled', when: canBeDenied },
  { move: 'give_up', by: 'system', from: 'confirmed', to: 'cancelled', when: wasGivenUp },
  { move: 'give_up', by: 'system', from: 'completed', to: 'cancelled', when: wasGivenUp },
  { move: 'give_up', by: 'system', from: 'no_show', to: 'cancelled', when: wasGivenUp },
  { move: 'expire', by: 'system', from: 'pending', to: 'expired', when: hasLapsed },
  { move: 'be_paid', by: 'system', from: 'pending', to: 'confirmed', when: isPaidHere },
  { move: 'lapse', by: 'system', from: 'pending', to: 'expired', when: isPaidHere },
  // Agreed first and paid later, as with sitters.
  {
    move: 'lapse',
    by: 'system',
    from: 'confirmed',
    to: 'expired',
    when: ({ awaitsPayment }) => awaitsPayment,
  },
  { move: 'correct', by: 'admin', from: 'completed', to: 'no_show', when: isSettled },
  { move: 'correct', by: 'admin', from: 'no_show', to: 'completed', when: isSettled },
  { move: 'correct', by: 'admin', from: 'cancelled', to: 'completed', when: mayHaveHappened },
  { move: 'correct', by: 'admin', from: 'expired', to: 'completed', when: mayHaveHappened },
]

/** When a request that nobody answers expires: the sweep ends it then, and no earlier. */
function lapseOf({ answerBy: by, endsAt }: Pick<Movable, 'answerBy' | 'endsAt'>): Date {
  return by ?? endsAt
}

/** An owner may claim that the provider did not come until a day after the end, and after whatever was noted since. */
export function claimUntil({
  endsAt,
  noShowAt,
  completedAt,
  correctedAt,
}: Pick<Movable, 'endsAt' | 'noShowAt' | 'completedAt' | 'correctedAt'>): Date {
  const noted = [noShowAt, completedAt, correctedAt].map((at) => at?.getTime() ?? 0)
  const last = Math.max(endsAt.getTime(), ...noted)
  return new Date(last + claimHours * hours)
}

/** The owner's claim waits for an answer: until then nobody is paid. */
export function isContested({
  absenceReportedAt,
  absenceAnsweredAt,
}: Pick<Movable, 'absenceReportedAt' | 'absenceAnsweredAt'>): boolean {
  return absenceReportedAt !== null && absenceAnsweredAt === null
}

/** Until when a request can be answered; null for what waits for no answer of the provider. */
export function answerBy(
  appointment: Pick<Movable, 'status' | 'answerBy' | 'endsAt' | 'isPaidHere'>,
): Date | null {
  return appointment.status === 'pending' && !appointment.isPaidHere ? lapseOf(appointment) : null
}

/** Why a visit under way can't be cancelled, or the two sides' claims shut each other out; null where it is another reason. */
export function whyNoMove(
  move: Move,
  { status, startedAt, absenceReportedAt }: Pick<Movable, 'status' | 'startedAt' | 'absenceReportedAt'>,
): 'appointments.under_way' | 'appointments.absence_claimed' | 'appointments.no_show_noted' | null {
  if (move === 'cancel' && status === 'confirmed' && startedAt) return 'appointments.under_way'
  if (move === 'report_no_show' && absenceReportedAt && (status === 'confirmed' || status === 'completed'))
    return 'appointments.absence_claimed'
  return move === 'report_absence' && !absenceReportedAt && status === 'no_show'
    ? 'appointments.no_show_noted'
    : null
}

/** Where `move` takes the appointment when `side` makes it now; null when that is not allowed. */
export function destination(
  move: Move,
  side: Side,
  appointment: Movable,
  now: Date,
): AppointmentStatus | null {
  const rule = table.find(
    (candidate) => candidate.move === move && candidate.by === side && candidate.from === appointment.status,
  )
  return rule && (rule.when?.(appointment, now) ?? true) ? rule.to : null
}

/** The moves `side` may make now: what the buttons show. */
export function movesOf(side: Side, appointment: Movable, now: Date): Move[] {
  const moves = new Set(table.filter((rule) => rule.by === side).map((rule) => rule.move))
  return [...moves].filter((move) => destination(move, side, appointment, now))
}

export function isBlocking(status: AppointmentStatus): boolean {
  return (blockingStatuses as readonly string[]).includes(status)
}

/** Where an appointment stands, in the words that messages know. The database derives it from the status. */
export { type BookingPhase as Phase, bookingPhases as phases } from '#/messaging/rules.ts'

/** Returns whether the provider accepted and nobody cancelled; decides what the provider can see. */
export function isAccepted(phase: BookingPhase): boolean {
  return phase === 'agreed' || phase === 'under_way' || phase === 'done'
}
