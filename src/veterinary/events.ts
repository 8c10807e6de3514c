import type { AppointmentStatus, Side } from '#/booking/rules.ts'

/** An appointment was booked or moved to another status. */
export type AppointmentChanged = {
  name: 'veterinary.appointment_changed'
  data: { changeId: string; appointmentId: string; to: AppointmentStatus; by: Side }
}
