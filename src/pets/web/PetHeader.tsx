import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { PetDetails } from '#/pets/contract.ts'
import css from './PetHeader.module.css'
import { PetPicture } from './PetPicture.tsx'
import { ageOf, breedText } from './pet-facts.ts'
import { today } from './today.ts'
import { notesOf } from './visit-notes.ts'

export function PetHeader({ pet, children }: { pet: PetDetails; children: ReactNode }) {
  // Don't keep counting the age of a pet that has died.
  const age = pet.status === 'in_memory' ? null : ageOf(pet, today())
  return (
    <header className={css.header}>
      <PetPicture pet={pet} size={112} decorative />
      <div className={css.words}>
        <Link to="/dashboard" className={css.back}>
          My pets
        </Link>
        <h1 tabIndex={-1} data-pet-title>
          {pet.name}
        </h1>
        <p>{[breedText(pet), age].filter(Boolean).join(' · ')}</p>
        <div className={css.doors}>
          <Link to={notesOf(pet.id)} className={css.back}>
            Visit notes
          </Link>
          {children}
        </div>
      </div>
    </header>
  )
}
