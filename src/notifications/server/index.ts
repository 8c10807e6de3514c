export {
  endNews,
  type Notice,
  notify,
  readAppointment,
  readSource,
  readThreadNotices,
  timesThreadSeen,
} from './notify.ts'
export { causerWithoutAccount, isKnownPerson } from './room.ts'
export { dropOvertaken } from './waiting.ts'
