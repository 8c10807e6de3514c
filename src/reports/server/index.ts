export { keepPetReport, listDeskPetReports, removePetReport } from './desk.ts'
