import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import type { PetDetails, Vaccination } from '#/pets/contract.ts'
import factCss from './FactList.module.css'
import { RemoveVaccination } from './RemoveVaccination.tsx'
import { SectionCard } from './SectionCard.tsx'
import { useFocusBack } from './use-focus-back.ts'
import { VaccinationForm } from './VaccinationForm.tsx'
import { VaccinationList } from './VaccinationList.tsx'

export function VaccinationsSection({ pet }: { pet: PetDetails }) {
  const { vaccinations } = pet
  const [opened, setOpened] = useState<Vaccination | 'new' | null>(null)
  // Close the form if the vaccination was removed elsewhere.
  const isThere = opened === 'new' || vaccinations.some(({ id }) => id === opened?.id)
  const editing = isThere ? opened : null
  const addButton = useRef<HTMLButtonElement>(null)
  // The pressed button may be gone, but the one beside the title comes back.
  useFocusBack(editing !== null, addButton)
  const close = () => setOpened(null)
  return (
    <SectionCard
      title="Vaccinations"
      action={
        // One form at a time, so that nothing typed is replaced.
        editing ? undefined : { label: 'Add', ref: addButton, onClick: () => setOpened('new') }
      }
    >
      {editing === 'new' && <VaccinationForm pet={pet} vaccination={null} onClose={close} />}
      {vaccinations.length > 0 ? (
        <VaccinationList
          vaccinations={vaccinations}
          instead={(one) =>
            editing !== 'new' && editing?.id === one.id ? (
              <VaccinationForm pet={pet} vaccination={one} onClose={close} />
            ) : null
          }
          {...(!editing && {
            actions: (one: Vaccination) => (
              <>
                <Button
                  variant="default"
                  aria-label={`Edit ${one.name}, given ${one.givenOn}`}
                  onClick={() => setOpened(one)}
                >
                  Edit
                </Button>
                <RemoveVaccination pet={pet} vaccination={one} onRemoved={() => addButton.current?.focus()} />
              </>
            ),
          })}
        />
      ) : (
        editing === null && (
          <p className={factCss.empty}>
            Nothing added yet. Add one, and we’ll show you when the next is due.
          </p>
        )
      )}
    </SectionCard>
  )
}
