import { deviceOf } from '#/accounts/device.ts'
import { type Provider, providerNames } from '#/accounts/providers.ts'
import { type Reader, timeFor } from '#/kernel/reader-time.ts'
import type { Db } from '#/kernel/server/db.ts'
import { type MailRequest, requestMail } from '#/kernel/server/mail-events.ts'
import type { Work } from '#/kernel/server/work.ts'

type Way = Provider | 'phone'

/** A change that could let others into an account, or lock its owner out. */
export type AccountChange =
  | { kind: 'password-set' | 'password-changed' | 'password-reset' }
  | { kind: 'linked' | 'removed'; way: Way }
  | { kind: 'token-made'; name: string }
  /** `waits`: when money can go to the new account. */
  | { kind: 'bank-changed'; waits: Date }
  | { kind: 'deletion-asked'; on: Date }
  /** `from`: the address before the change. */
  | { kind: 'email-asked' | 'email-changed'; from: string }

type Told = {
  userId: string
  change: AccountChange
  product: string
  /** A name such as "Chrome on Windows". */
  device: string
}

/**
 * Mails the person about a change, whatever their notification choices, because somebody else may have made it. Runs in
 * the change's transaction, so it is sent if and only if the change holds. People without an address get none.
 */
export async function tellOfChange(
  { db, announce, now }: Pick<Work, 'db' | 'announce' | 'now'>,
  { userId, change, product, device }: Told,
): Promise<void> {
  const person = await findReader(db, userId)
  const to = 'from' in change ? change.from : person?.email
  if (!person || !to) return
  const { subject, happened, otherwise, path } = wordsFor(change, product, person)
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

If this was you, you don’t need to do anything.

${otherwise}`,
      path,
      action: path === '/contact' ? 'Contact us' : 'Set a new password',
    },
  )
}

/** Excludes a reset, which ends tokens. */
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

function wordsFor(change: AccountChange, product: string, reader: Reader): Words {
  const account = `your ${product} account`
  const reset = {
    otherwise: `If this wasn’t you, set a new password now: that logs everyone out of your account. Then check under Edit profile how you can log in.`,
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
      subject: `A new email address was requested for ${account}`,
      happened: `Someone who is logged in to ${account} asked to change its email address. Nothing changes until they open the link we sent to the new address.`,
      otherwise: `If this wasn’t you, set a new password now: that cancels the change and logs everyone out of your account.`,
      path: '/reset-password',
    }
  if (change.kind === 'email-changed')
    return {
      subject: `The email address of ${account} was changed`,
      happened: `From now on, ${account} uses another email address. This is the last email we’ll send to this address.`,
      otherwise: `If this wasn’t you, contact us at once and mention this address:`,
      path: '/contact',
    }
  if (change.kind === 'token-made')
    return {
      subject: `An API token was created for ${account}`,
      happened: `Software can now use the token “${change.name}” to act for you, within the scopes chosen for it.`,
      otherwise:
        'If this wasn’t you, reset your password by email now: that logs everyone out and ends all API tokens of your account.',
      path: '/reset-password',
    }
  if (change.kind === 'deletion-asked')
    return {
      subject: `${account.charAt(0).toUpperCase()}${account.slice(1)} will be deleted`,
      happened: `Someone who is logged in to ${account} asked to delete it. We’ll erase it on ${timeFor(reader, change.on, { zone: 'UTC', kind: 'moment' })}. Until then, you can log in and choose “Keep my account” under Edit profile.`,
      otherwise:
        'If this wasn’t you, set a new password now: that logs everyone out. Then log in and keep your account.',
      path: '/reset-password',
    }
  if (change.kind === 'bank-changed')
    return {
      subject: `The bank account of ${account} was changed`,
      happened: `The bank account that we pay your earnings to was changed or removed. We pay nothing out before ${timeFor(reader, change.waits, { zone: 'UTC', kind: 'moment' })}.`,
      ...reset,
    }
  const done = { 'password-set': 'set', 'password-changed': 'changed', 'password-reset': 'changed' }[
    change.kind
  ]
  const how = change.kind === 'password-reset' ? ' with a link that we emailed to this address' : ''
  return {
    subject: `The password of ${account} was ${done}`,
    happened: `The password of ${account} was ${done}${how}. Everyone who was logged in elsewhere has been logged out.`,
    ...reset,
  }
}

/** Returns the device that a session was started on. */
export async function deviceOfSession(db: Db, sessionId: string): Promise<string> {
  const session = await db
    .selectFrom('sessions')
    .select('user_agent')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return deviceOf(session?.user_agent ?? null)
}
