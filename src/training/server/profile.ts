import type { z } from 'zod'
import type { Db } from '#/kernel/server/db.ts'
import { refuse, type TrainerProfile, type trainerProfileInput } from '#/training/contract.ts'
import { expectArea, type Saving, saveRecord, withProposal } from '#/verification/server/index.ts'

export async function findProfile(db: Db, userId: string): Promise<TrainerProfile | undefined> {
  const profile = await db
    .selectFrom('pet_trainers')
    .select([
      'full_name as fullName',
      'location',
      'hourly_rate as hourlyRate',
      'years_experience as yearsExperience',
      'specializations',
      'offers_in_person as offersInPerson',
      'offers_online as offersOnline',
      'comes_to_owner as comesToOwner',
      'refund_policy as refundPolicy',
      'bio',
      'profile_image_url as imageUrl',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return withProposal(db, 'pet_trainer', { userId, profile })
}

export async function saveProfile(
  work: Saving,
  input: z.output<typeof trainerProfileInput>,
): Promise<TrainerProfile> {
  if (!input.offersInPerson && !input.offersOnline) refuse('training.no_kind_of_session')
  const comesToOwner = input.comesToOwner && input.offersInPerson
  expectArea({ location: input.location, comesToOwner })
  const columns = {
    full_name: input.fullName,
    location: input.location,
    hourly_rate: input.hourlyRate,
    years_experience: input.yearsExperience,
    specializations: input.specializations,
    offers_in_person: input.offersInPerson,
    offers_online: input.offersOnline,
    comes_to_owner: comesToOwner,
    refund_policy: input.refundPolicy,
    bio: input.bio,
  }
  await saveRecord(work, 'pet_trainer', columns, input)
  return (await findProfile(work.db, work.actor.userId))!
}
