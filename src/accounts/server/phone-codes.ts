import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { codeRules, wrongCodesAnHour } from '#/accounts/rules.ts'
import type { Db, Tx } from '#/kernel/server/db.ts'
import { consumeAttempt, returnAttempt } from '#/kernel/server/rate-limit.ts'

/** `device`: the browser that asks, where it is known to the number's account. Its codes and tries are its own. */
type Asking = { phoneNumber: string; device: string | undefined }
type Code = Asking & { code: string }

const wrongCodes = { max: wrongCodesAnHour, windowSeconds: 3600, slides: true }

/** Codes sent to phones. Of a code, a hash is kept, with the operator's secret in it: there are only a million of them. */
export function phoneCodes(db: Db, { secret, rateLimits }: { secret: string; rateLimits: boolean }) {
  const pauseSeconds = rateLimits ? codeRules.pauseSeconds : 0
  const hashed = (text: string) => createHmac('sha256', secret).update(text).digest('base64url')
  const hashOf = ({ phoneNumber, code }: Omit<Code, 'device'>) => hashed(`phone code ${phoneNumber} ${code}`)
  const countOf = ({ phoneNumber, device = '' }: Asking) =>
    `wrong codes ${hashed(`number ${phoneNumber}`)} ${device}`

  return {
    /**
     * A new code for a number; the one before it is no longer good. Or, too soon after that one, for how many seconds
     * there is none. One statement, so that of several who ask at once one gets a code.
     */
    async make(
      { phoneNumber, device = '' }: Asking,
      now: Date,
    ): Promise<{ code: string } | { wait: number }> {
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
        .values({ phone_number: phoneNumber, device, ...made })
        .onConflict((conflict) =>
          conflict
            .columns(['phone_number', 'device'])
            .doUpdateSet(made)
            .where('phone_codes.sent_at', '<=', earliest),
        )
        .returning('phone_number')
        .executeTakeFirst()
      if (kept) return { code }
      const last = await db
        .selectFrom('phone_codes')
        .select('sent_at')
        .where('phone_number', '=', phoneNumber)
        .where('device', '=', device)
        .executeTakeFirst()
      const passed = now.getTime() - (last?.sent_at.getTime() ?? 0)
      return { wait: Math.max(1, Math.ceil(pauseSeconds - passed / 1000)) }
    },

    /** Takes back a code that could not be sent. */
    async forget(given: Code): Promise<void> {
      await db
        .deleteFrom('phone_codes')
        .where('phone_number', '=', given.phoneNumber)
        .where('device', '=', given.device ?? '')
        .where('code_hash', '=', hashOf(given))
        .execute()
    },

    /**
     * Whether it is the number's code. Each question counts, and is counted before it is answered: of many at once no more
     * than five are heard, and of all in an hour no more than fifteen. A right code is not used up by this. Answers with a
     * number of seconds when none are heard before that.
     */
    async check(given: Code, now: Date): Promise<'right' | 'wrong' | 'used-up' | { wait: number }> {
      const giveBack = () => returnAttempt(db, countOf(given))
      if (rateLimits) {
        const { allowed, retryAfter } = await consumeAttempt(db, countOf(given), wrongCodes)
        if (!allowed) return { wait: retryAfter }
      }
      const asked = await db
        .updateTable('phone_codes')
        .set({ tries: sql`tries + 1` })
        .where('phone_number', '=', given.phoneNumber)
        .where('device', '=', ownOrShared(db, given, now))
        .where('tries', '<', codeRules.tries)
        .returning(['code_hash', 'tries'])
        .executeTakeFirst()
      if (!asked) {
        await giveBack()
        return (await isUsedUp(db, given, now)) ? 'used-up' : 'wrong'
      }
      if (timingSafeEqual(Buffer.from(asked.code_hash), Buffer.from(hashOf(given)))) {
        await giveBack()
        return 'right'
      }
      return asked.tries < codeRules.tries ? 'wrong' : 'used-up'
    },

    /** Uses a right code up; false when somebody did before. */
    async take(tx: Tx, given: Code): Promise<boolean> {
      const { numDeletedRows } = await tx
        .deleteFrom('phone_codes')
        .where('phone_number', '=', given.phoneNumber)
        .where('device', 'in', [given.device ?? '', ''])
        .where('code_hash', '=', hashOf(given))
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

export type PhoneCodes = ReturnType<typeof phoneCodes>

/** The code that this browser asked for, otherwise the one that any other did. */
const ownOrShared = (db: Db, { phoneNumber, device = '' }: Asking, now: Date) =>
  db
    .selectFrom('phone_codes')
    .select('device')
    .where('phone_number', '=', phoneNumber)
    .where('device', 'in', [device, ''])
    .where('expires_at', '>', now)
    .orderBy('device', 'desc')
    .limit(1)

async function isUsedUp(db: Db, asking: Asking, now: Date): Promise<boolean> {
  return (await ownOrShared(db, asking, now).executeTakeFirst()) !== undefined
}
