import { Button } from '@mantine/core'
import { useState } from 'react'
import { errorText } from '#/kernel/web/error-text.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { PetDetails } from '#/pets/contract.ts'
import { petsText, savePetFailedText } from '#/pets/text.ts'
import css from './PetStatusActions.module.css'
import { keepPet, reloadPet } from './pet-cache.ts'
import { pets } from './pets.ts'
import { SectionCard } from './SectionCard.tsx'

/** The ends of having a pet: it moved away, or it died. */
export function PetStatusActions({ pet }: { pet: PetDetails }) {
  const [asking, setAsking] = useState(false)
  const outcome = (message: string) => ({
    onSuccess: (moved: PetDetails) => {
      keepPet(moved)
      setAsking(false)
      toast({ kind: 'info', message })
      // The button that was pressed is gone; what it did stands at the top.
      window.scrollTo({ top: 0 })
      document.querySelector<HTMLElement>('[data-pet-title]')?.focus()
    },
    onError: (error: Error) => {
      toast({ kind: 'error', message: errorText(error, petsText, savePetFailedText) })
      void reloadPet(pet.id)
    },
  })
  const archive = useWrite(pets.call.archive, outcome(`${pet.name} is archived.`))
  const remember = useWrite(pets.call.remember, outcome(`${pet.name} is kept in memory.`))
  const isBusy = archive.isPending || remember.isPending
  if (pet.status === 'in_memory') return null
  return (
    <SectionCard title={`If ${pet.name} is no longer with you`}>
      <p className={css.words}>
        {pet.status === 'active' &&
          'Archive a pet that lives elsewhere now. It stays in the bookings it had, and can be brought back. '}
        If it has died, we keep it in your memory, and ask about it no more.
      </p>
      <div className={css.actions}>
        {pet.status === 'active' && (
          <Button variant="default" disabled={isBusy} onClick={() => archive.mutate({ id: pet.id })}>
            {archive.isPending ? 'Archiving...' : 'Archive'}
          </Button>
        )}
        <ConfirmButton
          label="In memory"
          title={`Has ${pet.name} died?`}
          reason="none"
          confirm="Keep in memory"
          color="teal"
          busy="Saving..."
          keep="Go back"
          isBusy={isBusy}
          opened={asking}
          onOpen={() => setAsking(true)}
          onConfirm={() => remember.mutate({ id: pet.id })}
          onClose={() => setAsking(false)}
        >
          <p>We are so sorry.</p>
          <p>
            {pet.name} will no longer come up when you book, and all you wrote stays here for you. Visits that
            are booked still stand: please cancel those you no longer need.
          </p>
        </ConfirmButton>
      </div>
    </SectionCard>
  )
}
