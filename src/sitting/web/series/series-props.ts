import type { Appointment, Visit } from '#/appointments/contract.ts'

export type SeriesProps = {
  side: 'owner' | 'provider'
  appointment: Appointment | Visit
  /** The other side's name. */
  other: string
  now: Date
}
