/** A provider signed a note: its follow-up date and its courses of medicine are now known. */
export type NoteSigned = {
  name: 'care.note_signed'
  data: { noteId: string; petId: string; ownerUserId: string }
}

/** Something was added to a signed note. */
export type AddendumAdded = {
  name: 'care.addendum_added'
  data: { noteId: string; addendumId: string; ownerUserId: string }
}
