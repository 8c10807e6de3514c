export { type Notice, notify, readAppointment, readThreadNotices, timesThreadSeen } from './notify.ts'
export { isKnownPerson } from './room.ts'
export { dropOvertaken } from './waiting.ts'
