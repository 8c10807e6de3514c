import { useState } from 'react'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import type { Pet } from '#/pets/contract.ts'
import css from './PetPicture.module.css'

type Props = {
  pet: Pick<Pet, 'name' | 'species' | 'photoUrl'>
  /** In pixels. */
  size?: number
  /** Hides it from screen readers when the name stands beside it. */
  decorative?: boolean
}

/** Falls back to a drawing of the species, also if the photo doesn't load. */
export function PetPicture({ pet, size = 72, decorative = false }: Props) {
  const [failed, setFailed] = useState<string>()
  const alt = decorative ? '' : pet.name
  return (
    <span className={css.frame} style={{ width: size, height: size }}>
      {pet.photoUrl && pet.photoUrl !== failed ? (
        <img
          src={pet.photoUrl}
          alt={alt}
          width={size}
          height={size}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(pet.photoUrl!)}
        />
      ) : (
        <Drawing name={pet.species} width={size} {...(alt ? { title: alt } : {})} />
      )}
    </span>
  )
}
