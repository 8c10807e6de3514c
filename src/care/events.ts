export type NoteSigned = {
  name: 'care.note_signed'
  data: { noteId: string; petId: string; ownerUserId: string }
}

export type AddendumAdded = {
  name: 'care.addendum_added'
  data: { noteId: string; addendumId: string; ownerUserId: string }
}
