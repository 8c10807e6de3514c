import { appointmentEndpoints } from './appointment-endpoints.ts'
import { visitEndpoints } from './visit-endpoints.ts'

export { appointmentErrors } from './errors.ts'
export type {
  Appointment,
  Booked,
  Change,
  ContactMethod,
  Counts,
  Figures,
  ListedAppointment,
  ListedVisit,
  PetClash,
  Visit,
  WeekEarnings,
} from './shapes.ts'

export const appointmentsContract = { ...appointmentEndpoints, ...visitEndpoints }
