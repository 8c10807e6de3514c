import { queryClient } from '#/kernel/web/query-client.ts'
import type { PetDetails } from '#/pets/contract.ts'
import { hasLinks } from './certificate-links.ts'
import { pets } from './pets.ts'

/** A pet as the server has just told it: shown at once, and lists ask anew when they are next looked at. */
export function keepPet(pet: PetDetails): void {
  queryClient.setQueryData(pets.query.get.queryKey({ input: { id: pet.id } }), pet)
  // The answer to a repeat is the one of the first time, and its links may have ended since.
  if (hasLinks(pet)) void reloadPet(pet.id)
  else forgetLists()
}

/** After something changed that only the server can tell in full. */
export function reloadPet(id: string): Promise<void> {
  forgetLists()
  return queryClient.invalidateQueries({ queryKey: pets.query.get.key({ input: { id } }) })
}

function forgetLists(): void {
  void queryClient.invalidateQueries({ queryKey: pets.query.list.key() })
}
