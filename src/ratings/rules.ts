import { type AppointmentStatus, isContested, type Movable } from '#/appointments/rules.ts'
import { DAY, HOUR } from '#/kernel/duration.ts'

/** An owner may rate an appointment for this many days after it. */
export const ratingDays = 14
/** A rating can be changed for this many hours. */
export const editHours = 24
/** A provider who cancels later than this before the start gets a public note. */
export const noteHours = 72
export const longestFeedback = 1000

type Rateable = Pick<Movable, 'absenceReportedAt' | 'absenceAnsweredAt'> & {
  status: AppointmentStatus
  startsAt: Date
  endsAt: Date
  cancelledBy: string | null
  cancelledAt: Date | null
  rated: boolean
  /** A series is rated once. */
  seriesRated: boolean
}

/** Returns what the owner may publish about an appointment now. */
export function mayRate(appointment: Rateable, now: Date): 'rating' | 'note' | null {
  const { status, startsAt, endsAt, cancelledBy, cancelledAt, rated, seriesRated } = appointment
  if (rated || seriesRated || now.getTime() > endsAt.getTime() + ratingDays * DAY) return null
  // Whether it took place is only decided when the provider answers the claim.
  if (status === 'completed') return isContested(appointment) ? null : 'rating'
  const wasLate = cancelledAt && startsAt.getTime() - cancelledAt.getTime() < noteHours * HOUR
  return status === 'cancelled' && cancelledBy === 'provider' && wasLate ? 'note' : null
}

export function mayEdit(writtenAt: Date, now: Date): boolean {
  return now.getTime() <= writtenAt.getTime() + editHours * HOUR
}
