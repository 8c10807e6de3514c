export { type Notice, notify, readAppointment } from './notify.ts'
