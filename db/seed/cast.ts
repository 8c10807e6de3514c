import type { Day } from '#/kernel/time.ts'
import type { DemoOwner } from './owners.ts'
import type { DemoVet } from './vets.ts'

export type Today = { now: Date; today: Day; timeZone: string }

/** The demo's people in the database, by their slugs. */
export type Cast = {
  vets: ReadonlyMap<string, DemoVet & { id: string }>
  owners: ReadonlyMap<string, DemoOwner & { ownerId: string; petIds: ReadonlyMap<string, string> }>
}

/** Finds a story's owner, pet and vet; throws if the story misspells a name. */
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
