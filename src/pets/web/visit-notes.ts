const page = '/dashboard/pet-visit-notes'

/** The page of visit notes belongs to a domain that stands on this one: here it is an address and no more. */
export const notesOf = (petId: string) => `${page}?pet=${petId}`
export const noteOf = (noteId: string) => `${page}?note=${noteId}`
