import { useSearchParams } from 'react-router'
import css from '#/kernel/web/form/form.module.css'
import { onDemand, useOnDemand } from '#/kernel/web/on-demand.ts'
import { AddPetForm } from './AddPetForm.tsx'

const petPage = onDemand(() => import('./PetPage.tsx'))

/** The form of a new pet; with `?pet=` in the address, the page of one that is there. */
export default function AddPetPage() {
  const [search] = useSearchParams()
  const petId = search.get('pet')
  const PetPage = useOnDemand(petPage, petId !== null)
  if (petId !== null) return PetPage ? <PetPage key={petId} petId={petId} /> : null
  return (
    <div className={css.page}>
      <h1>Add a pet</h1>
      <p className={css.lead}>
        Whoever you book sees name, kind, breed and photo. You can leave out what you do not know, and tell
        the rest later on the page of your pet.
      </p>
      <AddPetForm from={search.get('from')} />
    </div>
  )
}
