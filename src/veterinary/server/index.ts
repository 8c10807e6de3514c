export { correctAppointment, findDeskAppointment, listDeskAppointments } from './appointment-desk.ts'
export { listDeskRatings, removeRating } from './rating-desk.ts'
