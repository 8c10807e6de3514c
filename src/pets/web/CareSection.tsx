import type { PetDetails } from '#/pets/contract.ts'
import { EditableSection } from './EditableSection.tsx'
import { NoteField } from './NoteField.tsx'
import { type Notes, notesOf } from './notes.ts'
import { careFacts } from './pet-facts.ts'

const notes = [
  { field: 'feedingNotes', label: 'Feeding', description: 'What, how much and when, and what to avoid.' },
  { field: 'toiletNotes', label: 'Toilet', description: undefined },
  { field: 'walkNotes', label: 'Walks', description: 'How long, on which lead, and what to look out for.' },
  { field: 'fearNotes', label: 'Fears', description: 'What scares your pet, and what calms it.' },
] as const
const fields = notes.map(({ field }) => field)
type Draft = Notes<(typeof fields)[number]>

export function CareSection({ pet }: { pet: PetDetails }) {
  return (
    <EditableSection<Draft, never>
      pet={pet}
      title="Daily care"
      facts={careFacts(pet)}
      empty="Nothing added yet. It helps anyone who looks after your pet."
      draftOf={(pet) => notesOf(pet, fields)}
      problemsOf={() => ({})}
      changesOf={(draft) => notesOf(draft, fields)}
    >
      {({ draft, change }) =>
        notes.map(({ field, label, description }) => (
          <NoteField
            key={field}
            label={label}
            {...(description && { description })}
            value={draft[field]}
            onChange={(text) => change({ [field]: text })}
          />
        ))
      }
    </EditableSection>
  )
}
