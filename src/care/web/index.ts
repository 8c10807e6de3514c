export { CardPictures, PictureButtons } from './CardPictures.tsx'
export { IncidentButtons } from './IncidentButtons.tsx'
export { VisitNoteButtons } from './VisitNoteButtons.tsx'
