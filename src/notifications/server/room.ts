import type { Db } from '#/kernel/server/db.ts'
import { consumeAttempt, returnAttempt } from '#/kernel/server/rate-limit.ts'
import { digestsADay, fromOneADay, mailsADay, shares } from '../rules.ts'
import { findReceivers, type Receiver } from './choices.ts'

const windowSeconds = 24 * 3600

type Room = { isFree: true; isLastOfCauser: boolean } | { isFree: false; isHeld: boolean }

/**
 * Whether one more mail goes to a person today. Nobody fills the inbox of another by booking and cancelling: mails are counted
 * for each causer, for all people who have confirmed nothing, for all people, and altogether. Where a share is used up by others, it is held for a digest: the causer may be somebody new.
 */
export async function roomForMail(
  db: Db,
  userId: string,
  { isConfirmed }: Receiver,
  causer: string | null,
): Promise<Room> {
  const all = mailsADay(isConfirmed)
  const limits = [
    ...(causer ? [{ key: `notice-mail ${userId} from ${causer}`, max: fromOneADay.mails }] : []),
    ...(causer && !(await isKnownPerson(db, causer))
      ? [{ key: `notice-mail ${userId} from unconfirmed`, max: all * shares.unconfirmed, isHeld: true }]
      : []),
    ...(causer ? [{ key: `notice-mail ${userId} from people`, max: all * shares.people, isHeld: true }] : []),
    { key: `notice-mail ${userId}`, max: all },
  ]
  const counted: string[] = []
  let isLastOfCauser = false
  for (const { key, max, isHeld = false } of limits) {
    const { allowed, left } = await consumeAttempt(db, key, { max, windowSeconds })
    if (!allowed) {
      for (const taken of counted) await returnAttempt(db, taken)
      return { isFree: false, isHeld }
    }
    if (causer && counted.length === 0) isLastOfCauser = left === 0
    counted.push(key)
  }
  return { isFree: true, isLastOfCauser }
}

/** Whether one more digest goes to a person today: there are few, and they count as mails like all others. */
export async function roomForDigest(db: Db, userId: string, { isConfirmed }: Receiver): Promise<boolean> {
  const digests = `notice-digest ${userId}`
  if (!(await consumeAttempt(db, digests, { max: digestsADay, windowSeconds })).allowed) return false
  const rule = { max: mailsADay(isConfirmed), windowSeconds }
  if ((await consumeAttempt(db, `notice-mail ${userId}`, rule)).allowed) return true
  await returnAttempt(db, digests)
  return false
}

export async function fitsInBell(db: Db, userId: string, causer: string): Promise<boolean> {
  const rule = { max: fromOneADay.bell, windowSeconds }
  return (await consumeAttempt(db, `notice-bell ${userId} from ${causer}`, rule)).allowed
}

/** Whether they have confirmed an e-mail address or a phone number. */
async function isKnownPerson(db: Db, userId: string): Promise<boolean> {
  const person = (await findReceivers(db, [userId])).get(userId)
  if (person?.isConfirmed && person.email) return true
  const phone = await db
    .selectFrom('accounts')
    .select('id')
    .where('user_id', '=', userId)
    .where('provider_id', '=', 'phone')
    .executeTakeFirst()
  return phone !== undefined
}
