import type { Note } from '#/care/notes.ts'
import { noteLimits } from '#/care/rules.ts'
import { AddText } from './AddText.tsx'
import { care } from './care.ts'

export function AddAddendum({ note: { id } }: { note: Note }) {
  return (
    <AddText
      keptAs={`addendum to ${id}`}
      title="Add to this note"
      label="Addendum"
      description="It gets today’s date, the owner can read it, and it can’t be changed later."
      most={noteLimits.text}
      missing="Please write what you would like to add."
      button={{ label: 'Add addendum', busy: 'Adding...' }}
      told="The addendum has been added to the note."
      call={care.call.addAddendum}
      input={(text) => ({ id, text })}
    />
  )
}
