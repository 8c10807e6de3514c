export { IncidentButtons } from './IncidentButtons.tsx'
export { VisitNoteButtons } from './VisitNoteButtons.tsx'
