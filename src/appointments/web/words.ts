import {
  andGiveBack,
  hasMoney,
  isAboutEarlyEnd,
  isAboutLeaving,
  type Money,
  missedText,
  nightsRefundText,
} from '#/appointments/claim-words.ts'
import type {
  Appointment,
  ContactMethod,
  ListedAppointment,
  ListedVisit,
  Visit,
} from '#/appointments/contract.ts'
import {
  type AppointmentStatus,
  absenceAnswerHours,
  answerBy,
  claimUntil,
  isBlocking,
  isContested,
  isEndedEarly,
} from '#/appointments/rules.ts'
import { isWithdrawn } from '#/appointments/withdrawn.ts'
import { HOUR } from '#/kernel/duration.ts'
import { formatMoney } from '#/kernel/money.ts'
import { clockOf, dayOf, formatDayFrom, formatInstant, minuteOf } from '#/kernel/time.ts'

export const loadFailedText = 'Failed to load appointments. Please try again.'
export const cancelFailedText = 'Failed to cancel appointment. Please try again.'

export const statusText: Readonly<Record<AppointmentStatus, string>> = {
  pending: 'Pending',
  confirmed: 'Confirmed',
  completed: 'Completed',
  cancelled: 'Cancelled',
  declined: 'Declined',
  expired: 'Expired',
  no_show: 'No-show',
}

/** Says whether the owner left out one day of a weekly repeat that goes on. */
export const isSkipped = ({
  status,
  cancelledBy,
  series,
}: Pick<Appointment, 'status' | 'cancelledBy' | 'series'>) =>
  status === 'cancelled' && cancelledBy === 'owner' && series?.repeats === true && !series.hasEnded

type Costing = Pick<Appointment, 'status' | 'price' | 'payment' | 'timeZone' | 'isOnline' | 'noun'> & {
  priceIsEstimate?: boolean
  answerBy?: Date | null
  package?: Appointment['package']
  isOneOfSeveral?: boolean
  nights?: number | null
}

/**
 * Says what it costs and no more than we know: the state of a payment made here; otherwise the provider takes
 * the money, and nothing for an appointment that didn't take place.
 */
export function feeText(appointment: Costing): string | null {
  const { status, price, payment, isOnline, noun, priceIsEstimate, package: bought } = appointment
  if (bought)
    return `${bought.isBack && !bought.isOver && !bought.isExpired ? 'Back in the package' : 'From the package'} “${bought.title}”`
  if (payment) return paidText(appointment, payment)
  if (!price) return null
  if (price.amount === 0) return 'Free'
  if (isOnline) return null
  const money = priceIsEstimate ? `About ${formatMoney(price)} (estimate)` : formatMoney(price)
  if (status === 'pending' && appointment.answerBy) return `${money}${perText(appointment)} (estimate)`
  if (isBlocking(status)) return `${money}, to pay at the ${noun}`
  if (status !== 'completed') return null
  return priceIsEstimate ? money : `${money} fee`
}

const perText = ({ isOneOfSeveral, nights }: Costing) =>
  isOneOfSeveral ? ' each' : nights ? ` for ${nights} ${nights === 1 ? 'night' : 'nights'}` : ''

/** Says in a row what it costs, and what became of the money. */
export function rowFeeText({ price, payment }: Pick<Costing, 'price' | 'payment'>): string | null {
  if (!payment) return price && price.amount > 0 ? formatMoney(price) : null
  const money = formatMoney(payment.amount)
  const became = payment.isDisputed ? 'disputed' : becameOf[payment.status]
  return became ? `${money}, ${became}` : money
}

const becameOf: Partial<Record<NonNullable<Appointment['payment']>['status'], string>> = {
  completed: 'paid',
  failed: 'payment failed',
  refunded: 'refunded',
  partially_refunded: 'partly refunded',
}

function paidText(
  { status, timeZone }: Costing,
  payment: NonNullable<Appointment['payment']>,
): string | null {
  const money = formatMoney(payment.amount)
  if (payment.isDisputed) return `${money}, disputed`
  switch (payment.status) {
    case 'completed':
      return payment.refunded > 0 ? `${money}, refund on its way` : `${money}, paid`
    case 'refunded':
      return `${money}, refunded`
    case 'partially_refunded':
      return `${money}, ${formatMoney({ ...payment.amount, amount: payment.refunded })} refunded`
  }
  if (!isBlocking(status)) return null
  if (payment.status === 'pending') return `${money}, waiting for the bank`
  if (payment.status === 'failed') return `${money}, payment failed: pay by ${at(payment.payBy, timeZone)}`
  return payment.chargeAt
    ? `${money}, charged automatically ${at(payment.chargeAt, timeZone)}`
    : `${money}, pay by ${at(payment.payBy, timeZone)}`
}

const at = (instant: Date | null, timeZone: string) =>
  instant ? formatInstant(instant, timeZone) : 'its start'

