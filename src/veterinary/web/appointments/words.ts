import {
  type AppointmentStatus,
  absenceAnswerHours,
  answerBy,
  claimUntil,
  isBlocking,
  isContested,
} from '#/booking/rules.ts'
import { formatMoney } from '#/kernel/money.ts'
import { clockOf, dayOf, formatDayFrom, formatInstant, minuteOf } from '#/kernel/time.ts'
import type { Appointment, Visit } from '#/veterinary/contract.ts'
import { doctorName } from '../../names.ts'

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

type Costing = Pick<Appointment, 'status' | 'consultationFee' | 'payment' | 'timeZone' | 'appointmentType'>

/**
 * What it costs, without saying more than is known: what is paid here says how far it is; in person the clinic takes the
 * money, and nothing for what did not happen.
 */
export function feeText(appointment: Costing): string | null {
  const { status, consultationFee, payment, appointmentType } = appointment
  if (payment) return paidText(appointment, payment)
  if (!consultationFee) return null
  if (appointmentType === 'teleconsultation') return consultationFee.amount === 0 ? 'Free' : null
  if (isBlocking(status)) return `${formatMoney(consultationFee)}, to pay at the clinic`
  return status === 'completed' ? `${formatMoney(consultationFee)} consultation fee` : null
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
  if (status !== 'pending') return null
  if (payment.status === 'pending') return `${money}, waiting for the bank`
  if (payment.status === 'failed') return `${money}, payment failed: pay by ${at(payment.payBy, timeZone)}`
  return payment.chargeAt
    ? `${money}, charged automatically ${at(payment.chargeAt, timeZone)}`
    : `${money}, pay by ${at(payment.payBy, timeZone)}`
}

const at = (instant: Date | null, timeZone: string) =>
  instant ? formatInstant(instant, timeZone) : 'its start'

/** 'Answer by Today, 10:30', on the clocks of the visit's place; null for what waits for no answer. */
export function answerByText(
  visit: Pick<Visit, 'status' | 'endsAt' | 'timeZone' | 'awaitsPayment'>,
  now: Date,
): string | null {
  const by = answerBy(visit)
  if (!by) return null
  const { timeZone } = visit
  const day = formatDayFrom(dayOf(now, timeZone), dayOf(by, timeZone))
  return `Answer by ${day}, ${clockOf(minuteOf(by, timeZone))}`
}

type Ended = Pick<Appointment, 'status' | 'cancelledBy'>

/** How it came to its end, for the owner; null where the status says it all. */
export function endForOwner({
  status,
  cancelledBy,
  vet,
  payment,
}: Ended & Pick<Appointment, 'vet' | 'payment'>): string | null {
  const doctor = doctorName(vet.fullName)
  if (status === 'cancelled') return whoCancelled(cancelledBy, { owner: 'You', provider: doctor })
  if (status === 'declined') return `${doctor} could not take this visit.`
  if (status === 'expired') return payment ? 'It was not paid in time.' : `${doctor} did not answer in time.`
  // By the vet or, corrected, by Support: the history says who.
  if (status === 'no_show') return 'It was noted that nobody came.'
  return null
}

export function endForVet({
  status,
  cancelledBy,
  owner,
  payment,
}: Ended & Pick<Visit, 'owner' | 'payment'>): string | null {
  if (status === 'cancelled') return whoCancelled(cancelledBy, { owner: owner.name, provider: 'You' })
  if (status === 'declined') return 'You declined this request.'
  if (status === 'expired')
    return payment ? 'It was not paid in time.' : 'This request ended without an answer.'
  if (status === 'no_show') return `It was noted that ${owner.name} did not come.`
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
  | 'endsAt'
  | 'noShowAt'
  | 'completedAt'
  | 'correctedAt'
  | 'timeZone'
> & { payment: unknown }

/** When a claim that the vet has not answered ends in a refund. */
const answerUntil = ({ absenceReportedAt, timeZone }: Claimed): string =>
  formatInstant(new Date(absenceReportedAt!.getTime() + absenceAnswerHours * 3_600_000), timeZone)

/** What the owner's claim has come to, or until when a no-show can be contested; null where there is nothing to say. */
export function claimForOwner(
  appointment: Claimed & Pick<Appointment, 'vet'>,
  mayContest: boolean,
): string | null {
  const { status, absenceReportedAt, payment, timeZone } = appointment
  const doctor = doctorName(appointment.vet.fullName)
  if (mayContest)
    return `If that’s wrong, contest it by ${formatInstant(claimUntil(appointment), timeZone)}.${payment ? ' The vet isn’t paid before then.' : ''}`
  if (!absenceReportedAt || status === 'cancelled') return null
  const said =
    status === 'no_show' ? 'You said this no-show is wrong.' : `You reported that ${doctor} did not come.`
  return isContested(appointment)
    ? `${said} We asked ${doctor}. If they don’t reply by ${answerUntil(appointment)}, we’ll cancel the appointment${payment ? ' and refund you in full' : ''}.`
    : `${said} They say that they were there. If you disagree, write to us under Help & Support.`
}

/** The claim that waits for the vet's answer; null where none does. */
export function claimForVet(visit: Claimed & Pick<Visit, 'owner'>): string | null {
  const { status, payment } = visit
  if (!isContested(visit) || status === 'cancelled') return null
  const said =
    status === 'no_show'
      ? `${visit.owner.name} says this no-show is wrong.`
      : `${visit.owner.name} says that you did not come.`
  return `${said} If you were there, say so by ${answerUntil(visit)}; otherwise we’ll cancel the appointment${payment ? ' and refund the owner in full' : ''}.${payment ? ' Until then the payment is on hold.' : ''}`
}

/** How one meets online: 'WhatsApp, +91 98123 45678'. */
export function contactText({
  contactMethod,
  contactLink,
}: Pick<Appointment, 'contactMethod' | 'contactLink'>): string | null {
  if (!contactMethod) return null
  const name = contactMethod === 'whatsapp' ? 'WhatsApp' : 'Zoom Meeting'
  return contactLink ? `${name}, ${contactLink}` : name
}
