import { type AppointmentStatus, answerBy, isBlocking } from '#/booking/rules.ts'
import { formatMoney } from '#/kernel/money.ts'
import { clockOf, dayOf, formatDayFrom, minuteOf } from '#/kernel/time.ts'
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

/** What it costs, without saying more than is known: the clinic takes the money, and nothing for what did not happen. */
export function feeText({
  status,
  consultationFee,
}: Pick<Appointment, 'status' | 'consultationFee'>): string | null {
  if (!consultationFee) return null
  if (isBlocking(status)) return `${formatMoney(consultationFee)}, to pay at the clinic`
  return status === 'completed' ? `${formatMoney(consultationFee)} consultation fee` : null
}

/** 'Answer by Today, 10:30', on the clocks of the visit's place; null for what waits for no answer. */
export function answerByText(visit: Pick<Visit, 'status' | 'endsAt' | 'timeZone'>, now: Date): string | null {
  const by = answerBy(visit)
  if (!by) return null
  const { timeZone } = visit
  const day = formatDayFrom(dayOf(now, timeZone), dayOf(by, timeZone))
  return `Answer by ${day}, ${clockOf(minuteOf(by, timeZone))}`
}

type Ended = Pick<Appointment, 'status' | 'cancelledBy'>

/** How it came to its end, for the owner; null where the status says it all. */
export function endForOwner({ status, cancelledBy, vet }: Ended & Pick<Appointment, 'vet'>): string | null {
  const doctor = doctorName(vet.fullName)
  if (status === 'cancelled') return whoCancelled(cancelledBy, { owner: 'You', provider: doctor })
  if (status === 'declined') return `${doctor} could not take this visit.`
  if (status === 'expired') return `${doctor} did not answer in time.`
  if (status === 'no_show') return `${doctor} noted that nobody came.`
  return null
}

export function endForVet({ status, cancelledBy, owner }: Ended & Pick<Visit, 'owner'>): string | null {
  if (status === 'cancelled') return whoCancelled(cancelledBy, { owner: owner.name, provider: 'You' })
  if (status === 'declined') return 'You declined this request.'
  if (status === 'expired') return 'This request ended without an answer.'
  if (status === 'no_show') return `You noted that ${owner.name} did not come.`
  return null
}

function whoCancelled(by: Appointment['cancelledBy'], names: { owner: string; provider: string }): string {
  if (by === 'owner' || by === 'provider') return `${names[by]} cancelled this appointment.`
  return 'This appointment was cancelled.'
}
