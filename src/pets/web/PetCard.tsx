import type { Pet } from '#/pets/contract.ts'
import { speciesText } from '#/pets/text.ts'
import css from './PetCard.module.css'
import { PetPicture } from './PetPicture.tsx'
import { weightText } from './weight.ts'

/** A pet at a glance: picture, name, breed and weight. */
export function PetCard({ pet }: { pet: Pet }) {
  const facts = [pet.breed ?? speciesText[pet.species], pet.sizeLbs && weightText(pet.sizeLbs)]
  return (
    <article className={css.card}>
      <PetPicture pet={pet} decorative />
      <div className={css.words}>
        <h3>{pet.name}</h3>
        <p>{facts.filter(Boolean).join(' · ')}</p>
      </div>
    </article>
  )
}
