export { listDeskIncidents, removeIncident } from './desk.ts'
