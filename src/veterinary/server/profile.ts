import type { z } from 'zod'
import type { Db } from '#/kernel/server/db.ts'
import { type Saving, saveRecord, withProposal } from '#/verification/server/index.ts'
import { refuse } from '#/veterinary/contract.ts'
import type { VetProfile, vetProfileInput } from '#/veterinary/profile.ts'

export async function findProfile(db: Db, userId: string): Promise<VetProfile | null> {
  const row = await db
    .selectFrom('veterinary_doctors')
    .select([
      'full_name',
      'license_id',
      'registration_council',
      'specialization',
      'location',
      'phone_number',
      'consultation_fee',
      'refund_policy',
      'offers_in_person',
      'offers_teleconsultation',
      'bio',
      'profile_image_url',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const profile = row && {
    fullName: row.full_name,
    licenseId: row.license_id,
    registrationCouncil: row.registration_council,
    specialization: row.specialization,
    location: row.location,
    phoneNumber: row.phone_number,
    consultationFee: row.consultation_fee,
    refundPolicy: row.refund_policy,
    offersInPerson: row.offers_in_person,
    offersTeleconsultation: row.offers_teleconsultation,
    bio: row.bio,
    imageUrl: row.profile_image_url,
  }
  return (await withProposal(db, 'veterinary_doctor', { userId, profile })) ?? null
}

export async function saveProfile(
  work: Saving,
  input: z.output<typeof vetProfileInput>,
): Promise<VetProfile> {
  if (!input.offersInPerson && !input.offersTeleconsultation) refuse('veterinary.no_kind_of_visit')
  const columns = {
    full_name: input.fullName,
    license_id: input.licenseId,
    registration_council: input.registrationCouncil,
    specialization: input.specialization,
    location: input.location,
    phone_number: input.phoneNumber,
    consultation_fee: input.consultationFee,
    refund_policy: input.refundPolicy,
    offers_in_person: input.offersInPerson,
    offers_teleconsultation: input.offersTeleconsultation,
    bio: input.bio,
  }
  await saveRecord(work, 'veterinary_doctor', columns, input)
  return (await findProfile(work.db, work.actor.userId))!
}
