import { useId, useState } from 'react'
import { Link } from 'react-router'
import button from '#/kernel/web/button.module.css'
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
          <Link to="/profile/add-pet" className={button.plain}>
            Add pet
          </Link>
        )
      }
    >
      {pets.length === 0 ? (
        <div className={css.empty}>
          <Drawing name="no-pets" width={120} />
          <div>
            <p>No pets yet. Add one, and booking takes a minute.</p>
            <Link to="/profile/add-pet" className={button.primary}>
              Add pet
            </Link>
          </div>
        </div>
      ) : (
        <PetList pets={pets} hasMore={hasMore} loadMore={loadMore} />
      )}
      <PastPets />
    </DashboardBlock>
  )
}

/** Shows archived and remembered pets behind a button; nothing if there are none. */
function PastPets() {
  const [isOpen, setOpen] = useState(false)
  const listId = useId()
  const { pets, isError, retry, hasMore, loadMore } = useMyPets({ which: 'past' })
  if (isError && pets.length === 0) {
    return (
      <p className={css.past} role="alert">
        We couldn’t load your archived pets.{' '}
        <button type="button" className={button.plain} onClick={retry}>
          Retry
        </button>
      </p>
    )
  }
  if (pets.length === 0) return null
  return (
    <div className={css.past}>
      <button
        type="button"
        className={button.plain}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide archived and remembered' : 'Archived and remembered'}
      </button>
      <div id={listId} hidden={!isOpen}>
        <PetList pets={pets} hasMore={hasMore} loadMore={loadMore} />
      </div>
    </div>
  )
}

type ListProps = Pick<ReturnType<typeof useMyPets>, 'pets' | 'hasMore' | 'loadMore'>

function PetList({ pets, hasMore, loadMore }: ListProps) {
  return (
    <>
      <ul className={css.pets}>
        {pets.map((pet) => (
          <li key={pet.id}>
            <PetCard pet={pet} />
          </li>
        ))}
      </ul>
      {hasMore && (
        <button type="button" className={button.plain} onClick={loadMore}>
          Show more
        </button>
      )}
    </>
  )
}
