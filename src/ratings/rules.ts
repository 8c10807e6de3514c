import { type AppointmentStatus, isContested, type Movable } from '#/appointments/rules.ts'

const hour = 3_600_000
/** So long after a visit its owner may rate it. */
export const ratingDays = 14
/** So long after it was written a rating may be changed. */
export const editHours = 24
/** A provider who cancels later than so long before the start leaves the owner one public note. */
export const noteHours = 72
export const longestFeedback = 1000

type Rateable = Pick<Movable, 'absenceReportedAt' | 'absenceAnsweredAt'> & {
  status: AppointmentStatus
  startsAt: Date
  endsAt: Date
  cancelledBy: string | null
  cancelledAt: Date | null
  rated: boolean
}

/** What the owner may say of an appointment in public now: a rating with stars, a note without, or nothing. */
export function mayRate(appointment: Rateable, now: Date): 'rating' | 'note' | null {
  const { status, startsAt, endsAt, cancelledBy, cancelledAt, rated } = appointment
  if (rated || now.getTime() > endsAt.getTime() + ratingDays * 24 * hour) return null
  // Whether it took place is what is asked then.
  if (status === 'completed') return isContested(appointment) ? null : 'rating'
  const wasLate = cancelledAt && startsAt.getTime() - cancelledAt.getTime() < noteHours * hour
  return status === 'cancelled' && cancelledBy === 'provider' && wasLate ? 'note' : null
}

/** Whether what was said can still be changed. */
export function mayEdit(writtenAt: Date, now: Date): boolean {
  return now.getTime() <= writtenAt.getTime() + editHours * hour
}
