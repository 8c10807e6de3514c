import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import button from '#/app/shell/button.module.css'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { rpcFor } from '#/kernel/web/rpc.ts'
import type { Pet, petsContract } from '#/pets/contract.ts'
import { DashboardBlock } from './DashboardBlock.tsx'
import css from './MyPets.module.css'

const pets = rpcFor<typeof petsContract>('pets')

export function MyPets() {
  const query = useQuery(pets.query.list.queryOptions({ input: {} }))
  return (
    <DashboardBlock
      title="My pets"
      query={query}
      aside={
        <Link to="/profile/add-pet" className={button.plain} prefetch="intent">
          Add pet
        </Link>
      }
      skeleton={<div className={css.skeleton} />}
    >
      {({ rows }) =>
        rows.length === 0 ? (
          <p className={css.empty}>
            <Drawing name="no-pets" width={120} />
            <span>No pets yet. Add one, and booking takes a minute.</span>
          </p>
        ) : (
          <ul className={css.pets}>
            {rows.map((pet) => (
              <li key={pet.id}>
                <Portrait pet={pet} />
                <strong>{pet.name}</strong>
                <span>{pet.breed}</span>
              </li>
            ))}
          </ul>
        )
      }
    </DashboardBlock>
  )
}

function Portrait({ pet }: { pet: Pet }) {
  return pet.photoUrl ? (
    <img src={pet.photoUrl} alt="" width={72} height={72} loading="lazy" className={css.portrait} />
  ) : (
    <Drawing name={pet.species} width={72} className={css.portrait} />
  )
}
