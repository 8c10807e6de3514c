import { queryClient } from '#/kernel/web/query-client.ts'
import type { PetDetails } from '#/pets/contract.ts'
import { hasLinks } from './certificate-links.ts'
import { pets } from './pets.ts'

/** Stores the server's latest answer, and marks lists as stale. */
export function keepPet(pet: PetDetails): void {
  queryClient.setQueryData(pets.query.get.queryKey({ input: { id: pet.id } }), pet)
  // A repeated request gets the first answer, whose links may have expired.
  if (hasLinks(pet)) void reloadPet(pet.id)
  else forgetLists()
}

export function reloadPet(id: string): Promise<void> {
  forgetLists()
  return queryClient.invalidateQueries({ queryKey: pets.query.get.key({ input: { id } }) })
}

function forgetLists(): void {
  void queryClient.invalidateQueries({ queryKey: pets.query.list.key() })
}
