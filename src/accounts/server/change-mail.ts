import { deviceOf } from '#/accounts/device.ts'
import { type Provider, providerNames } from '#/accounts/providers.ts'
import { timeFor } from '#/kernel/reader-time.ts'
import type { Db } from '#/kernel/server/db.ts'
import { type MailRequest, requestMail } from '#/kernel/server/mail-events.ts'
import type { Work } from '#/kernel/server/work.ts'

type Way = Provider | 'phone'

/** What can happen to an account by which others could get in, or its owner could not. */
export type AccountChange =
  | { kind: 'password-set' | 'password-changed' | 'password-reset' }
  | { kind: 'linked' | 'removed'; way: Way }
  | { kind: 'token-made'; name: string }
  /** `from`: the address it had until now. */
  | { kind: 'email-asked' | 'email-changed'; from: string }

type Told = {
  userId: string
  change: AccountChange
  product: string
  /** From where, in words: "Chrome on Windows". */
  device: string
}

/**
 * Tells the person by mail, whatever they chose about notifications: the one who did it need not have been them. In the
 * transaction of the change, so that it is told if and only if it holds. Whoever has no address is not told.
 */
export async function tellOfChange(
  { db, announce, now }: Pick<Work, 'db' | 'announce' | 'now'>,
  { userId, change, product, device }: Told,
): Promise<void> {
  const person = await findReader(db, userId)
  const to = 'from' in change ? change.from : person?.email
  if (!person || !to) return
  const { subject, happened, otherwise, path } = wordsFor(change, product)
  const keepsTokens = isOfPassword(change) && (await hasTokens(db, userId, now))
  const about = keepsTokens
    ? `${happened} Your API tokens keep working. Revoke any you don’t recognize under Edit profile, API tokens.`
    : happened
  await requestMail(
    { announce },
    {
      to,
      subject,
      text: `${about}

When: ${timeFor(person, now, { zone: 'UTC', kind: 'moment' })}
Where: ${device}

If it was you, there is nothing to do.

${otherwise}`,
      path,
    },
  )
}

/** A reset ends them. */
const isOfPassword = ({ kind }: AccountChange) => kind === 'password-changed' || kind === 'password-set'

async function hasTokens(db: Db, userId: string, now: Date): Promise<boolean> {
  const token = await db
    .selectFrom('api_tokens')
    .select('id')
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .limit(1)
    .executeTakeFirst()
  return token !== undefined
}

function findReader(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select(['contact_email as email', 'time_zone as timeZone'])
    .where('id', '=', userId)
    .executeTakeFirst()
}

type Words = { subject: string; happened: string; otherwise: string; path: MailRequest['path'] }

function wordsFor(change: AccountChange, product: string): Words {
  const account = `your ${product} account`
  const reset = {
    otherwise: `If it was not you, set a new password now: all who are logged in to your account are out then. After that, look under Edit profile at how one logs in.`,
    path: '/reset-password' as const,
  }
  if (change.kind === 'linked' || change.kind === 'removed') {
    const way = change.way === 'phone' ? 'A phone number' : providerNames[change.way]
    const [done, can] = change.kind === 'linked' ? ['added', 'can now'] : ['removed', 'can no longer']
    return {
      subject: `A way to log in to ${account} was ${done}`,
      happened: `${way} ${can} be used to log in to ${account}.`,
      ...reset,
    }
  }
  if (change.kind === 'email-asked')
    return {
      subject: `Another address is wanted for ${account}`,
      happened: `Someone who is logged in to ${account} wants it to have another email address. This one stays until a link is opened that we sent to the other.`,
      otherwise: `If it was not you, set a new password now: the change is cancelled then, and all who are logged in to your account are out.`,
      path: '/reset-password',
    }
  if (change.kind === 'email-changed')
    return {
      subject: `The address of ${account} was changed`,
      happened: `From now on ${account} has another email address. This is the last mail about it to this one.`,
      otherwise: `If it was not you, write to us at once, and name this address:`,
      path: '/contact',
    }
  if (change.kind === 'token-made')
    return {
      subject: `An API token was made for ${account}`,
      happened: `The token “${change.name}” can now be used by software to act for you, within the scopes chosen for it.`,
      otherwise:
        'If it was not you, reset your password by mail now: that logs everyone out and ends all tokens of your account.',
      path: '/reset-password',
    }
  const done = { 'password-set': 'set', 'password-changed': 'changed', 'password-reset': 'changed' }[
    change.kind
  ]
  const how = change.kind === 'password-reset' ? ' with a link that we mailed to this address' : ''
  return {
    subject: `The password of ${account} was ${done}`,
    happened: `The password of ${account} was ${done}${how}. Everyone who was logged in elsewhere is out.`,
    ...reset,
  }
}

/** Where a session is, as it was when it began. */
export async function deviceOfSession(db: Db, sessionId: string): Promise<string> {
  const session = await db
    .selectFrom('sessions')
    .select('user_agent')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return deviceOf(session?.user_agent ?? null)
}
