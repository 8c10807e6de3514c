import type { z } from 'zod'
import type { Db } from '#/kernel/server/db.ts'
import type { PharmacistProfile, pharmacistInput } from '#/shop/contract.ts'
import { type Saving, saveRecord, withProposal } from '#/verification/server/index.ts'

export async function findPharmacist(db: Db, userId: string): Promise<PharmacistProfile | undefined> {
  const profile = await db
    .selectFrom('pharmacists')
    .select([
      'full_name as fullName',
      'registration_number as registrationNumber',
      'shop_license_number as shopLicenseNumber',
      'shop_address as shopAddress',
      'profile_image_url as imageUrl',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return withProposal(db, 'pharmacist', { userId, profile })
}

export async function savePharmacist(
  work: Saving,
  input: z.output<typeof pharmacistInput>,
): Promise<PharmacistProfile> {
  const columns = {
    full_name: input.fullName,
    registration_number: input.registrationNumber,
    shop_license_number: input.shopLicenseNumber,
    shop_address: input.shopAddress,
  }
  await saveRecord(work, 'pharmacist', columns, input)
  return (await findPharmacist(work.db, work.actor.userId))!
}
