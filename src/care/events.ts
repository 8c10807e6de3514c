export type NoteSigned = {
  name: 'care.note_signed'
  data: { noteId: string; petId: string; ownerUserId: string }
}

export type AddendumAdded = {
  name: 'care.addendum_added'
  data: { noteId: string; addendumId: string; ownerUserId: string }
}

export type IncidentChanged = {
  name: 'care.incident_changed'
  data: {
    incidentId: string
    what: 'noted' | 'corrected' | 'added_to' | 'answered' | 'removed'
    /** Tells events of the same incident apart: the version or the addendum. */
    mark: string
  }
}

export type PicturesAdded = {
  name: 'care.pictures_added'
  data: { bookingId: string; petId: string; at: string }
}
