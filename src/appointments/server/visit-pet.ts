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
    .select(['a.pet_owner_id', 'p.pet_id', 'a.phase', 'a.ends_at'])
    .where('a.id', '=', id)
    .where('a.provider_id', '=', sql<string>`any(${providerIdsOf(actor.records)}::uuid[])`)
    .$if(petId !== undefined, (query) => query.where('p.pet_id', '=', petId!))
    .orderBy('p.position')
    .limit(1)
    .executeTakeFirst()
  if (!visit) return undefined
  return findPetForCare(reading, {
    ownerId: visit.pet_owner_id,
    petId: visit.pet_id,
    isAccepted: isAccepted(visit.phase),
    endsAt: visit.ends_at,
  })
}
