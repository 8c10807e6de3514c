import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Species } from '#/pets/rules.ts'
import { insertPet } from './queries.ts'

type Wanted = {
  ownerId: string
  name?: string
  species?: Species
  breed?: string | null
  sizeLbs?: number | null
  photoUrl?: string | null
  now?: Date
}

/** A pet for tests and the demo: Bruno, a dog, where nothing else is said. */
export function makePet(db: Db, wanted: Wanted) {
  return insertPet(db, {
    id: newId<'pet'>(),
    owner_id: wanted.ownerId,
    name: wanted.name ?? 'Bruno',
    species: wanted.species ?? 'dog',
    breed: wanted.breed ?? null,
    pet_size_lbs: wanted.sizeLbs ?? null,
    photo_url: wanted.photoUrl ?? null,
    created_at: wanted.now ?? new Date(),
  })
}
