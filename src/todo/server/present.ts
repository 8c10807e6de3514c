import { formOfType, forms } from '#/care/forms.ts'
import { type NoteType, notesPath } from '#/care/rules.ts'
import type { Species } from '#/pets/rules.ts'

type Named = {
  title: string | null
  vaccination_id: string | null
  note_id: string | null
  course_line_id: string | null
  refill_line_id: string | null
  pet_id: string | null
  pet_name: string | null
  species: Species | null
  photo_url: string | null
  vaccine: string | null
  of_note: string | null
  note_type: NoteType | null
  signed_name: string | null
  medicine: string | null
  strength: string | null
  dose: string | null
  how_often: string | null
}

export function nameOf(row: Named): { title: string; detail: string | null } {
  if (row.title !== null) return { title: row.title, detail: null }
  if (row.vaccination_id) return { title: `Vaccination: ${row.vaccine}`, detail: null }
  if (row.note_id && row.note_type) {
    const { followUp } = forms[formOfType(row.note_type)]
    return { title: row.signed_name ? `${followUp} with ${row.signed_name}` : followUp, detail: null }
  }
  const medicine = [row.medicine, row.strength].filter(Boolean).join(' ')
  return row.course_line_id
    ? { title: `Give ${medicine}`, detail: `${row.dose}, ${row.how_often}` }
    : { title: `Buy more ${medicine}`, detail: null }
}

export const petOf = ({ pet_id, pet_name, species, photo_url }: Named) =>
  pet_id ? { id: pet_id, name: pet_name!, species: species!, photoUrl: photo_url } : null

export function sourceOf(row: Named): { label: string; path: string } | null {
  if (row.vaccination_id) return { label: 'Vaccinations', path: `/profile/add-pet?pet=${row.pet_id}` }
  if (!row.of_note || !row.note_type) return null
  return { label: forms[formOfType(row.note_type)].title, path: `${notesPath}?note=${row.of_note}` }
}
