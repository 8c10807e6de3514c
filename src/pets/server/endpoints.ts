import { pageSize } from '#/kernel/fields.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { serve } from '#/kernel/server/serve.ts'
import { type Pet, petsContract, speciesSchema } from '#/pets/contract.ts'
import { findOwnPets, insertPet } from './queries.ts'

const os = serve(petsContract)

export const petsEndpoints = os.router({
  add: os.add.handler(async ({ input, context: { actor, db, now, keepPicture } }) => {
    const { name, species, breed, sizeLbs, photo } = input
    const row = await insertPet(db, {
      id: newId<'pet'>(),
      owner_id: actor.records['pet_owner']!,
      name,
      species,
      breed,
      pet_size_lbs: sizeLbs ?? null,
      photo_url: photo ? await keepPicture(photo) : null,
      created_at: now,
    })
    return present(row)
  }),

  list: os.list.handler(async ({ input, context: { actor, db } }) => {
    const found = await findOwnPets(db, actor, input?.cursor)
    const rows = found.slice(0, pageSize).map(present)
    return { rows, nextCursor: found.length > pageSize ? rows.at(-1)!.id : null }
  }),
})

type PetRow = Awaited<ReturnType<typeof findOwnPets>>[number]

function present({ pet_size_lbs, photo_url, species, ...row }: PetRow): Pet {
  return { ...row, species: speciesSchema.parse(species), sizeLbs: pet_size_lbs, photoUrl: photo_url }
}
