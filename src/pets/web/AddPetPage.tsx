import { useSearchParams } from 'react-router'
import css from '#/kernel/web/form/form.module.css'
import { AddPetForm } from './AddPetForm.tsx'

export default function AddPetPage() {
  const [search] = useSearchParams()
  return (
    <div className={css.page}>
      <h1>Add a pet</h1>
      <p className={css.lead}>
        The vet you book sees name, kind, breed and photo. You can leave out what you do not know.
      </p>
      <AddPetForm from={search.get('from')} />
    </div>
  )
}
