import type { AppointmentStatus, Side } from '#/booking/rules.ts'

/**
 * Something that leaves the status as it is: another time; the owner's claim that the vet did not come or that a no-show is
 * wrong; the vet's answer that they did come.
 */
export type VisitNoted = {
  name: 'veterinary.visit_noted'
  data: {
    changeId: string
    appointmentId: string
    what: 'rescheduled' | 'absence' | 'contest' | 'denial'
  }
}

/** An appointment was booked or moved to another status. */
export type AppointmentChanged = {
  name: 'veterinary.appointment_changed'
  data: { changeId: string; appointmentId: string; to: AppointmentStatus; by: Side }
}
