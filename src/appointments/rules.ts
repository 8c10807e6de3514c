import * as z from 'zod'
import { isBySlot, type Trade } from '#/booking/trades.ts'
import { HOUR, MINUTE } from '#/kernel/duration.ts'
import { dayBounds, dayOf, daysApart } from '#/kernel/time.ts'
import type { BookingPhase } from '#/messaging/rules.ts'
import { leavesTimeToAnswer, mostProposals } from './proposals.ts'

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

/** The statuses in which an appointment takes the provider's time. */
export const blockingStatuses = ['pending', 'confirmed'] as const satisfies AppointmentStatus[]

/** An owner's maximum unanswered requests with one provider, so that nobody fills a month alone. */
export const pendingLimit = 5

/**
 * An owner's maximum upcoming appointments with one provider, including confirmed ones: some trades confirm at once.
 */
export const upcomingLimit = 10

/** An owner's maximum unanswered requests with all providers together. */
export const unansweredLimit = 10

/** The same for an owner without a confirmed email address or phone number, since anyone can create such accounts. */
export const unconfirmedLimit = 1

/** The maximum for all such owners together with one provider: accounts cost nothing, but a calendar is finite. */
export const unconfirmedWithProviderLimit = 5

/** One person's maximum bookings within an hour, cancelled or not. */
export const bookingsAnHour = { max: 20, windowSeconds: 3600, slides: true } as const

