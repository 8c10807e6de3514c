import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { done, requiredLine } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { pictureErrors } from '#/kernel/pictures.ts'
import { timeZoneSchema } from '#/kernel/time.ts'
import { accountsErrors } from './errors.ts'
import { nameMaximum, roles, setupSteps } from './rules.ts'
import { tokenEndpoints } from './token-contract.ts'

export const sessionUser = z.object({
  id: idSchema('user'),
  /** Changes with each login; null for an API token. */
  sessionId: idSchema('session').nullable(),
  /** Null for people who came by phone, or with a provider that vouches for no address. */
  email: z.string().nullable(),
  /** There is an address, and nobody has opened a link that was sent to it. */
  hasUnconfirmedEmail: z.boolean(),
  phoneNumber: z.string().nullable(),
  /** An address that a provider named without vouching for it. */
  proposedEmail: z.string().nullable(),
  name: z.string(),
  imageUrl: z.string().nullable(),
  city: z.string().nullable(),
  /** The zone for times in mails; null until the browser reports one or the person chooses one. */
  timeZone: z.string().nullable(),
  isTimeZoneChosen: z.boolean(),
  /** An instant, as text: pages read this answer before the library that makes dates. Set once the deletion was asked for. */
  leavingSince: z.iso.datetime().nullable(),
  role: z.enum(roles),
  /** The next step of setting up the account; null when it's complete. */
  setup: z.enum(setupSteps).nullable(),
  /** Roles with a profile, in any state. */
  profiles: z.array(z.enum(roles)),
  /** Maps each kind of record to the id of the person's own. */
  records: z.record(z.string(), z.string()),
})
export type SessionUser = z.output<typeof sessionUser>

const outboxMessage = z.object({
  id: z.string(),
  kind: z.enum(['mail', 'sms']),
  to: z.string(),
  subject: z.string().nullable(),
  text: z.string(),
  /** An .ics attachment. */
  calendar: z.string().optional(),
  sentAt: z.date(),
})
export type OutboxMessage = z.output<typeof outboxMessage>

export const session = z.object({
  id: idSchema('session'),
  /** A name such as "Chrome on Windows". */
  device: z.string(),
  startedAt: z.date(),
  /** Rounded to the hour. */
  seenAt: z.date(),
  isCurrent: z.boolean(),
})
export type Session = z.output<typeof session>

const wayIn = z.enum(['phone', 'google', 'facebook'])
export type WayIn = z.output<typeof wayIn>

export const ownWaysIn = z.object({
  email: z.string().nullable(),
  emailConfirmed: z.boolean(),
  /** An address whose confirmation link hasn't been opened yet. */
  pendingEmail: z.string().nullable(),
  password: z.boolean(),
  phoneNumber: z.string().nullable(),
  google: z.boolean(),
  facebook: z.boolean(),
})
export type OwnWaysIn = z.output<typeof ownWaysIn>

export const accountsContract = {
  me: endpoint({
    method: 'GET',
    path: '/me',
    summary: 'Returns who is logged in, if anyone',
    access: 'anyone',
    token: 'profile:read',
    rows: 'the caller’s own user and records',
    input: z.object({}).optional(),
    output: z.object({ user: sessionUser.nullable() }),
  }),
  chooseRole: endpoint({
    method: 'PUT',
    path: '/me/role',
    summary: 'Changes the current role, which grants no permissions, and the name, if one is sent',
    access: 'signed-in',
    rows: 'the caller’s own profile and name',
    input: z.object({
      role: z.string().max(40),
      /** Saved too, if one is given. */
      name: requiredLine(nameMaximum).optional(),
    }),
    output: z.object({ hasRecord: z.boolean() }),
  }),
  changeProfile: endpoint({
    method: 'PUT',
    path: '/me/profile',
    summary: 'Changes the name and, if one is sent, the photo; photos are accepted over /rpc only',
    access: 'signed-in',
    rows: 'the caller’s own user, and their photo',
    uploads: true,
    input: z.object({
      /** If absent, the name stays. It can't be emptied. */
      name: requiredLine(nameMaximum).optional(),
      photo: z.file().nullish(),
      removePhoto: z.boolean().optional(),
    }),
    output: done,
    errors: pictureErrors,
  }),
  noticeTimeZone: endpoint({
    method: 'PUT',
    path: '/me/device-time-zone',
    summary: 'Saves the time zone of the caller’s device, unless they have chosen one themselves',
    access: 'signed-in',
    rows: 'the caller’s own user',
    input: z.object({ timeZone: timeZoneSchema }),
    output: done,
  }),
  chooseTimeZone: endpoint({
    method: 'PUT',
    path: '/me/time-zone',
    summary:
      'Chooses the time zone for mails and notifications; with `isChosen` false, it follows the caller’s devices',
    access: 'signed-in',
    rows: 'the caller’s own user',
    input: z.object({ timeZone: timeZoneSchema, isChosen: z.boolean() }),
    output: done,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/me/sessions',
    summary: 'Lists where the caller is logged in',
    access: 'signed-in',
    rows: 'the caller’s sessions',
    input: z.object({}).optional(),
    output: z.object({ sessions: z.array(session) }),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/me/sessions/{id}',
    summary: 'Logs out one of the caller’s other sessions',
    access: 'signed-in',
    rows: 'one of the caller’s sessions, except the current one',
    input: z.object({ id: idSchema('session') }),
    output: done,
    errors: only(accountsErrors, 'accounts.this_session'),
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/me/sessions',
    summary: 'Logs the caller out everywhere else',
    access: 'signed-in',
    rows: 'the caller’s sessions, except the current one',
    input: z.object({}).optional(),
    output: done,
  }),
  ownWaysIn: endpoint({
    method: 'GET',
    path: '/me/ways-in',
    summary: 'Lists the caller’s ways to log in',
    access: 'signed-in',
    rows: 'the caller’s own user and sign-in accounts',
    input: z.object({}).optional(),
    output: ownWaysIn,
  }),
  removeWayIn: endpoint({
    method: 'DELETE',
    path: '/me/ways-in/{way}',
    summary: 'Removes a way to log in, but never the last one; needs a recent proof of identity',
    access: 'signed-in',
    rows: 'one of the caller’s sign-in accounts',
    input: z.object({ way: wayIn }),
    output: done,
    errors: only(accountsErrors, 'accounts.last_way_in', 'accounts.proof_needed'),
  }),
  cancelEmailChange: endpoint({
    method: 'DELETE',
    path: '/me/pending-email',
    summary: 'Cancels a pending change of email, and ends its links',
    access: 'signed-in',
    rows: 'the caller’s own confirmation links',
    input: z.object({}).optional(),
    output: done,
  }),
  ...tokenEndpoints,
  waysIn: endpoint({
    method: 'GET',
    path: '/ways-in',
    summary: 'Lists which ways to log in are set up here, besides email and password',
    access: 'anyone',
    rows: 'none: the operator’s settings',
    input: z.object({}).optional(),
    output: z.object({ google: z.boolean(), facebook: z.boolean(), phone: z.boolean() }),
  }),
  outbox: endpoint({
    method: 'GET',
    path: '/outbox',
    summary:
      'Lists the mails and texts in the local outbox; not found in production, and from other machines',
    access: 'anyone',
    rows: 'none: the last 50 files of DATA_DIR/outbox, for requests from the same machine',
    input: z.object({}).optional(),
    output: z.object({ messages: z.array(outboxMessage) }),
  }),
}
