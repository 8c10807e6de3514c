import { Button } from '@mantine/core'
import { errorText } from '#/kernel/web/error-text.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { PetDetails } from '#/pets/contract.ts'
import { petsText, savePetFailedText } from '#/pets/text.ts'
import css from './PetStatusNotice.module.css'
import { keepPet } from './pet-cache.ts'
import { pets } from './pets.ts'

export function PetStatusNotice({ pet }: { pet: PetDetails }) {
  const bringBack = useWrite(pets.call.bringBack, {
    onSuccess: (moved) => {
      keepPet(moved)
      toast({ kind: 'success', message: `${pet.name} is back among your pets.` })
      document.querySelector<HTMLElement>('[data-pet-title]')?.focus()
    },
    onError: (error) => toast({ kind: 'error', message: errorText(error, petsText, savePetFailedText) }),
  })
  if (pet.status === 'active') return null
  const isRemembered = pet.status === 'in_memory'
  return (
    <div className={css.notice}>
      <p>
        {isRemembered ? (
          <>
            <strong>In memory of {pet.name}.</strong> Thank you for the home you gave. Everything you wrote
            stays here.
          </>
        ) : (
          <>
            <strong>{pet.name} is archived.</strong> It stays in its past bookings, but you can’t choose it
            for new ones.
          </>
        )}
      </p>
      <Button
        variant="default"
        disabled={bringBack.isPending}
        onClick={() => bringBack.mutate({ id: pet.id })}
      >
        {bringBack.isPending ? 'One moment...' : isRemembered ? 'This was a mistake' : 'Bring back'}
      </Button>
    </div>
  )
}
