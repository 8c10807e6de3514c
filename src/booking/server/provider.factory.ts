import { confirmEmail } from '#/accounts/server/confirmed.factory.ts'
import type { Trade } from '#/booking/trades.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'

/** Inserts a provider who just confirmed their email: unverified and without hours. */
export async function makeProvider(db: Db, trade: Trade, userId: string): Promise<string> {
  const id = newId<'provider'>()
  await confirmEmail(db, userId)
  const person = { id, user_id: userId, full_name: 'Leela Menon', location: 'Bengaluru' }
  if (trade === 'veterinary')
    await db
      .insertInto('veterinary_doctors')
      .values({ ...person, specialization: 'General practice', location: 'Bengaluru', license_id: 'KVC/1' })
      .execute()
  else if (trade === 'sitting') await db.insertInto('pet_sitters').values(person).execute()
  else
    await db
      .insertInto(trade === 'training' ? 'pet_trainers' : 'pet_stylists')
      .values({ ...person, hourly_rate: 50_000, specializations: ['Puppy Training'] })
      .execute()
  return id
}
