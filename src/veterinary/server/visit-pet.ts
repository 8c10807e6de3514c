import { type AppointmentStatus, isAccepted } from '#/booking/rules.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import type { PetCare } from '#/pets/contract.ts'
import { findPetForCare } from '#/pets/server/index.ts'
import { findPetOfVisit } from './queries.ts'

/** The pet of the actor's visit, as far as its vet may read of it now. */
export async function findVisitPet(
  { db, actor, now }: Pick<ActorWork, 'db' | 'actor' | 'now'>,
  id: string,
): Promise<PetCare | undefined> {
  const visit = await findPetOfVisit(db, actor.records['veterinary_doctor']!, id)
  if (!visit?.pet_id) return undefined
  return findPetForCare(
    db,
    {
      ownerId: visit.pet_owner_id,
      petId: visit.pet_id,
      isAccepted: isAccepted(visit.status as AppointmentStatus),
      endsAt: visit.ends_at,
    },
    now,
  )
}
