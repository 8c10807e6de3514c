import type { Db } from '#/kernel/server/db.ts'
import { addDays, type Day } from '#/kernel/time.ts'
import { makePet, makeVaccination } from '#/pets/server/factory.ts'
import type { DemoPet } from './owners.ts'

/** Adds a pet with all its details, and returns its id. */
export async function bringHome(
  db: Db,
  ownerId: string,
  pet: DemoPet,
  { now, today }: { now: Date; today: Day },
): Promise<string> {
  const { slug, isDrawn, name, species, breed, sizeLbs, age, goodWith, status = 'active' } = pet
  const { id } = await makePet(db, {
    ownerId,
    name,
    species,
    breed,
    sizeLbs,
    photoUrl: isDrawn ? `/portraits/${slug}.svg` : null,
    now,
    facts: {
      is_mixed: pet.isMixed ?? false,
      sex: pet.sex ?? null,
      date_of_birth: age ? addDays(today, -age.days) : null,
      is_birth_estimated: age?.about ?? false,
      is_neutered: pet.isNeutered ?? null,
      microchip: pet.microchip ?? null,
      temperament: pet.temperament ?? [],
      good_with_dogs: goodWith?.dogs ?? null,
      good_with_cats: goodWith?.cats ?? null,
      good_with_children: goodWith?.children ?? null,
      status,
      status_changed_at: status === 'active' ? null : now,
      ...pet.notes,
    },
  })
  for (const { name: vaccine, daysAgo, dueInDays } of pet.vaccinations ?? []) {
    await makeVaccination(db, {
      petId: id,
      name: vaccine,
      givenOn: addDays(today, -daysAgo),
      nextDueOn: dueInDays === undefined ? null : addDays(today, dueInDays),
      now,
    })
  }
  return id
}
