export { VisitNoteButton } from './VisitNoteButton.tsx'
