import { renameUser } from '#/accounts/server/index.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Actor } from '#/kernel/server/work.ts'
import type { OwnerProfile } from '#/owners/contract.ts'

export function findProfile(db: Db, actor: Actor): Promise<OwnerProfile | undefined> {
  return db
    .selectFrom('pet_owners as o')
    .innerJoin('users as u', 'u.id', 'o.user_id')
    .select([
      'u.name as fullName',
      'o.phone_number as phoneNumber',
      'o.address',
      'o.city',
      'o.emergency_contact_name as emergencyContactName',
      'o.emergency_contact_phone as emergencyContactPhone',
    ])
    .where('o.user_id', '=', actor.userId)
    .executeTakeFirst()
}

export async function updateProfile(db: Db, actor: Actor, profile: OwnerProfile, now: Date): Promise<void> {
  const { fullName, phoneNumber, address, city, emergencyContactName, emergencyContactPhone } = profile
  await db
    .updateTable('pet_owners')
    .set({
      phone_number: phoneNumber,
      address,
      city,
      emergency_contact_name: emergencyContactName,
      emergency_contact_phone: emergencyContactPhone,
      updated_at: now,
    })
    .where('user_id', '=', actor.userId)
    .execute()
  await renameUser(db, { userId: actor.userId, name: fullName, at: now })
}
