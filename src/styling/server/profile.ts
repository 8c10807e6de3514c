import type { z } from 'zod'
import type { Db } from '#/kernel/server/db.ts'
import type { StylistProfile, stylistProfileInput } from '#/styling/contract.ts'
import { expectArea, type Saving, saveRecord, withProposal } from '#/verification/server/index.ts'

export async function findProfile(db: Db, userId: string): Promise<StylistProfile | undefined> {
  const profile = await db
    .selectFrom('pet_stylists')
    .select([
      'full_name as fullName',
      'location',
      'hourly_rate as hourlyRate',
      'years_experience as yearsExperience',
      'specializations',
      'max_pets as maxPets',
      'comes_to_owner as comesToOwner',
      'bio',
      'profile_image_url as imageUrl',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return withProposal(db, 'pet_stylist', { userId, profile })
}

export async function saveProfile(
  work: Saving,
  input: z.output<typeof stylistProfileInput>,
): Promise<StylistProfile> {
  expectArea(input)
  const columns = {
    full_name: input.fullName,
    location: input.location,
    hourly_rate: input.hourlyRate,
    years_experience: input.yearsExperience,
    specializations: input.specializations,
    max_pets: input.maxPets,
    comes_to_owner: input.comesToOwner,
    bio: input.bio,
  }
  await saveRecord(work, 'pet_stylist', columns, input)
  return (await findProfile(work.db, work.actor.userId))!
}
