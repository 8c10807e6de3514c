import type { Insertable } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Pets } from '#/kernel/server/schema.ts'
import type { Day } from '#/kernel/time.ts'
import type { Species } from '#/pets/rules.ts'
import { insertPet } from './queries.ts'
import { insertVaccination } from './vaccination-queries.ts'

type Wanted = {
  ownerId: string
  name?: string
  species?: Species
  breed?: string | null
  sizeLbs?: number | null
  photoUrl?: string | null
  facts?: Partial<Insertable<Pets>>
  now?: Date
}

/** Makes a pet for tests and the demo; by default Bruno, a dog. */
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
    ...wanted.facts,
  })
}

type WantedVaccination = { petId: string; name?: string; givenOn: Day; nextDueOn?: Day | null; now?: Date }

export async function makeVaccination(db: Db, wanted: WantedVaccination): Promise<string> {
  const { petId, name = 'Rabies', givenOn, nextDueOn = null, now = new Date() } = wanted
  const id = newId<'vaccination'>()
  await insertVaccination(db, {
    id,
    pet_id: petId,
    name,
    given_on: givenOn,
    next_due_on: nextDueOn,
    created_at: now,
  })
  return id
}
