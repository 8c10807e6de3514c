export {
  endNews,
  type Notice,
  notify,
  readAppointment,
  readSource,
  readThreadNotices,
  timesThreadSeen,
} from './notify.ts'
export { isKnownPerson } from './room.ts'
export { dropOvertaken } from './waiting.ts'
