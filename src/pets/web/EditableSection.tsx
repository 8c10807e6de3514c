import { useRef, useState } from 'react'
import type { PetDetails } from '#/pets/contract.ts'
import { FactList } from './FactList.tsx'
import { SectionCard } from './SectionCard.tsx'
import { SectionForm } from './SectionForm.tsx'
import type { SectionProps } from './section.ts'
import { useFocusBack } from './use-focus-back.ts'

/** A part of the pet page that is edited and saved on its own. */
export function EditableSection<Draft, Field extends string>(props: SectionProps<Draft, Field>) {
  const { pet, title, facts, empty } = props
  // The pet as of opening the form, so that refetches don't change it under the user's fingers.
  const [start, setStart] = useState<PetDetails | null>(null)
  const isKnown = facts.some(({ value }) => value)
  const button = useRef<HTMLButtonElement>(null)
  useFocusBack(start !== null, button)
  return (
    <SectionCard
      title={title}
      action={
        start ? undefined : { label: isKnown ? 'Edit' : 'Fill in', ref: button, onClick: () => setStart(pet) }
      }
    >
      {start ? (
        <SectionForm {...props} start={start} onClose={() => setStart(null)} />
      ) : (
        <FactList facts={facts} empty={empty} />
      )}
    </SectionCard>
  )
}