/** Returns 'Answer by Today, 10:30' in the appointment's time zone, or null if nobody waits for an answer. */
export function answerByText(
  visit: Pick<Visit, 'status' | 'answerBy' | 'endsAt' | 'timeZone' | 'isPaidHere'>,
  now: Date,
): string | null {
  const by = answerBy(visit)
  return by && `Answer by ${soon(by, visit.timeZone, now)}`
}

/** Says that the provider proposed another time, and until when the owner can answer; null otherwise. */
export function proposalLine(
  { status, proposal }: Pick<Appointment, 'status' | 'proposal'>,
  now: Date,
): string | null {
  if (!proposal || !isBlocking(status) || proposal.lapsesAt <= now) return null
  return answerLine(proposal.lapsesAt, proposal.timeZone, now)
}

/** Returns until when an owner can answer another time. */
export const answerLine = (until: Date, timeZone: string, now: Date): string =>
  `Another time proposed: answer by ${soon(until, timeZone, now)}`

/** Returns 'Leela answers by Today, 10:30' where the trade says how long an owner waits; null otherwise. */
export function answeredByText(
  {
    status,
    answerBy: by,
    timeZone,
    provider: { name },
  }: Pick<Appointment, 'status' | 'answerBy' | 'timeZone' | 'provider'>,
  now: Date,
): string | null {
  return by && status === 'pending' ? `${name} answers by ${soon(by, timeZone, now)}` : null
}

/** Returns 'Today, 10:30' or another day with its time. */
export function soon(at: Date, timeZone: string, now: Date): string {
  const day = formatDayFrom(dayOf(now, timeZone), dayOf(at, timeZone))
  return `${day}, ${clockOf(minuteOf(at, timeZone))}`
}

const list = new Intl.ListFormat('en')

/** Returns 'Bruno' or 'Bruno and Milo', or null without pets. */
export const petNames = (pets: readonly { name: string }[]): string | null =>
  pets.length > 0 ? list.format(pets.map(({ name }) => name)) : null

/** Returns what the provider does, unless that is a list or the title says it already. */
export function aboutProvider({
  title,
  provider: { specialities },
}: Pick<Appointment, 'title'> & { provider: Pick<Appointment['provider'], 'specialities'> }): string | null {
  const [only, ...others] = specialities
  return only === undefined || others.length > 0 || title.startsWith(only) || only.startsWith(title)
    ? null
    : only
}

/** Returns 'and 6 more days' for a row that stands for its series; null otherwise. */
export function moreDaysText({ others }: Pick<ListedAppointment, 'others'> | Pick<ListedVisit, 'others'>) {
  return others && `and ${others.count} more ${others.count === 1 ? 'day' : 'days'}`
}

type Ended = Pick<Appointment, 'status' | 'cancelledBy' | 'closingReason' | 'providerNoun'>

/** Says how it ended, for the owner; null if the status says it all. */
export function endForOwner(
  appointment: Ended & Pick<Appointment, 'provider' | 'noun' | 'isPaidHere'>,
): string | null {
  const { status, cancelledBy, noun, isPaidHere, provider, providerNoun } = appointment
  const { name } = provider
  if (isWithdrawn(appointment)) return `Another ${providerNoun} accepted first, so we withdrew this request.`
  if (status === 'cancelled') return whoCancelled(cancelledBy, { owner: 'You', provider: name })
  if (status === 'declined') return `${name} couldn’t take this ${noun}.`
  if (status === 'expired') return isPaidHere ? 'It wasn’t paid in time.' : `${name} didn’t answer in time.`
  // The provider noted it, or Support did: the history says who.
  if (status === 'no_show') return 'It was marked as a no-show.'
  return null
}

/** Returns what the owner did at a no-show, to follow their name. */
export const noShowText = ({ address }: Pick<Visit, 'address'>) =>
  address === null ? 'didn’t come' : 'wasn’t there'

export function endForProvider(
  visit: Ended & Pick<Visit, 'owner' | 'isPaidHere' | 'address'>,
): string | null {
  const { status, cancelledBy, owner, isPaidHere, providerNoun } = visit
  if (isWithdrawn(visit)) return `Another ${providerNoun} accepted this request first.`
  if (status === 'cancelled') return whoCancelled(cancelledBy, { owner: owner.name, provider: 'You' })
  if (status === 'declined') return 'You declined this request.'
  if (status === 'expired')
    return isPaidHere ? 'It wasn’t paid in time.' : 'This request expired without an answer.'
  if (status === 'no_show') return `It was marked as a no-show: ${owner.name} ${noShowText(visit)}.`
  return null
}

function whoCancelled(by: Appointment['cancelledBy'], names: { owner: string; provider: string }): string {
  if (by === 'owner' || by === 'provider') return `${names[by]} cancelled this appointment.`
  return 'This appointment was cancelled.'
}

