import { Drawing } from '#/kernel/web/Drawing.tsx'
import type { Pet } from '#/pets/contract.ts'
import css from './PetPicture.module.css'

type Props = {
  pet: Pick<Pet, 'name' | 'species' | 'photoUrl'>
  /** Pixels, both ways. */
  size?: number
  /** Where the name stands beside it, a screen reader need not hear it twice. */
  decorative?: boolean
}

/** The pet's photo, or the drawing of its species. */
export function PetPicture({ pet, size = 72, decorative = false }: Props) {
  const alt = decorative ? '' : pet.name
  return (
    <span className={css.frame} style={{ width: size, height: size }}>
      {pet.photoUrl ? (
        <img src={pet.photoUrl} alt={alt} width={size} height={size} loading="lazy" decoding="async" />
      ) : (
        <Drawing name={pet.species} width={size} {...(alt ? { title: alt } : {})} />
      )}
    </span>
  )
}
