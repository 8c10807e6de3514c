import { useSearchParams } from 'react-router'
import { EditNote } from './EditNote.tsx'
import { IncidentView } from './IncidentView.tsx'
import { NewIncident } from './NewIncident.tsx'
import { NewNote } from './NewNote.tsx'
import { NewOwnNote } from './NewOwnNote.tsx'
import { NoteView } from './NoteView.tsx'
import { PicturesView } from './PicturesView.tsx'
import { TimelineView } from './TimelineView.tsx'

export default function PetVisitNotesPage() {
  const [params] = useSearchParams()
  const [pet, note, visit, incident] = ['pet', 'note', 'visit', 'incident'].map(
    (name) => params.get(name) ?? '',
  )
  if (note) return params.has('edit') ? <EditNote key={note} id={note} /> : <NoteView key={note} id={note} />
  if (pet && visit && params.has('pictures'))
    return <PicturesView key={visit} petId={pet} bookingId={visit} />
  if (pet && visit && incident) return <NewIncident key={visit} petId={pet} bookingId={visit} />
  if (incident) {
    const isEdited = params.has('edit')
    return <IncidentView key={`${incident} ${isEdited}`} id={incident} isEdited={isEdited} />
  }
  if (pet && visit) return <NewNote key={visit} petId={pet} bookingId={visit} />
  if (pet && params.has('own')) return <NewOwnNote key={pet} petId={pet} />
  return <TimelineView asked={pet ?? ''} />
}
