export { listDeskPetReports, removePetReport } from './desk.ts'
