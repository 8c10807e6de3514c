import type { WayIn } from '#/accounts/contract.ts'
import { deviceOf } from '#/accounts/device.ts'
import { accountsErrors } from '#/accounts/errors.ts'
import { refuseRequest, refuser } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Actor, ActorWork, Work } from '#/kernel/server/work.ts'
import { deviceOfSession, tellOfChange } from './email/change-mail.ts'
import { credential, lockUser } from './passwords/passwords.ts'
import { phone } from './phone/phones.ts'
import { isProved } from './proof/proof.ts'

const refuse = refuser(accountsErrors)

/** Lists a person's sessions, the last seen first. */
export async function listSessions({ db, actor, now }: Pick<ActorWork, 'db' | 'actor' | 'now'>) {
  const { userId, sessionId } = actor
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'created_at', 'updated_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('updated_at', 'desc')
    .limit(100)
    .execute()
  return rows.map(({ id, user_agent, created_at, updated_at }) => ({
    id,
    device: deviceOf(user_agent),
    startedAt: created_at,
    seenAt: updated_at,
    isCurrent: id === sessionId,
  }))
}

/** Ends one of the actor's other sessions; logging out ends the current one. */
export async function endSession(db: Db, { userId, sessionId }: Actor, id: string): Promise<void> {
  if (id === sessionId) refuse('accounts.this_session')
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) refuseRequest('request.not_found')
}

export async function endOtherSessions(db: Db, userId: string, sessionId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('id', '<>', sessionId).execute()
}

/** Returns a person's ways to log in. A password is of use only with an address. */
export async function findWaysIn(db: Db, userId: string) {
  const user = await db
    .selectFrom('users')
    .select(['contact_email', 'email_verified'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const accounts = await db
    .selectFrom('accounts')
    .select(['provider_id', 'account_id'])
    .where('user_id', '=', userId)
    .execute()
  const has = (provider: string) => accounts.some(({ provider_id }) => provider_id === provider)
  return {
    email: user.contact_email,
    emailConfirmed: user.email_verified,
    password: user.contact_email !== null && has(credential.provider_id),
    phoneNumber: accounts.find(({ provider_id }) => provider_id === phone.provider_id)?.account_id ?? null,
    google: has('google'),
    facebook: has('facebook'),
  }
}

/** Removes a way to log in, but never the last one, even if two are removed at once. */
export async function removeWayIn(
  work: Work,
  { actor, way, product }: { actor: Actor; way: WayIn; product: string },
): Promise<void> {
  const { db } = work
  const { userId } = actor
  if (!(await isProved(db, actor))) refuse('accounts.proof_needed')
  await lockUser(db, userId)
  const { password, phoneNumber, google, facebook } = await findWaysIn(db, userId)
  const has = { phone: phoneNumber !== null, google, facebook }
  if (!has[way]) refuseRequest('request.not_found')
  if ([password, ...Object.values(has)].filter(Boolean).length < 2) refuse('accounts.last_way_in')
  await db.deleteFrom('accounts').where('user_id', '=', userId).where('provider_id', '=', way).execute()
  const device = await deviceOfSession(db, actor.sessionId)
  await tellOfChange(work, { userId, change: { kind: 'removed', way }, product, device })
}