/** Returns why a user can't send another request; null if they can. */
export function whyNoMoreRequests(waiting: {
  withProvider: number
  withAll: number
  /** Upcoming appointments with this provider, including confirmed ones. */
  upcomingWithProvider: number
  /** Open appointments with anyone to which no provider has agreed. */
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
  // The provider ends a stay before its last day, or takes that back; the owner agrees.
  | 'end_early'
  | 'resume_stay'
  | 'agree_early_end'
  | 'report_no_show'
  | 'expire'
  | 'reschedule'
  // The provider proposes another time; the owner takes it or keeps the booked one.
  | 'propose'
  | 'withdraw_proposal'
  | 'take_proposal'
  | 'refuse_proposal'
  | 'lapse_proposal'
  // The owner says that the provider didn't come, or that a no-show is wrong; the provider answers.
  | 'report_absence'
  | 'contest_no_show'
  | 'deny_absence'
  | 'concede_absence'
  | 'give_up'
  // The owner claims that a stay was ended early. The provider says that they agreed, and an administrator decides.
  | 'dispute_early_end'
  | 'uphold_claim'
  | 'dismiss_claim'
  // The payment arrived, or didn't arrive in time.
  | 'be_paid'
  | 'lapse'
  // The provider may not act, and the owner takes their money back.
  | 'take_refund'
  // The package that it was booked with was refunded in full.
  | 'lose_package'
  // An administrator corrects a wrong final state.
  | 'correct'

/** The facts about an appointment that its moves depend on. */
export type Movable = {
  trade: Trade
  status: AppointmentStatus
  startsAt: Date
  endsAt: Date
  timeZone: string
  /** Set for a stay. */
  nights: number | null
  rated: boolean
  /** True if it is paid here. */
  isPaidHere: boolean
  /** True while its payment is open. */
  awaitsPayment: boolean
  /** The number of times it was rescheduled. */
  reschedules: number
  /** The other time that its provider proposed, while that is open. */
  proposal: { lapsesAt: Date } | null
  /** The number of times its provider proposed another time. */
  proposals: number
  /** The deadline for an answer, if that is before its end. */
  answerBy: Date | null
  /** When the provider marked its beginning, in trades that do. */
  startedAt: Date | null
  /** When the provider marked its end, in trades that do; of a stay, only if that was before its last day. */
  stoppedAt: Date | null
  /** When the owner last said that the provider didn't come or left early, or contested the no-show. */
  absenceReportedAt: Date | null
  /** When the provider answered the claim. */
  absenceAnsweredAt: Date | null
  /** When the provider said that the owner agreed to the early end; the claim then waits for an administrator. */
  earlyEndDisputedAt: Date | null
  /** When the owner's absence was noted. */
  noShowAt: Date | null
  /** When it was completed: at its end, or later if the provider was suspended. */
  completedAt: Date | null
  /** When an administrator last corrected how it ended, which the provider can't undo. */
  correctedAt: Date | null
  /** The provider can't act, so nothing is held against the owner. */
  providerBarred: boolean
}

type When = (appointment: Movable, now: Date) => boolean
type Rule = { move: Move; by: Side; from: AppointmentStatus; to: AppointmentStatus; when?: When }

const hasStarted: When = ({ startsAt }, now) => startsAt <= now
const notStarted: When = ({ startsAt, startedAt }, now) => !startedAt && now < startsAt
const hasEnded: When = ({ endsAt }, now) => endsAt <= now
/** A visit that began early, as its card says, may also end before its booked start. A stay that was ended early waits for its owner. */
const mayBeDone: When = (appointment, now) =>
  appointment.nights === null
    ? hasStarted(appointment, now) || appointment.startedAt !== null
    : now >= doneFrom(appointment) && appointment.stoppedAt === null
const isBeforeLastDay: When = (appointment, now) => appointment.nights !== null && now < doneFrom(appointment)
const canEndEarly: When = (appointment, now) =>
  isBeforeLastDay(appointment, now) &&
  (hasStarted(appointment, now) || appointment.startedAt !== null) &&
  appointment.stoppedAt === null &&
  !isContested(appointment)
const isStayBegun: When = (appointment, now) =>
  appointment.nights !== null && (hasStarted(appointment, now) || appointment.startedAt !== null)
/** A stay that has begun is done on its last day instead, unless it was ended early or its owner says that nobody came. */
const canBeCancelledByProvider: When = (appointment, now) =>
  notEnded(appointment, now) &&
  (!isStayBegun(appointment, now) ||
    isBeforeLastDay(appointment, now) ||
    isContested(appointment) ||
    isEndedEarly(appointment))
const canGoOn: When = (appointment, now) => isEndedEarly(appointment) && notEnded(appointment, now)
/** The clock completes a stay at its end, so an earlier completion is the owner's agreement. */
const hasAgreedToEnd = ({ nights, stoppedAt, completedAt, endsAt }: Movable) =>
  nights !== null && stoppedAt !== null && completedAt !== null && completedAt < endsAt
const notEnded: When = ({ endsAt }, now) => now < endsAt
const canBeAnswered: When = (appointment, now) => now < lapseOf(appointment)
const isPaidHere: When = (appointment) => appointment.isPaidHere
// An online appointment is confirmed by its payment instead, since its slot is reserved for that.
const canBeAccepted: When = (appointment, now) => !appointment.isPaidHere && canBeAnswered(appointment, now)
const tookPlace: When = (appointment, now) => !appointment.isPaidHere && mayBeDone(appointment, now)
const hasLapsed: When = (appointment, now) => lapseOf(appointment) <= now
/** Leaves an unpaid appointment to `be_paid` and `lapse`: its payment would never be closed otherwise. */
const unlessUnpaid =
  (when: When): When =>
  (appointment, now) =>
    !appointment.awaitsPayment && when(appointment, now)
const waitedForOwner: When = ({ startsAt, startedAt, stoppedAt }, now) =>
  !startedAt && !stoppedAt && startsAt.getTime() + 15 * MINUTE <= now.getTime()
const canBeCorrected: When = ({ endsAt, rated }, now) =>
  !rated && now.getTime() <= endsAt.getTime() + 48 * HOUR

// A no-show doesn't answer the owner's claim, before or after another answer: it would take away their contest and
// rating.
const waitedUncontested: When = (appointment, now) =>
  !appointment.absenceReportedAt && waitedForOwner(appointment, now)
// A visit can be marked as done before its end, but that doesn't shorten the 15 minutes.
const wasMistaken: When = (appointment, now) =>
  !appointment.correctedAt && waitedUncontested(appointment, now) && canBeCorrected(appointment, now)

/** An owner may reschedule an appointment this often, and this long before it begins. */
export const mostReschedules = 2
export const rescheduleHours = 24
/** Hours in which an owner can say that the provider didn't come, or contest a no-show. */
export const claimHours = 24
/** Hours in which a provider can answer that they did come. */
export const absenceAnswerHours = 24

// A sitter agrees to each time: an unanswered request is cancelled and sent again, and a stay has more days than one.
const canBeMoved: When = ({ trade, status, nights, startsAt, startedAt, reschedules, providerBarred }, now) =>
  (isBySlot(trade) || (status === 'confirmed' && nights === null && startedAt === null)) &&
  !providerBarred &&
  reschedules < mostReschedules &&
  now.getTime() <= startsAt.getTime() - rescheduleHours * HOUR
const canBeProposed: When = ({ trade, startsAt, proposal, proposals, providerBarred }, now) =>
  isBySlot(trade) &&
  !providerBarred &&
  proposal === null &&
  proposals < mostProposals &&
  leavesTimeToAnswer(startsAt, now)
const hasProposal: When = ({ proposal }) => proposal !== null
const isProposalOpen: When = ({ proposal }, now) => proposal !== null && now < proposal.lapsesAt
const isProposalOver: When = ({ proposal }, now) => proposal !== null && proposal.lapsesAt <= now
const canBeTaken: When = (appointment, now) => !appointment.providerBarred && isProposalOpen(appointment, now)
// Its provider proposed the time, so they have agreed to it.
const isAgreedByTaking: When = (appointment, now) => !appointment.isPaidHere && canBeTaken(appointment, now)
// A visit that was stopped early can't be cancelled any more, so its owner may claim at once.
const canBeMissed: When = (appointment, now) =>
  wasCutShort(appointment)
    ? canBeClaimed(appointment, now) || leftAfterClaim(appointment, now)
    : appointment.startsAt.getTime() + 15 * MINUTE <= now.getTime() && canBeClaimed(appointment, now)
const isClaimable: When = (appointment, now) =>
  !appointment.rated && !hasAgreedToEnd(appointment) && now < claimUntil(appointment)
// One claim that nobody came, whether reported or contested.
const canBeClaimed: When = (appointment, now) =>
  !appointment.absenceReportedAt && isClaimable(appointment, now)
// One more that they left early, if they came after the first: "I was there" doesn't answer it.
const leftAfterClaim: When = (appointment, now) =>
  appointment.absenceAnsweredAt !== null &&
  appointment.absenceReportedAt! < appointment.stoppedAt! &&
  !appointment.correctedAt &&
  isClaimable(appointment, now)
const canBeConceded: When = (appointment) => isContested(appointment)
// The provider noted the early end themselves, so "I was there" is no answer to it.
const canBeDenied: When = (appointment) => isContested(appointment) && !isEarlyEndClaim(appointment)
const canBeDisputed: When = (appointment) =>
  isContested(appointment) && isEarlyEndClaim(appointment) && appointment.earlyEndDisputedAt === null
const isForSupport: When = (appointment) =>
  isContested(appointment) && appointment.earlyEndDisputedAt !== null
const canBeDeniedMidStay: When = (appointment, now) =>
  canBeDenied(appointment, now) && isBeforeLastDay(appointment, now)
const canBeDeniedAndDone: When = (appointment, now) =>
  canBeDenied(appointment, now) && !isBeforeLastDay(appointment, now)
const wasGivenUp: When = (appointment, now) =>
  isContested(appointment) &&
  appointment.earlyEndDisputedAt === null &&
  appointment.absenceReportedAt!.getTime() + absenceAnswerHours * HOUR <= now.getTime()
// A claim about an early end returns what is due.
const isProviderBarred: When = (appointment) =>
  appointment.providerBarred && !(isContested(appointment) && isEarlyEndClaim(appointment))
const hasEndedUncontested: When = (appointment, now) =>
  !isContested(appointment) && hasEnded(appointment, now)

// Ratings and open claims depend on the state, so it can't be corrected under them.
const isSettled: When = (appointment) => !appointment.rated && !isContested(appointment)
const mayHaveHappened: When = (appointment, now) =>
  !appointment.rated && !appointment.awaitsPayment && hasEnded(appointment, now)

/** All legal moves of an appointment, with who may make them and when. Server and buttons both read this table. */
const table: readonly Rule[] = [
  { move: 'accept', by: 'provider', from: 'pending', to: 'confirmed', when: canBeAccepted },
  { move: 'decline', by: 'provider', from: 'pending', to: 'declined', when: canBeAnswered },
  { move: 'cancel', by: 'owner', from: 'pending', to: 'cancelled', when: notEnded },
  { move: 'cancel', by: 'owner', from: 'confirmed', to: 'cancelled', when: notStarted },
  { move: 'cancel', by: 'provider', from: 'confirmed', to: 'cancelled', when: canBeCancelledByProvider },
  // The visit took place although the request was never answered.
  { move: 'complete', by: 'provider', from: 'pending', to: 'completed', when: tookPlace },
  { move: 'complete', by: 'provider', from: 'confirmed', to: 'completed', when: unlessUnpaid(mayBeDone) },
  // Its places stay taken until the owner agrees, or until its end.
  { move: 'end_early', by: 'provider', from: 'confirmed', to: 'confirmed', when: unlessUnpaid(canEndEarly) },
  { move: 'resume_stay', by: 'provider', from: 'confirmed', to: 'confirmed', when: canGoOn },
  {
    move: 'agree_early_end',
    by: 'owner',
    from: 'confirmed',
    to: 'completed',
    when: unlessUnpaid(isEndedEarly),
  },
  {
    move: 'complete',
    by: 'system',
    from: 'confirmed',
    to: 'completed',
    when: unlessUnpaid(hasEndedUncontested),
  },
  {
    move: 'report_no_show',
    by: 'provider',
    from: 'confirmed',
    to: 'no_show',
    when: unlessUnpaid(waitedUncontested),
  },
  { move: 'report_no_show', by: 'provider', from: 'completed', to: 'no_show', when: wasMistaken },
  { move: 'take_refund', by: 'owner', from: 'pending', to: 'cancelled', when: isProviderBarred },
  { move: 'take_refund', by: 'owner', from: 'confirmed', to: 'cancelled', when: isProviderBarred },
  { move: 'reschedule', by: 'owner', from: 'pending', to: 'pending', when: canBeMoved },
  { move: 'reschedule', by: 'owner', from: 'confirmed', to: 'confirmed', when: canBeMoved },
  { move: 'propose', by: 'provider', from: 'pending', to: 'pending', when: canBeProposed },
  { move: 'propose', by: 'provider', from: 'confirmed', to: 'confirmed', when: canBeProposed },
  { move: 'withdraw_proposal', by: 'provider', from: 'pending', to: 'pending', when: hasProposal },
  { move: 'withdraw_proposal', by: 'provider', from: 'confirmed', to: 'confirmed', when: hasProposal },
  { move: 'take_proposal', by: 'owner', from: 'pending', to: 'confirmed', when: isAgreedByTaking },
  { move: 'take_proposal', by: 'owner', from: 'pending', to: 'pending', when: canBeTaken },
  { move: 'take_proposal', by: 'owner', from: 'confirmed', to: 'confirmed', when: canBeTaken },
  { move: 'refuse_proposal', by: 'owner', from: 'pending', to: 'pending', when: isProposalOpen },
  { move: 'refuse_proposal', by: 'owner', from: 'confirmed', to: 'confirmed', when: isProposalOpen },
  { move: 'lapse_proposal', by: 'system', from: 'pending', to: 'pending', when: isProposalOver },
  { move: 'lapse_proposal', by: 'system', from: 'confirmed', to: 'confirmed', when: isProposalOver },
  { move: 'report_absence', by: 'owner', from: 'confirmed', to: 'confirmed', when: canBeMissed },
  // The clock completes appointments that nobody contests, even one of ten minutes, so a claim is still possible
  // afterwards.
  { move: 'report_absence', by: 'owner', from: 'completed', to: 'completed', when: canBeMissed },
  { move: 'contest_no_show', by: 'owner', from: 'no_show', to: 'no_show', when: canBeClaimed },
  { move: 'deny_absence', by: 'provider', from: 'confirmed', to: 'completed', when: canBeDeniedAndDone },
  { move: 'deny_absence', by: 'provider', from: 'confirmed', to: 'confirmed', when: canBeDeniedMidStay },
  { move: 'deny_absence', by: 'provider', from: 'completed', to: 'completed', when: canBeDenied },
  { move: 'deny_absence', by: 'provider', from: 'no_show', to: 'no_show', when: canBeDenied },
  { move: 'concede_absence', by: 'provider', from: 'confirmed', to: 'cancelled', when: canBeConceded },
  { move: 'concede_absence', by: 'provider', from: 'completed', to: 'cancelled', when: canBeConceded },
  { move: 'concede_absence', by: 'provider', from: 'no_show', to: 'cancelled', when: canBeConceded },
  { move: 'dispute_early_end', by: 'provider', from: 'confirmed', to: 'confirmed', when: canBeDisputed },
  { move: 'dispute_early_end', by: 'provider', from: 'completed', to: 'completed', when: canBeDisputed },
  { move: 'uphold_claim', by: 'admin', from: 'confirmed', to: 'cancelled', when: isForSupport },
  { move: 'uphold_claim', by: 'admin', from: 'completed', to: 'cancelled', when: isForSupport },
  { move: 'dismiss_claim', by: 'admin', from: 'confirmed', to: 'completed', when: isForSupport },
  { move: 'dismiss_claim', by: 'admin', from: 'completed', to: 'completed', when: isForSupport },
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
  { move: 'lose_package', by: 'system', from: 'pending', to: 'cancelled', when: notStarted },
  { move: 'lose_package', by: 'system', from: 'confirmed', to: 'cancelled', when: notStarted },
  { move: 'correct', by: 'admin', from: 'completed', to: 'no_show', when: isSettled },
  { move: 'correct', by: 'admin', from: 'no_show', to: 'completed', when: isSettled },
  { move: 'correct', by: 'admin', from: 'cancelled', to: 'completed', when: mayHaveHappened },
  { move: 'correct', by: 'admin', from: 'expired', to: 'completed', when: mayHaveHappened },
]

/** Returns when an unanswered request expires; the sweep ends it then. */
function lapseOf({ answerBy: by, endsAt }: Pick<Movable, 'answerBy' | 'endsAt'>): Date {
  return by ?? endsAt
}

/**
 * Returns the end of the time for an owner's claim that the provider didn't come: a day after the end, and after
 * anything noted since.
 */
export function claimUntil({
  endsAt,
  noShowAt,
  completedAt,
  correctedAt,
}: Pick<Movable, 'endsAt' | 'noShowAt' | 'completedAt' | 'correctedAt'>): Date {
  const noted = [noShowAt, completedAt, correctedAt].map((at) => at?.getTime() ?? 0)
  const last = Math.max(endsAt.getTime(), ...noted)
  return new Date(last + claimHours * HOUR)
}

/** Returns from when the provider may mark an appointment as done: its start, or a stay's last day. */
export function doneFrom({
  startsAt,
  endsAt,
  nights,
  timeZone,
}: Pick<Movable, 'startsAt' | 'endsAt' | 'nights' | 'timeZone'>): Date {
  if (nights === null) return startsAt
  // A stay that ends at midnight doesn't include the day that begins then.
  const lastDay = dayBounds(dayOf(new Date(endsAt.getTime() - 1), timeZone), timeZone).startsAt
  return lastDay > startsAt ? lastDay : startsAt
}

export type Stopped = Pick<Movable, 'startsAt' | 'endsAt' | 'nights' | 'timeZone' | 'startedAt' | 'stoppedAt'>

/** Tells whether a visit was stopped before half of the agreed time had passed, or a stay before its last day. */
export function wasCutShort(visit: Stopped): boolean {
  const { startsAt, endsAt, nights, startedAt, stoppedAt } = visit
  if (stoppedAt === null) return false
  if (nights !== null) return stoppedAt < doneFrom(visit)
  const from = startedAt && startedAt < startsAt ? startedAt : startsAt
  return stoppedAt.getTime() - from.getTime() < (endsAt.getTime() - startsAt.getTime()) / 2
}

/** Tells whether an open stay was ended early by its provider, whatever its owner says. */
export const hasEndedEarly = ({
  status,
  nights,
  stoppedAt,
}: Pick<Movable, 'status' | 'nights' | 'stoppedAt'>) =>
  status === 'confirmed' && nights !== null && stoppedAt !== null

/**
 * Tells whether a provider who cancels now ends a stay early: the nights left are refunded and the others paid. With an open claim that they
 * didn't come, cancelling agrees with it, and everything is refunded.
 */
export const cancelEndsStay = (appointment: Movable, now: Date): boolean =>
  appointment.status === 'confirmed' && !appointment.awaitsPayment && canEndEarly(appointment, now)

/** Tells whether a stay that its provider ended early waits for its owner. */
export function isEndedEarly(
  appointment: Pick<Movable, 'status' | 'nights' | 'stoppedAt' | 'absenceReportedAt' | 'absenceAnsweredAt'>,
): boolean {
  return hasEndedEarly(appointment) && !isContested(appointment)
}

type StayClaim = Pick<Movable, 'nights' | 'stoppedAt' | 'absenceReportedAt'>

/** Tells whether the owner's claim is about a stay that its provider ended early. It's settled by nights. */
export function isEarlyEndClaim({ nights, stoppedAt, absenceReportedAt }: StayClaim): boolean {
  return nights !== null && stoppedAt !== null && absenceReportedAt !== null && absenceReportedAt >= stoppedAt
}

/** Returns the nights of a stay after the day on which its provider ended it, on their calendar. */
export function nightsLeft({
  startsAt,
  stoppedAt,
  nights,
  timeZone,
}: Pick<Movable, 'startsAt' | 'stoppedAt' | 'nights' | 'timeZone'>): number {
  const stayed = daysApart(dayOf(startsAt, timeZone), dayOf(stoppedAt!, timeZone))
  return nights! - Math.min(nights!, Math.max(0, stayed))
}

/** Tells whether the owner's claim waits for an answer; until then nobody is paid. */
export function isContested({
  absenceReportedAt,
  absenceAnsweredAt,
}: Pick<Movable, 'absenceReportedAt' | 'absenceAnsweredAt'>): boolean {
  return absenceReportedAt !== null && absenceAnsweredAt === null
}

/** Returns the deadline for answering a request; null if nobody has to answer. */
export function answerBy(
  appointment: Pick<Movable, 'status' | 'answerBy' | 'endsAt' | 'isPaidHere'>,
): Date | null {
  return appointment.status === 'pending' && !appointment.isPaidHere ? lapseOf(appointment) : null
}

/**
 * Returns why a visit in progress can't be cancelled, why one side's claim rules out the other's, or why no time can be
 * proposed or taken; null for any other reason.
 */
export function whyNoMove(
  move: Move,
  appointment: Movable,
  now: Date,
):
  | 'appointments.under_way'
  | 'appointments.absence_claimed'
  | 'appointments.no_show_noted'
  | 'appointments.not_last_day'
  | 'appointments.proposal_open'
  | 'appointments.too_many_proposals'
  | 'appointments.proposal_over'
  | null {
  const proposing = whyNoProposal(move, appointment)
  if (proposing) return proposing
  const { status, startedAt, absenceReportedAt } = appointment
  if (move === 'complete' && status === 'confirmed' && isBeforeLastDay(appointment, now))
    return hasStarted(appointment, now) ? 'appointments.not_last_day' : null
  if (move === 'cancel' && status === 'confirmed' && startedAt) return 'appointments.under_way'
  if (move === 'report_no_show' && absenceReportedAt && (status === 'confirmed' || status === 'completed'))
    return 'appointments.absence_claimed'
  return move === 'report_absence' && !absenceReportedAt && status === 'no_show'
    ? 'appointments.no_show_noted'
    : null
}

function whyNoProposal(move: Move, { status, proposal, proposals }: Movable) {
  if (!isBlocking(status)) return null
  if (move === 'propose') {
    if (proposal) return 'appointments.proposal_open'
    return proposals < mostProposals ? null : 'appointments.too_many_proposals'
  }
  return move === 'take_proposal' || move === 'refuse_proposal' ? 'appointments.proposal_over' : null
}

/** Returns the status that `move` leads to if `side` makes it now; null if it isn't allowed. */
export function destination(
  move: Move,
  side: Side,
  appointment: Movable,
  now: Date,
): AppointmentStatus | null {
  const rule = table.find(
    (candidate) =>
      candidate.move === move &&
      candidate.by === side &&
      candidate.from === appointment.status &&
      (candidate.when?.(appointment, now) ?? true),
  )
  return rule?.to ?? null
}

/** Lists the moves that `side` may make now, for the buttons. */
export function movesOf(side: Side, appointment: Movable, now: Date): Move[] {
  const moves = new Set(table.filter((rule) => rule.by === side).map((rule) => rule.move))
  return [...moves].filter((move) => destination(move, side, appointment, now))
}

export function isBlocking(status: AppointmentStatus): boolean {
  return (blockingStatuses as readonly string[]).includes(status)
}

/** The state of an appointment in the terms of messages. The database derives it from the status. */
export { type BookingPhase as Phase, bookingPhases as phases } from '#/messaging/rules.ts'

export const acceptedPhases = ['agreed', 'under_way', 'done'] as const satisfies BookingPhase[]

/** Tells whether the provider accepted and nobody cancelled; decides what the provider can see. */
export function isAccepted(phase: BookingPhase): boolean {
  return (acceptedPhases as readonly string[]).includes(phase)
}
