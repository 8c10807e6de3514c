export { listReports, resolveReport } from './desk.ts'
export { blockPerson, reportPerson } from './safety.ts'
export { sendMessage } from './send.ts'
