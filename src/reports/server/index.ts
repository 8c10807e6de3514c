export { keepPetReport, listDeskPetReports, removeGuestSighting, removePetReport } from './desk.ts'
