import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'

let numbers = 0

/** Links a confirmed phone number to an account, as entering its code does. */
export async function makePhone(
  db: Db,
  { userId, number = `+9197${String(numbers++).padStart(8, '0')}` }: { userId: string; number?: string },
): Promise<string> {
  await db
    .insertInto('accounts')
    .values({
      id: newId(),
      user_id: userId,
      account_id: number,
      provider_id: 'phone',
      issuer: 'local:phone',
    })
    .execute()
  return number
}
