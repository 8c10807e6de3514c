import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { CarePet } from '#/care/contract.ts'
import { DueChip, PetPicture } from '#/pets/web/index.ts'
import { noteAddress } from './addresses.ts'
import css from './PetAndDue.module.css'

export function PetAndDue({ about: { pet, due, isOwn } }: { about: CarePet }) {
  return (
    <section className={css.card} aria-label={pet.name}>
      <PetPicture pet={pet} size={64} decorative />
      <div className={css.words}>
        {isOwn ? (
          <Link to={`/profile/add-pet?pet=${pet.id}`} className={css.name}>
            {pet.name}
          </Link>
        ) : (
          <strong className={css.name}>{pet.name}</strong>
        )}
        {due.length > 0 ? (
          <ul className={css.due} aria-label="Vaccinations due">
            {due.map(({ name, dueOn }) => (
              <li key={name}>
                <DueChip name={name} dueOn={dueOn} />
              </li>
            ))}
          </ul>
        ) : (
          <p>No vaccinations are due.</p>
        )}
      </div>
      {isOwn && (
        <Button component={Link} to={noteAddress.own(pet.id)} variant="default">
          Add your own note
        </Button>
      )}
    </section>
  )
}
