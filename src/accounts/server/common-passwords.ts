import { dictionary } from '@zxcvbn-ts/language-common'
import { passwordLength } from '#/accounts/rules.ts'
import type { Db } from '#/kernel/server/db.ts'

/** How many of the commonest are refused; those too short to be anyone's here do not count. */
const refused = 1_000

const commonest = new Set(
  dictionary['passwords-common']
    .map((password) => String(password).toLowerCase())
    .filter(({ length }) => length >= passwordLength.min)
    .slice(0, refused),
)

/** Whether a password is one of those that are guessed first. */
export const isCommonPassword = (password: string): boolean => commonest.has(password.toLowerCase())

/** Whether people entrust pets to somebody, or come to: they have the record of a provider, finished or not. */
export async function isProvider(db: Db, userId: string): Promise<boolean> {
  const record = await db
    .selectFrom('role_records')
    .select('record_id')
    .where('user_id', '=', userId)
    .where('record', '<>', 'pet_owner')
    .limit(1)
    .executeTakeFirst()
  return record !== undefined
}
