import { MINUTE } from '#/kernel/duration.ts'
import type { PetCare } from '#/pets/contract.ts'

/** Returns how often to renew links, which work for five minutes; false without links. */
export function renewLinks({ state: { data } }: { state: { data?: PetCare | undefined } }): number | false {
  return hasLinks(data) && 4 * MINUTE
}

export function hasLinks(pet: PetCare | undefined): boolean {
  return Boolean(pet?.vaccinations.some(({ certificate }) => certificate))
}
