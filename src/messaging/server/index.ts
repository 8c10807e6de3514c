export { listReports, resolveReport } from './desk.ts'
