export { VisitNoteButtons } from './VisitNoteButtons.tsx'
