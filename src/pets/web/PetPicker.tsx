import { Button, NativeSelect } from '@mantine/core'
import { useId } from 'react'
import { Link, useLocation } from 'react-router'
import { useMyPets } from './my-pets.ts'
import css from './PetPicker.module.css'

type Props = { value: string; onChange: (petId: string) => void }

/** Picks one of the user's pets, or none. A newly added pet comes back picked. */
export function PetPicker({ value, onChange }: Props) {
  const { pets, isPending, isError, retry } = useMyPets({ all: true })
  const failed = isError && pets.length === 0
  const { pathname, search } = useLocation()
  const id = useId()
  const known = pets.some((pet) => pet.id === value)
  const options = pets.map(({ id: petId, name, breed }) => ({
    value: petId,
    label: breed ? `${name} (${breed})` : name,
  }))
  return (
    <div>
      <NativeSelect
        id={id}
        label="Pet (optional)"
        value={known ? value : ''}
        onChange={(event) => onChange(event.currentTarget.value)}
        disabled={isPending || failed}
        error={failed && 'Failed to load pets'}
        data={
          isPending
            ? [{ value: '', label: 'Loading pets...' }]
            : [{ value: '', label: 'No pet selected' }, ...options]
        }
      />
      {failed && (
        <Button variant="default" size="compact-md" onClick={retry}>
          Retry
        </Button>
      )}
      <Link className={css.add} to={`/profile/add-pet?from=${encodeURIComponent(pathname + search)}`}>
        Add a pet
      </Link>
    </div>
  )
}
