import { isConfirmed } from '#/accounts/server/index.ts'
import type { Db } from '#/kernel/server/db.ts'
import { consumeAttempt, returnAttempt } from '#/kernel/server/rate-limit.ts'
import {
  digestsADay,
  fromOneADay,
  mailsADay,
  pushesADay,
  shares,
  textsADay,
  textsAnHour,
} from '#/notifications/rules.ts'
import type { Receiver } from './choices.ts'

const windowSeconds = 24 * 3600

type Room = { isFree: true; isLastOfCauser: boolean } | { isFree: false; isHeld: boolean }

/**
 * Tells whether a person may get one more mail today, so that nobody fills another person's inbox by booking and
 * cancelling. Mails are counted for each causer, for all people who have confirmed nothing, for all people, and in
 * total. If others have used up a share, the notification is held for a digest, because the causer may be somebody new.
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
    ...(causer && !(await isKnownCauser(db, causer))
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

/** Tells whether a person may get one more digest today: there are few, and they count as mails like all others. */
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

/** Tells whether a person may get one more push today, and one more from its causer. */
export async function roomForPush(db: Db, userId: string, causer: string | null): Promise<boolean> {
  const ofCauser = { max: fromOneADay.pushes, windowSeconds }
  if (causer && !(await consumeAttempt(db, `notice-push ${userId} from ${causer}`, ofCauser)).allowed)
    return false
  return (await consumeAttempt(db, `notice-push ${userId}`, { max: pushesADay, windowSeconds })).allowed
}

const fromCauser = (userId: string, causer: string) => `notice-text ${userId} from ${causer}`

/** Tells whether somebody may cause a person one more text today. */
export async function roomForTextFrom(db: Db, userId: string, causer: string | null): Promise<boolean> {
  const rule = { max: fromOneADay.texts, windowSeconds, slides: true }
  return !causer || (await consumeAttempt(db, fromCauser(userId, causer), rule)).allowed
}

/**
 * Tells whether a person may get one more text this hour and today. Call it when the text is sent: many waiting texts are
 * read first, and several go out as one.
 */
export async function roomForText(db: Db, userId: string): Promise<boolean> {
  const hour = `notice-text ${userId} hour`
  const ofHour = { max: textsAnHour, windowSeconds: 3600, slides: true }
  if (!(await consumeAttempt(db, hour, ofHour)).allowed) return false
  const ofDay = { max: textsADay, windowSeconds, slides: true }
  if ((await consumeAttempt(db, `notice-text ${userId}`, ofDay)).allowed) return true
  await returnAttempt(db, hour)
  return false
}

/** Takes an unsent text off its causer's count. */
export async function returnTextFrom(db: Db, userId: string, causer: string | null): Promise<void> {
  if (causer) await returnAttempt(db, fromCauser(userId, causer))
}

const withoutAccount = 'guest '

/** Returns the causer of a notice who has no account, by a hash of the phone number that they have confirmed. */
export const causerWithoutAccount = (hash: string) => `${withoutAccount}${hash}`

const isKnownCauser = async (db: Db, causer: string): Promise<boolean> =>
  causer.startsWith(withoutAccount) || isKnownPerson(db, causer)

/** Tells whether they have confirmed an email address or a phone number. */
export async function isKnownPerson(db: Db, userId: string): Promise<boolean> {
  const person = await db
    .selectFrom('users as u')
    .select(isConfirmed('u').as('is_known'))
    .where('u.id', '=', userId)
    .executeTakeFirst()
  return person?.is_known ?? false
}
