import type { ComponentType } from 'react'
import { useSearchParams } from 'react-router'
import css from '#/kernel/web/form/form.module.css'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { AddPetForm } from './AddPetForm.tsx'

const petPage = onDemand(() => import('./PetPage.tsx'))

/** Shows the form of a new pet, or with `?pet=` the page of an existing one, with doors to other services. */
export function AddPet({ Doors }: { Doors: ComponentType<{ petId: string }> }) {
  const [search] = useSearchParams()
  const petId = search.get('pet')
  const PetPage = useOnDemand(petPage, petId !== null)
  if (petId !== null) return PetPage ? <PetPage key={petId} petId={petId} Doors={Doors} /> : null
  return (
    <div className={css.page}>
      <h1>Add a pet</h1>
      <p className={css.lead}>
        Providers you book see your pet’s name, kind, breed and photo. You can leave out what you don’t know
        and add it later on your pet’s page.
      </p>
      <AddPetForm from={search.get('from')} />
    </div>
  )
}
