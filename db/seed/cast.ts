import type { Day } from '#/kernel/time.ts'
import type { DemoOwner } from './owners.ts'
import type { DemoVet } from './vets.ts'

/** The moment of seeding, and its day. */
export type Today = { now: Date; today: Day; timeZone: string }

/** The people of the demo, by their slugs, as they stand in the database. */
export type Cast = {
  vets: ReadonlyMap<string, DemoVet & { id: string }>
  owners: ReadonlyMap<string, DemoOwner & { ownerId: string; petIds: ReadonlyMap<string, string> }>
}

/** Who comes with which pet to which vet; a name that nobody has is a mistake in the stories. */
export function partiesOf(
  { vets, owners }: Cast,
  { vet, owner, pet }: { vet: string; owner: string; pet: string },
) {
  const found = { vet: vets.get(vet), owner: owners.get(owner) }
  const petId = found.owner?.petIds.get(pet)
  if (!found.vet || !found.owner || !petId)
    throw new Error(`The demo has no ${vet}, ${owner} or ${pet} of theirs`)
  return { vet: found.vet, ownerId: found.owner.ownerId, petId }
}
