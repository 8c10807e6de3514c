export { moveAgreed, type Outline, openAgreed, openAsked, takePlaces } from './agreed.ts'
export { asSeenBy } from './blocked.ts'
export { calendarEventOf, selectForCalendars } from './calendar-event.ts'
export {
  correctAppointment,
  decideEarlyEnd,
  findDeskAppointment,
  listDeskAppointments,
  listDisputedEnds,
} from './desk.ts'
export { findProviders } from './find.ts'
export { named, petNames } from './kind.ts'
export { refundIfCancelled } from './money.ts'
export { movable, moveAppointment, writeMove } from './move.ts'
export { findAskedParties, type OpeningWork, openAppointment } from './open.ts'
export type { Parties } from './parties.ts'
export { type AppointmentRow, findOwnForMove, selectAppointments } from './queries.ts'
export { showHourlyListed, showListed } from './show-listed.ts'
export { noteStart, noteStop, takeTime } from './under-way.ts'
