import { Link } from 'react-router'
import type { Pet } from '#/pets/contract.ts'
import { DueChip } from './DueChip.tsx'
import css from './PetCard.module.css'
import { PetPicture } from './PetPicture.tsx'
import { ageOf, breedText } from './pet-facts.ts'
import { today } from './today.ts'

export function PetCard({ pet }: { pet: Pet }) {
  const { status } = pet
  const state = status === 'archived' ? 'Archived' : status === 'in_memory' ? 'In memory' : null
  const facts = [breedText(pet), status === 'in_memory' ? null : ageOf(pet, today()), state]
  return (
    <article className={css.card}>
      <PetPicture pet={pet} decorative />
      <div className={css.words}>
        <h3>
          <Link to={`/profile/add-pet?pet=${pet.id}`}>{pet.name}</Link>
        </h3>
        <p>{facts.filter(Boolean).join(' · ')}</p>
        {status === 'active' && pet.nextVaccination && <DueChip {...pet.nextVaccination} />}
      </div>
    </article>
  )
}
