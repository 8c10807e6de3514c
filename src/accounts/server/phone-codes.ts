import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { codeRules } from '#/accounts/rules.ts'
import type { Db, Tx } from '#/kernel/server/db.ts'

type Code = { phoneNumber: string; code: string }

/** Codes sent to phones. Of a code, a hash is kept, with the operator's secret in it: there are only a million of them. */
export function phoneCodes(db: Db, { secret, pauseSeconds }: { secret: string; pauseSeconds: number }) {
  const hashOf = ({ phoneNumber, code }: Code) =>
    createHmac('sha256', secret).update(`phone code ${phoneNumber} ${code}`).digest('base64url')

  return {
    /**
     * A new code for a number; the one before it is no longer good. Or, too soon after that one, for how many seconds
     * there is none. One statement, so that of several who ask at once one gets a code.
     */
    async make(phoneNumber: string, now: Date): Promise<{ code: string } | { wait: number }> {
      const code = String(randomInt(10 ** codeRules.length)).padStart(codeRules.length, '0')
      const made = {
        code_hash: hashOf({ phoneNumber, code }),
        tries: 0,
        sent_at: now,
        expires_at: new Date(now.getTime() + codeRules.lifeSeconds * 1000),
      }
      const earliest = new Date(now.getTime() - pauseSeconds * 1000)
      const kept = await db
        .insertInto('phone_codes')
        .values({ phone_number: phoneNumber, ...made })
        .onConflict((conflict) =>
          conflict.column('phone_number').doUpdateSet(made).where('phone_codes.sent_at', '<=', earliest),
        )
        .returning('phone_number')
        .executeTakeFirst()
      if (kept) return { code }
      const last = await db
        .selectFrom('phone_codes')
        .select('sent_at')
        .where('phone_number', '=', phoneNumber)
        .executeTakeFirst()
      const passed = now.getTime() - (last?.sent_at.getTime() ?? 0)
      return { wait: Math.max(1, Math.ceil(pauseSeconds - passed / 1000)) }
    },

    /** Takes back a code that could not be sent. */
    async forget(given: Code): Promise<void> {
      await db
        .deleteFrom('phone_codes')
        .where('phone_number', '=', given.phoneNumber)
        .where('code_hash', '=', hashOf(given))
        .execute()
    },

    /**
     * Whether it is the number's code. Each question counts, and is counted before it is answered: of many at once no more
     * than five are heard. A right code is not used up by this.
     */
    async check(given: Code, now: Date): Promise<'right' | 'wrong' | 'used-up'> {
      const asked = await db
        .updateTable('phone_codes')
        .set({ tries: sql`tries + 1` })
        .where('phone_number', '=', given.phoneNumber)
        .where('expires_at', '>', now)
        .where('tries', '<', codeRules.tries)
        .returning(['code_hash', 'tries'])
        .executeTakeFirst()
      if (!asked) return (await isUsedUp(db, given.phoneNumber, now)) ? 'used-up' : 'wrong'
      if (timingSafeEqual(Buffer.from(asked.code_hash), Buffer.from(hashOf(given)))) return 'right'
      return asked.tries < codeRules.tries ? 'wrong' : 'used-up'
    },

    /** Uses a right code up; false when somebody did before. */
    async take(tx: Tx, given: Code): Promise<boolean> {
      const { numDeletedRows } = await tx
        .deleteFrom('phone_codes')
        .where('phone_number', '=', given.phoneNumber)
        .where('code_hash', '=', hashOf(given))
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

export type PhoneCodes = ReturnType<typeof phoneCodes>

async function isUsedUp(db: Db, phoneNumber: string, now: Date): Promise<boolean> {
  const spent = await db
    .selectFrom('phone_codes')
    .select('tries')
    .where('phone_number', '=', phoneNumber)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return spent !== undefined
}
