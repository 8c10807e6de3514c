import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { codeRules, wrongCodesADay } from '#/accounts/rules.ts'
import type { Db, Tx } from '#/kernel/server/db.ts'
import { consumeAttempt, returnAttempt } from '#/kernel/server/rate-limit.ts'

/** `browser`: the hash of the asking browser's cookie. The code works only there. */
type Asking = { phoneNumber: string; browser: string }
type Code = Asking & { code: string }
type Entered = {
  phoneNumber: string
  code: string
  /** Undefined if it never asked for a code. */
  browser: string | undefined
  /** Set if the browser is known to the number's account: its wrong codes are counted separately. */
  knownDevice: string | undefined
}

const wrongCodes = { max: wrongCodesADay, windowSeconds: 24 * 3600, slides: true }

/**
 * Makes and checks codes for phones. Stores a hash with the operator's secret in it, because there are only a million
 * codes.
 */
export function phoneCodes(db: Db, { secret, rateLimits }: { secret: string; rateLimits: boolean }) {
  const pauseSeconds = rateLimits ? codeRules.pauseSeconds : 0
  const hashed = (text: string) => createHmac('sha256', secret).update(text).digest('base64url')
  const hashOf = ({ phoneNumber, code }: Omit<Code, 'browser'>) => hashed(`phone code ${phoneNumber} ${code}`)
  const countOf = ({ phoneNumber, knownDevice = '' }: Pick<Entered, 'phoneNumber' | 'knownDevice'>) =>
    `wrong codes ${hashed(`number ${phoneNumber}`)} ${knownDevice}`

  return {
    /**
     * Makes a code for a number in a browser, replacing the one before, or returns the seconds to wait. One statement,
     * so that of several requests at once one gets a code.
     */
    async make({ phoneNumber, browser }: Asking, now: Date): Promise<{ code: string } | { wait: number }> {
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
        .values({ phone_number: phoneNumber, browser, ...made })
        .onConflict((conflict) =>
          conflict
            .columns(['phone_number', 'browser'])
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
        .where('browser', '=', browser)
        .executeTakeFirst()
      const passed = now.getTime() - (last?.sent_at.getTime() ?? 0)
      return { wait: Math.max(1, Math.ceil(pauseSeconds - passed / 1000)) }
    },

    /** Deletes a code that couldn't be sent. */
    async forget(given: Code): Promise<void> {
      await db
        .deleteFrom('phone_codes')
        .where('phone_number', '=', given.phoneNumber)
        .where('browser', '=', given.browser)
        .where('code_hash', '=', hashOf(given))
        .execute()
    },

    /**
     * Checks a code against the one sent to this browser for the number. Each try counts before it is answered, so that
     * at most five are checked, even of many at once. In a browser that asked for none, a code is wrong and doesn't
     * count. After too many wrong codes for one number in a day, each code has one try left: enough for its owner, and
     * hopeless for guessing. A correct code isn't used up.
     */
    async check(given: Entered, now: Date): Promise<'right' | 'wrong' | 'used-up'> {
      const { phoneNumber, browser } = given
      if (!browser) return 'wrong'
      const giveBack = () => returnAttempt(db, countOf(given))
      const { allowed } = rateLimits
        ? await consumeAttempt(db, countOf(given), wrongCodes)
        : { allowed: true }
      const mostTries = allowed ? codeRules.tries : 1
      const asked = await db
        .updateTable('phone_codes')
        .set({ tries: sql`tries + 1` })
        .where('phone_number', '=', phoneNumber)
        .where('browser', '=', browser)
        .where('expires_at', '>', now)
        .where('tries', '<', mostTries)
        .returning(['code_hash', 'tries'])
        .executeTakeFirst()
      if (!asked) {
        if (allowed) await giveBack()
        return (await isUsedUp(db, { phoneNumber, browser }, now)) ? 'used-up' : 'wrong'
      }
      if (timingSafeEqual(Buffer.from(asked.code_hash), Buffer.from(hashOf(given)))) {
        if (allowed) await giveBack()
        return 'right'
      }
      return asked.tries < mostTries ? 'wrong' : 'used-up'
    },

    /** Uses up a correct code; false if it was already used. */
    async take(tx: Tx, given: Entered): Promise<boolean> {
      const { numDeletedRows } = await tx
        .deleteFrom('phone_codes')
        .where('phone_number', '=', given.phoneNumber)
        .where('browser', '=', given.browser ?? '')
        .where('code_hash', '=', hashOf(given))
        .executeTakeFirst()
      return numDeletedRows > 0n
    },
  }
}

export type PhoneCodes = ReturnType<typeof phoneCodes>

async function isUsedUp(db: Db, { phoneNumber, browser }: Asking, now: Date): Promise<boolean> {
  const waiting = await db
    .selectFrom('phone_codes')
    .select('browser')
    .where('phone_number', '=', phoneNumber)
    .where('browser', '=', browser)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return waiting !== undefined
}
