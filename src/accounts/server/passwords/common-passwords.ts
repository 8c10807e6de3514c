import { dictionary } from '@zxcvbn-ts/language-common'
import { passwordLength } from '#/accounts/rules.ts'
import type { Db } from '#/kernel/server/db.ts'

/** Refuses this many of the most common passwords, not counting those that are too short anyway. */
const refused = 1_000

const commonest = new Set(
  dictionary['passwords-common']
    .map((password) => String(password).toLowerCase())
    .filter(({ length }) => length >= passwordLength.min)
    .slice(0, refused),
)

export const isCommonPassword = (password: string): boolean => commonest.has(password.toLowerCase())

/** Tells whether a person has a provider's record, finished or not: people entrust pets to them. */
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
