import { useState } from 'react'
import { errorText } from '#/kernel/web/error-text.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { PetDetails, Vaccination } from '#/pets/contract.ts'
import { petsText, savePetFailedText } from '#/pets/text.ts'
import { reloadPet } from './pet-cache.ts'
import { pets } from './pets.ts'

type Props = { pet: PetDetails; vaccination: Vaccination; onRemoved(): void }

export function RemoveVaccination({ pet, vaccination, onRemoved }: Props) {
  const { id, name, givenOn } = vaccination
  const [asking, setAsking] = useState(false)
  const remove = useWrite(pets.call.removeVaccination, {
    onSuccess: async () => {
      setAsking(false)
      await reloadPet(pet.id)
      onRemoved()
    },
    onError: (error) => {
      toast({ kind: 'error', message: errorText(error, petsText, savePetFailedText) })
      // The vaccination may have been removed elsewhere.
      void reloadPet(pet.id)
    },
  })
  return (
    <ConfirmButton
      label="Remove"
      spoken={`Remove ${name}, given ${givenOn}`}
      title={`Remove ${name}?`}
      reason="none"
      confirm="Remove vaccination"
      busy="Removing..."
      keep="Keep it"
      isBusy={remove.isPending}
      opened={asking}
      onOpen={() => setAsking(true)}
      onConfirm={() => remove.mutate({ petId: pet.id, id })}
      onClose={() => setAsking(false)}
    >
      <p>We’ll remove it from {pet.name}’s vaccinations.</p>
    </ConfirmButton>
  )
}
