import { pageSize } from '#/kernel/fields.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { expectName } from '#/kernel/server/public-words.ts'
import { serve } from '#/kernel/server/serve.ts'
import { petsContract } from '#/pets/contract.ts'
import { refuse } from '#/pets/errors.ts'
import { maxPets } from '#/pets/rules.ts'
import { changePet, movePet, showOwnPet } from './change.ts'
import { presentPet } from './present.ts'
import { findOwnPets, insertPet, lockAndCountPets } from './queries.ts'
import { addVaccination, changeVaccination, removeVaccination } from './vaccinations.ts'

const os = serve(petsContract)

export const petsEndpoints = os.router({
  add: os.add.handler(async ({ input, context: { actor, config, db, now, keepPicture } }) => {
    expectName(input.name, config)
    const { name, species, breed, isMixed, sizeLbs, photo } = input
    const ownerId = actor.records['pet_owner']!
    if ((await lockAndCountPets(db, ownerId)) >= maxPets) refuse('pets.too_many')
    const row = await insertPet(db, {
      id: newId<'pet'>(),
      owner_id: ownerId,
      name,
      species,
      breed,
      is_mixed: isMixed,
      pet_size_lbs: sizeLbs ?? null,
      photo_url: photo ? await keepPicture(photo) : null,
      created_at: now,
    })
    return presentPet(row)
  }),

  list: os.list.handler(async ({ input, context: { actor, db } }) => {
    const found = await findOwnPets(db, actor, input?.which ?? 'active', input?.cursor)
    const rows = found.slice(0, pageSize).map(presentPet)
    return { rows, nextCursor: found.length > pageSize ? rows.at(-1)!.id : null }
  }),

  get: os.get.handler(({ input, context }) => showOwnPet(context, input.id)),

  change: os.change.handler(({ input, context }) => {
    expectName(input.name, context.config)
    return changePet(context, input)
  }),

  archive: os.archive.handler(({ input, context }) => movePet(context, 'archive', input.id)),

  remember: os.remember.handler(({ input, context }) => movePet(context, 'remember', input.id)),

  bringBack: os.bringBack.handler(({ input, context }) => movePet(context, 'bring_back', input.id)),

  addVaccination: os.addVaccination.handler(({ input, context }) => addVaccination(context, input)),

  changeVaccination: os.changeVaccination.handler(({ input, context }) => changeVaccination(context, input)),

  removeVaccination: os.removeVaccination.handler(({ input, context }) => removeVaccination(context, input)),
})
