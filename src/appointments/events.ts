import type { AppointmentStatus, Side } from './rules.ts'

/**
 * Something that leaves the status as it is: another time; the owner's claim that the provider did not come or that a no-show is
 * wrong; the provider's answer that they did come.
 */
export type AppointmentNoted = {
  name: 'appointments.noted'
  data: {
    changeId: string
    appointmentId: string
    what: 'rescheduled' | 'absence' | 'contest' | 'denial'
  }
}

/** An appointment was booked or moved to another status. */
export type AppointmentChanged = {
  name: 'appointments.changed'
  data: { changeId: string; appointmentId: string; to: AppointmentStatus; by: Side }
}
