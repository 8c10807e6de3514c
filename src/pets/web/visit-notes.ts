const page = '/dashboard/pet-visit-notes'

/** Visit notes belong to a later domain, so this domain knows only the address. */
export const notesOf = (petId: string) => `${page}?pet=${petId}`
export const noteOf = (noteId: string) => `${page}?note=${noteId}`
