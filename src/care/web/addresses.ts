import { type NoteType, notesPath, pdfRoot } from '#/care/rules.ts'

/** The query selects the page's view. */
export const noteAddress = {
  timeline: (petId?: string, type?: NoteType) => at({ pet: petId, type }),
  note: (id: string) => at({ note: id }),
  edit: (id: string) => at({ note: id, edit: '1' }),
  ofVisit: (petId: string, bookingId: string) => at({ pet: petId, visit: bookingId }),
  own: (petId: string) => at({ pet: petId, own: '1' }),
  pictures: (petId: string, bookingId: string) => at({ pet: petId, visit: bookingId, pictures: '1' }),
  incident: (id: string) => at({ incident: id }),
  editIncident: (id: string) => at({ incident: id, edit: '1' }),
  newIncident: (petId: string, bookingId: string) => at({ pet: petId, visit: bookingId, incident: 'new' }),
  pdf: (id: string) => `${pdfRoot}${id}.pdf`,
}

function at(params: Record<string, string | undefined>): string {
  const given = Object.entries(params).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const search = new URLSearchParams(given).toString()
  return search ? `${notesPath}?${search}` : notesPath
}
