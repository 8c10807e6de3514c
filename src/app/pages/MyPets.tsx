import { Link } from 'react-router'
import button from '#/app/shell/button.module.css'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { PetCard, useMyPets } from '#/pets/web/index.ts'
import { DashboardBlock } from './DashboardBlock.tsx'
import css from './MyPets.module.css'

export function MyPets() {
  const { pets, isPending, isError, retry, hasMore, loadMore } = useMyPets()
  return (
    <DashboardBlock
      title="My pets"
      isPending={isPending}
      isError={isError && pets.length === 0}
      retry={retry}
      aside={
        pets.length > 0 && (
          <Link to="/profile/add-pet" className={button.plain} prefetch="intent">
            Add pet
          </Link>
        )
      }
      skeleton={<div className={css.skeleton} />}
    >
      {pets.length === 0 ? (
        <div className={css.empty}>
          <Drawing name="no-pets" width={120} />
          <div>
            <p>No pets yet. Add one, and booking takes a minute.</p>
            <Link to="/profile/add-pet" className={button.primary} prefetch="intent">
              Add pet
            </Link>
          </div>
        </div>
      ) : (
        <ul className={css.pets}>
          {pets.map((pet) => (
            <li key={pet.id}>
              <PetCard pet={pet} />
            </li>
          ))}
        </ul>
      )}
      {hasMore && (
        <button type="button" className={button.plain} onClick={loadMore}>
          Show more
        </button>
      )}
    </DashboardBlock>
  )
}
