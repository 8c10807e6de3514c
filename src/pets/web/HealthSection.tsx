import { TextInput } from '@mantine/core'
import { problem } from '#/kernel/web/form/use-draft.ts'
import type { PetDetails } from '#/pets/contract.ts'
import { isPhone, maxPhoneLength, maxPolicyLength, maxVetNameLength } from '#/pets/rules.ts'
import { fieldText } from '#/pets/text.ts'
import { EditableSection } from './EditableSection.tsx'
import { NoteField } from './NoteField.tsx'
import { type Notes, notesOf } from './notes.ts'
import { healthFacts } from './pet-facts.ts'

const fields = [
  'allergies',
  'conditions',
  'medicines',
  'vetName',
  'vetPhone',
  'insurancePolicyNumber',
] as const
type Draft = Notes<(typeof fields)[number]>

const phoneProblem = ({ vetPhone }: Draft) =>
  problem('vetPhone', vetPhone.trim() !== '' && !isPhone(vetPhone.trim()) && fieldText.phone)

export function HealthSection({ pet }: { pet: PetDetails }) {
  return (
    <EditableSection
      pet={pet}
      title="Health"
      facts={healthFacts(pet)}
      empty="Nothing added yet. A vet asks about allergies and medicines first."
      draftOf={(pet) => notesOf(pet, fields)}
      problemsOf={phoneProblem}
      changesOf={(draft) => notesOf(draft, fields)}
    >
      {({ draft, problems, change }) => (
        <>
          <NoteField
            label="Allergies"
            value={draft.allergies}
            onChange={(allergies) => change({ allergies })}
          />
          <NoteField
            label="Conditions"
            description="What your pet has now, or had before and may get again."
            value={draft.conditions}
            onChange={(conditions) => change({ conditions })}
          />
          <NoteField
            label="Current medicines"
            description="Name, how much and when."
            value={draft.medicines}
            onChange={(medicines) => change({ medicines })}
          />
          <TextInput
            label="Usual vet"
            autoComplete="off"
            maxLength={maxVetNameLength}
            value={draft.vetName}
            onChange={(event) => change({ vetName: event.currentTarget.value })}
          />
          <div data-field="vetPhone">
            <TextInput
              label="Vet’s phone"
              type="tel"
              autoComplete="off"
              maxLength={maxPhoneLength}
              value={draft.vetPhone}
              error={problems.vetPhone}
              onChange={(event) => change({ vetPhone: event.currentTarget.value })}
            />
          </div>
          <TextInput
            label="Insurance policy no."
            autoComplete="off"
            maxLength={maxPolicyLength}
            value={draft.insurancePolicyNumber}
            onChange={(event) => change({ insurancePolicyNumber: event.currentTarget.value })}
          />
        </>
      )}
    </EditableSection>
  )
}
