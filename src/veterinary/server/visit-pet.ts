import { type AppointmentStatus, isAccepted } from '#/booking/rules.ts'
import type { Serving } from '#/kernel/server/serve.ts'
import type { PetCare } from '#/pets/contract.ts'
import { findPetForCare } from '#/pets/server/index.ts'
import { findPetOfVisit } from './queries.ts'

/** The pet of the actor's visit, as far as its vet may read of it now. */
export async function findVisitPet(
  reading: Pick<Serving, 'db' | 'actor' | 'now' | 'linkTo'>,
  id: string,
): Promise<PetCare | undefined> {
  const visit = await findPetOfVisit(reading.db, reading.actor.records['veterinary_doctor']!, id)
  if (!visit?.pet_id) return undefined
  return findPetForCare(reading, {
    ownerId: visit.pet_owner_id,
    petId: visit.pet_id,
    isAccepted: isAccepted(visit.status as AppointmentStatus),
    endsAt: visit.ends_at,
  })
}