type Claimed = Pick<
  Appointment,
  | 'status'
  | 'absenceReportedAt'
  | 'absenceAnsweredAt'
  | 'earlyEndDisputedAt'
  | 'startsAt'
  | 'endsAt'
  | 'nights'
  | 'startedAt'
  | 'stoppedAt'
  | 'noShowAt'
  | 'completedAt'
  | 'correctedAt'
  | 'timeZone'
> &
  Money

const answerUntil = ({ absenceReportedAt, timeZone }: Claimed): string =>
  formatInstant(new Date(absenceReportedAt!.getTime() + absenceAnswerHours * HOUR), timeZone)

/** Says what came of the owner's claim, or until when a no-show can be contested; null otherwise. */
export function claimForOwner(
  appointment: Claimed & Pick<Appointment, 'provider' | 'providerNoun'>,
  mayContest: boolean,
): string | null {
  const { status, absenceReportedAt, timeZone, provider, providerNoun } = appointment
  const { name } = provider
  if (mayContest)
    return `If that’s wrong, contest it by ${formatInstant(claimUntil(appointment), timeZone)}.${hasMoney(appointment) ? ` The ${providerNoun} isn’t paid before then.` : ''}`
  if (!absenceReportedAt || status === 'cancelled') return null
  const said =
    status === 'no_show'
      ? 'You said this no-show is wrong.'
      : `You reported that ${name} ${missedText(appointment, absenceReportedAt)}.`
  if (appointment.earlyEndDisputedAt)
    return isContested(appointment)
      ? `${said} They say that you agreed to it or asked for it. Support will decide${hasMoney(appointment) ? '; nobody is paid until then' : ''}.`
      : `${said} Support decided that you had agreed to it.`
  return isContested(appointment)
    ? `${said} We asked ${name}. If they don’t reply by ${answerUntil(appointment)}, we’ll cancel the appointment${andGiveBack(appointment, 'owner', absenceReportedAt)}.`
    : `${said} They say that they were there. If you disagree, write to us under Help & Support.`
}

/** Describes a claim that waits for the provider's answer; null otherwise. */
export function claimForProvider(visit: Claimed & Pick<Visit, 'owner'>): string | null {
  const { status } = visit
  if (!isContested(visit) || status === 'cancelled') return null
  const said =
    status === 'no_show'
      ? `${visit.owner.name} says this no-show is wrong.`
      : `${visit.owner.name} says that you ${missedText(visit, visit.absenceReportedAt!)}.`
  const claimedAt = visit.absenceReportedAt!
  if (visit.earlyEndDisputedAt)
    return `${said} You answered that they agreed to it or asked for it. Support will decide.${hasMoney(visit) ? ' Until then the payment is on hold.' : ''}`
  const answer = isAboutEarlyEnd(visit, claimedAt)
    ? 'they agreed to it or asked for it'
    : isAboutLeaving(visit, claimedAt)
      ? 'you did as agreed'
      : 'you were there'
  return `${said} If ${answer}, say so by ${answerUntil(visit)}; otherwise we’ll cancel the appointment${andGiveBack(visit, 'provider', claimedAt)}.${hasMoney(visit) ? ' Until then the payment is on hold.' : ''}`
}

type EndedEarly = Claimed & Pick<Appointment, 'noun'>

/** Asks the owner whether a stay that the provider ended early may end; null if it wasn't. */
export function earlyEndForOwner(appointment: EndedEarly & Pick<Appointment, 'provider'>): string | null {
  if (!isEndedEarly(appointment)) return null
  const { timeZone, provider, noun, stoppedAt, endsAt } = appointment
  const { payment } = appointment
  const back = payment ? `, to get back ${nightsRefundText(payment, appointment)}` : ''
  const otherwise = ` If you don’t agree, report that they left early${back}.`
  return `${provider.name} ended this ${noun} on ${formatInstant(stoppedAt!, timeZone)}, although it’s booked until ${formatInstant(endsAt, timeZone)}. Do you agree?${otherwise}`
}

/** Says what an early end waits for; null if there is none. */
export function earlyEndForProvider(visit: EndedEarly & Pick<Visit, 'owner'>): string | null {
  if (!isEndedEarly(visit)) return null
  const { timeZone, owner, noun, stoppedAt, endsAt } = visit
  return `You ended this ${noun} on ${formatInstant(stoppedAt!, timeZone)}. Its places stay taken until ${owner.name} agrees, or until ${formatInstant(endsAt, timeZone)}.`
}

export const contactNames: Readonly<Record<ContactMethod, string>> = {
  whatsapp: 'WhatsApp',
  zoom: 'Zoom Meeting',
  google_meet: 'Google Meet',
}

/** Returns 'WhatsApp, +91 98123 45678'. */
export function contactText({
  contactMethod,
  contactLink,
}: Pick<Appointment, 'contactMethod' | 'contactLink'>): string | null {
  if (!contactMethod) return null
  const name = contactNames[contactMethod]
  return contactLink ? `${name}, ${contactLink}` : name
}
