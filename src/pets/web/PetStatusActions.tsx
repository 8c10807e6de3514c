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

export function PetStatusActions({ pet }: { pet: PetDetails }) {
  const [asking, setAsking] = useState(false)
  const outcome = (message: string) => ({
    onSuccess: (moved: PetDetails) => {
      keepPet(moved)
      setAsking(false)
      toast({ kind: 'info', message })
      // The button is gone; the result is shown at the top.
      window.scrollTo({ top: 0 })
      document.querySelector<HTMLElement>('[data-pet-title]')?.focus()
    },
    onError: (error: Error) => {
      toast({ kind: 'error', message: errorText(error, petsText, savePetFailedText) })
      void reloadPet(pet.id)
    },
  })
  const archive = useWrite(pets.call.archive, outcome(`${pet.name} is archived.`))
  const remember = useWrite(pets.call.remember, outcome(`We’ll keep ${pet.name} in memory.`))
  const isBusy = archive.isPending || remember.isPending
  if (pet.status === 'in_memory') return null
  return (
    <SectionCard title={`If ${pet.name} is no longer with you`}>
      <p className={css.words}>
        {pet.status === 'active' &&
          'Archive a pet that lives elsewhere now. It stays in its past bookings, and you can bring it back. '}
        If your pet has died, we’ll keep its page in memory and won’t ask about it any more.
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
          <p>We’re so sorry.</p>
          <p>
            {pet.name} will no longer come up when you book, and everything you wrote stays here. Booked
            visits still stand: please cancel those you no longer need.
          </p>
        </ConfirmButton>
      </div>
    </SectionCard>
  )
}
