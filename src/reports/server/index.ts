export {
  keepPetReport,
  listDeskEntries,
  listDeskPetReports,
  removeEntryByDesk,
  removePetReport,
} from './desk.ts'
