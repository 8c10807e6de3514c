import { Link } from 'react-router'
import { ChoiceField } from '#/kernel/web/form/ChoiceField.tsx'
import { useMyPets } from '#/pets/web/index.ts'
import css from './Household.module.css'

export const noPetsText = 'Please choose at least one pet.'

type Props = { value: string[]; problem: string | undefined; onChange(petIds: string[]): void }

export function PetsField({ value, problem, onChange }: Props) {
  const { pets, isPending, isComplete } = useMyPets({ all: true })
  if (isComplete && pets.length === 0) {
    return (
      <p className={css.lead} data-field="petIds">
        You have no pets to share yet. <Link to="/profile/add-pet">Add a pet</Link>
      </p>
    )
  }
  if (isPending) return <p role="status">Loading your pets...</p>
  return (
    <ChoiceField
      field={{
        kind: 'some',
        name: 'petIds',
        label: 'Pets to share',
        required: true,
        options: pets.map(({ id, name }) => ({ value: id, label: name })),
      }}
      value={value}
      problem={problem}
      onChange={(chosen) => onChange(chosen as string[])}
    />
  )
}
