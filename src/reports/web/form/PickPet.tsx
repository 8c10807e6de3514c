import { useEffect, useEffectEvent, useRef } from 'react'
import field from '#/kernel/web/form/field.module.css'
import type { Pet } from '#/pets/contract.ts'
import { PetPicture, useMyPets } from '#/pets/web/index.ts'
import css from './PickPet.module.css'

type Props = {
  value: string | null
  /** The pet from whose page the person comes, chosen once it's loaded. */
  first: string | null
  onChange(pet: Pet | null): void
}

/** Offers the person's own pets, so that nothing about them has to be typed again. */
export function PickPet({ value, first, onChange }: Props) {
  const { pets } = useMyPets({ all: true })
  const asked = pets.find(({ id }) => id === first)
  const isDone = useRef(false)
  const pickFirst = useEffectEvent((pet: Pet) => {
    if (!isDone.current && value !== pet.id) onChange(pet)
    isDone.current = true
  })
  useEffect(() => {
    if (asked) pickFirst(asked)
  }, [asked])
  if (pets.length === 0) return null
  return (
    <fieldset className={field.field}>
      <legend className={field.label}>Which pet?</legend>
      <div className={css.pets}>
        {pets.map((pet) => (
          <label key={pet.id} className={css.pet}>
            <input
              type="radio"
              name="pet"
              className={field.hidden}
              checked={value === pet.id}
              onChange={() => onChange(pet)}
            />
            <PetPicture pet={pet} size={56} decorative />
            {pet.name}
          </label>
        ))}
        <label className={css.pet}>
          <input
            type="radio"
            name="pet"
            className={field.hidden}
            checked={value === null}
            onChange={() => onChange(null)}
          />
          Another pet
        </label>
      </div>
    </fieldset>
  )
}
