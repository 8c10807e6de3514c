import { sql } from 'kysely'
import { isAccepted } from '#/appointments/rules.ts'
import { providerIdsOf } from '#/booking/trades.ts'
import type { Serving } from '#/kernel/server/serve.ts'
import type { PetCare } from '#/pets/contract.ts'
import { findPetForCare } from '#/pets/server/index.ts'

/** Finds a pet of the provider's appointment, by default the first, with what they may read about it now. */
export async function findVisitPet(
  reading: Pick<Serving, 'db' | 'actor' | 'now' | 'linkTo'>,
  { id, petId }: { id: string; petId?: string | undefined },
): Promise<PetCare | undefined> {
  const { db, actor } = reading
  const visit = await db
    .selectFrom('appointments as a')
    .innerJoin('appointment_pets as p', 'p.appointment_id', 'a.id')
    .innerJoin('pets as pet', 'pet.id', 'p.pet_id')
    .innerJoin('pet_owners as o', 'o.id', 'a.pet_owner_id')
    .select(['a.pet_owner_id', 'p.pet_id', 'a.phase', 'a.ends_at'])
    .select(sql<string>`known_pet_name(${actor.userId}, o.user_id, pet.id, pet.name)`.as('pet_name'))
    .where('a.id', '=', id)
    .where('a.provider_id', '=', sql<string>`any(${providerIdsOf(actor.records)}::uuid[])`)
    .$if(petId !== undefined, (query) => query.where('p.pet_id', '=', petId!))
    .orderBy('p.position')
    .limit(1)
    .executeTakeFirst()
  if (!visit) return undefined
  const pet = await findPetForCare(reading, {
    ownerId: visit.pet_owner_id,
    petId: visit.pet_id,
    isAccepted: isAccepted(visit.phase),
    endsAt: visit.ends_at,
  })
  return pet && { ...pet, name: visit.pet_name }
}
