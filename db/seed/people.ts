import { hashPassword } from 'better-auth/crypto'
import type { Role } from '#/accounts/rules.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'

export const demoPassword = 'pawfolk-demo'

export type MakeAccount = Awaited<ReturnType<typeof demoAccounts>>

/** Makes accounts with the demo password, hashed once for all of them. */
export async function demoAccounts(db: Db, timeZone: string) {
  const password = await hashPassword(demoPassword)
  return async function makeAccount(name: string, email: string, role: Role = 'pet_owner'): Promise<string> {
    const id = newId<'user'>()
    await db
      .insertInto('users')
      .values({ id, name, email, email_verified: true, time_zone: timeZone })
      .execute()
    await db
      .insertInto('accounts')
      .values({
        id: newId(),
        user_id: id,
        account_id: id,
        provider_id: 'credential',
        issuer: 'local:credential',
        password,
      })
      .execute()
    if (role !== 'pet_owner') await db.updateTable('profiles').set({ role }).where('id', '=', id).execute()
    return id
  }
}

/** Sets the city in the owner record that everyone has from the start. */
export async function liveIn(db: Db, city: string, userId: string): Promise<string> {
  const { id } = await db
    .updateTable('pet_owners')
    .set({ city })
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
