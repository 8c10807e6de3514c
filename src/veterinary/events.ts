import type { AppointmentStatus, Side } from '#/booking/rules.ts'

/** An appointment was moved to another time, or its owner reported that the vet did not come. */
export type VisitNoted = {
  name: 'veterinary.visit_noted'
  data: { changeId: string; appointmentId: string; what: 'rescheduled' | 'absence'; from: string }
}

/** An appointment was booked or moved to another status. */
export type AppointmentChanged = {
  name: 'veterinary.appointment_changed'
  data: { changeId: string; appointmentId: string; to: AppointmentStatus; by: Side }
}
