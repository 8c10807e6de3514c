import { sql } from 'kysely'
import type { PetClash } from '#/appointments/contract.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'

type Question = {
  userId: string
  petId: string
  times: readonly [startsAt: string, endsAt: string][]
  exceptProviderId?: string | undefined
}

/**
 * Finds the first open appointment of the person's own pet at any of the times. Only a warning, because it may be intended.
 * @throws request.not_found if the pet isn't theirs
 */
export async function findPetClash(
  db: Db,
  { userId, petId, times, exceptProviderId = undefined }: Question,
): Promise<PetClash> {
  const starts = times.map(([startsAt]) => startsAt)
  const ends = times.map(([, endsAt]) => endsAt)
  const found = await db
    .selectFrom('pets as pet')
    .innerJoin('pet_owners as owner', 'owner.id', 'pet.owner_id')
    .leftJoin('appointment_pets as ap', 'ap.pet_id', 'pet.id')
    .leftJoin('appointments as a', (join) =>
      join
        .onRef('a.id', '=', 'ap.appointment_id')
        .on('a.status', 'in', ['pending', 'confirmed'])
        .on(sql<boolean>`a.provider_id is distinct from ${exceptProviderId ?? null}::uuid`)
        .on(
          sql<boolean>`exists (
            select from unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) t (starts_at, ends_at)
             where a.starts_at < t.ends_at and a.ends_at > t.starts_at)`,
        ),
    )
    .leftJoin('providers as provider', 'provider.id', 'a.provider_id')
    .select(['pet.name', 'provider.addressed_as', 'a.starts_at', 'a.time_zone'])
    .where('owner.user_id', '=', userId)
    .where('pet.id', '=', petId)
    .orderBy('a.starts_at')
    .limit(1)
    .executeTakeFirst()
  if (!found) return refuseRequest('request.not_found')
  const { name, addressed_as, starts_at, time_zone } = found
  const isFree = addressed_as === null || starts_at === null || time_zone === null
  return {
    clash: isFree ? null : { petName: name, with: addressed_as, startsAt: starts_at, timeZone: time_zone },
  }
}
