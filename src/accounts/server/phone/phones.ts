import { sql } from 'kysely'
import { emailForNobody } from '#/accounts/rules.ts'
import { lockUser, type Tell } from '#/accounts/server/passwords/passwords.ts'
import { Refused } from '#/accounts/server/sign-in/refused.ts'
import type { Db, Tx } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { PhoneCodes } from './codes.ts'

export const phone = { provider_id: 'phone', issuer: 'local:phone' } as const

type Given = Parameters<PhoneCodes['check']>[0]
type Work = { db: Db; codes: PhoneCodes; now: Date }

/** Finds the number's account, or creates it, and uses up the code. */
export async function signInByPhone(
  { db, codes, now }: Work,
  given: Given,
): Promise<{ userId: string; isNew: boolean }> {
  await expectRight(codes, given, now)
  return db.transaction().execute(async (tx) => {
    await takeCode(tx, codes, given)
    const known = await ownerOf(tx, given.phoneNumber)
    return known ? { userId: known, isNew: false } : { userId: await signUp(tx, given), isNew: true }
  })
}

/** Refuses a wrong code, and counts it as a try. */
export async function expectRight(codes: PhoneCodes, given: Given, now: Date): Promise<void> {
  const found = await codes.check(given, now)
  if (found !== 'right') throw new Refused(400, found === 'wrong' ? 'WRONG_CODE' : 'CODE_USED_UP')
}

/** Takes a number's codes one after another: two of them must not create two accounts. */
export async function takeCode(tx: Tx, codes: PhoneCodes, given: Given): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`phone ${given.phoneNumber}`}))`.execute(tx)
  if (!(await codes.take(tx, given))) throw new Refused(400, 'WRONG_CODE')
}

async function ownerOf(tx: Tx, phoneNumber: string): Promise<string | undefined> {
  const account = await tx
    .selectFrom('accounts')
    .select('user_id')
    .where('issuer', '=', phone.issuer)
    .where('account_id', '=', phoneNumber)
    .executeTakeFirst()
  return account?.user_id
}

async function signUp(tx: Tx, { phoneNumber }: Pick<Given, 'phoneNumber'>): Promise<string> {
  const id = newId<'user'>()
  await tx
    .insertInto('users')
    .values({ id, name: '', email: emailForNobody(id) })
    .execute()
  await addPhone(tx, id, phoneNumber)
  return id
}

async function addPhone(tx: Tx, userId: string, phoneNumber: string): Promise<void> {
  await tx
    .insertInto('accounts')
    .values({ id: newId(), user_id: userId, account_id: phoneNumber, ...phone })
    .execute()
}

/** Adds a number to the account, or replaces the one it has. */
export async function linkPhone(
  { db, codes, now, tell }: Work & { tell: Tell },
  userId: string,
  given: Given,
): Promise<void> {
  await expectRight(codes, given, now)
  await db.transaction().execute(async (tx) => {
    // Makes this wait for other links, and for a change that ends all sessions.
    await lockUser(tx, userId)
    await takeCode(tx, codes, given)
    const owner = await ownerOf(tx, given.phoneNumber)
    if (owner === userId) return
    if (owner) throw new Refused(409, 'PHONE_TAKEN')
    await tx
      .deleteFrom('accounts')
      .where('user_id', '=', userId)
      .where('provider_id', '=', phone.provider_id)
      .execute()
    await addPhone(tx, userId, given.phoneNumber)
    await tell(tx, userId, { kind: 'linked', way: 'phone' })
  })
}
