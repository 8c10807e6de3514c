import { createHash, randomBytes } from 'node:crypto'
import { refuse } from '#/households/errors.ts'
import type { HouseholdInvited } from '#/households/events.ts'
import { householdLimits, invitePath, mailboxOf, mailsADay, nameForStranger } from '#/households/rules.ts'
import { DAY } from '#/kernel/duration.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Config } from '#/kernel/server/config.ts'
import type { Db } from '#/kernel/server/db.ts'
import { requestMail } from '#/kernel/server/mail-events.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { consumeAttempt } from '#/kernel/server/rate-limit.ts'
import type { ActorWork, Work } from '#/kernel/server/work.ts'
import { dropOvertaken, isKnownPerson, readSource } from '#/notifications/server/index.ts'
import { keptSince, lockMember, writePets } from './queries.ts'

type HouseholdWork = ActorWork & { config: Config }

/** Returns a link's hash, the only form of its token in `household_members`. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/**
 * Invites an address. The owner's lock keeps the number of members true while others are invited.
 * @throws households.…
 */
export async function invite(
  work: HouseholdWork,
  { email, petIds }: { email: string; petIds: readonly string[] },
): Promise<{ id: string }> {
  const { db, actor, now } = work
  const owner = await db
    .selectFrom('users')
    .select('contact_email')
    .where('id', '=', actor.userId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (owner.contact_email?.toLowerCase() === email) refuse('households.own_address')
  await expectRoom(work, email)
  const token = newToken()
  const id = newId<'household member'>()
  await db
    .insertInto('household_members')
    .values({
      id,
      user_id: actor.userId,
      email,
      state: 'invited',
      token_hash: hashOf(token),
      invited_at: now,
      expires_at: linkEnd(now),
    })
    .execute()
  await writePets(work, id, petIds)
  await mailLink(work, { email, token })
  return { id }
}

/** Sends an invitation again; the link of the earlier mail stops working. */
export async function resend(work: HouseholdWork, id: string): Promise<void> {
  const { db, actor, now } = work
  const member = await lockMember(db, { id, userId: actor.userId })
  if (member?.state !== 'invited') return refuseRequest('request.not_found')
  if (member.mails >= householdLimits.mails) refuse('households.mailed_enough')
  const token = newToken()
  await db
    .updateTable('household_members')
    .set({ token_hash: hashOf(token), mails: member.mails + 1, expires_at: linkEnd(now) })
    .where('id', '=', id)
    .execute()
  await dropInvited(db, member)
  await mailLink(work, { email: member.email, token })
}

const newToken = () => randomBytes(32).toString('base64url')
const linkEnd = (now: Date) => new Date(now.getTime() + householdLimits.linkDays * DAY)

async function expectRoom({ db, actor, now }: HouseholdWork, email: string): Promise<void> {
  const rows = await db
    .selectFrom('household_members')
    .select(['email', 'state', 'invited_at', 'ended_at'])
    .where('user_id', '=', actor.userId)
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('ended_at', '>', keptSince(now))]))
    .execute()
  if (rows.some((row) => row.email === email && row.ended_at === null)) refuse('households.already_invited')
  const before = rows.filter((row) => mailboxOf(row.email) === mailboxOf(email))
  if (before.some(({ state }) => state === 'declined')) refuse('households.declined_before')
  if (before.length >= householdLimits.toOneAddress) refuse('households.mailed_enough')
  const active = rows.filter(({ ended_at }) => ended_at === null)
  if (active.length >= householdLimits.members) refuse('households.too_many_members')
}

/**
 * Mails an invitation, from people who have confirmed an address or number only. Somebody who has blocked the inviter
 * gets no mail, and the inviter doesn't learn about it.
 */
async function mailLink(work: HouseholdWork, { email, token }: { email: string; token: string }) {
  const { db, actor, config } = work
  if (!(await isKnownPerson(db, actor.userId))) refuse('households.unconfirmed')
  const hashed = hashOf(mailboxOf(email)).toString('hex')
  for (const [key, max] of [
    [`household-mails of ${actor.userId}`, mailsADay.ofOwner],
    [`household-mails to ${hashed}`, mailsADay.toAddress],
  ] as const) {
    const { allowed } = await consumeAttempt(db, key, { max, windowSeconds: 24 * 3600 })
    if (!allowed) refuse('households.mailed_enough')
  }
  const { name } = await db
    .selectFrom('users')
    .select('name')
    .where('id', '=', actor.userId)
    .executeTakeFirstOrThrow()
  const blocked = await db
    .selectFrom('message_blocks as b')
    .innerJoin('users as u', 'u.id', 'b.blocker_id')
    .select('b.blocker_id')
    .where('b.blocked_id', '=', actor.userId)
    .where('u.email', '=', email)
    .executeTakeFirst()
  if (blocked) return
  const inviter = nameForStranger(name, config.PRODUCT_NAME)
  await tellMember(work, { email, token, inviter })
  await requestMail(work, {
    to: email,
    subject: `${inviter} invites you to help with their pets`,
    action: 'See the invitation',
    path: invitePath(token),
    text: `${inviter} invites you to their household on ${config.PRODUCT_NAME}. You would see the to-dos of their pets and tick what you’ve done.

Open the link within ${householdLimits.linkDays} days to accept or decline. If you don’t know this person, decline or ignore this email. Once you decline, they can’t invite you again for ${householdLimits.keptDays} days.`,
  })
}

const findInvited = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('email_verified', '=', true)
    .where('suspended_at', 'is', null)
    .where('erased_at', 'is', null)
    .executeTakeFirst()

/** The source of an invitation's notification. */
export const sourceOf = (tokenHash: Buffer): string => `households.invited:${tokenHash.toString('hex')}`

type Invited = { email: string; token_hash: Buffer }

/** Marks the notification of an invitation as read, so that its push and text don't follow the answer. */
export async function readInvited(
  work: Pick<Work, 'db' | 'now'>,
  { email, token_hash }: Invited,
): Promise<void> {
  const invited = await findInvited(work.db, email)
  if (invited) await readSource(work, invited.id, sourceOf(token_hash))
}

/** Drops the waiting push and text of an invitation that was withdrawn or has a new link. */
export async function dropInvited(db: Db, { email, token_hash }: Invited): Promise<void> {
  const invited = await findInvited(db, email)
  if (invited) await dropOvertaken(db, { userIds: [invited.id], sources: [sourceOf(token_hash)] })
}

/** The bell has the link too, but only for accounts that have proven the address: others don't learn who is invited. */
async function tellMember(
  { db, actor, announce }: HouseholdWork,
  { email, token, inviter }: { email: string; token: string; inviter: string },
): Promise<void> {
  const member = await findInvited(db, email)
  if (!member) return
  const invited = { to: member.id, by: actor.userId, inviter, token }
  await announce<HouseholdInvited>('households.invited', invited)
}
