import type { PetCare } from '#/pets/contract.ts'

/** Links work for five minutes: how often a page that shows some asks for new ones; one that shows none does not. */
export function renewLinks({ state: { data } }: { state: { data?: PetCare | undefined } }): number | false {
  return hasLinks(data) && 4 * 60_000
}

export function hasLinks(pet: PetCare | undefined): boolean {
  return Boolean(pet?.vaccinations.some(({ certificate }) => certificate))
}
