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
  /** Another one after each sign-in; null for a token. */
  sessionId: idSchema('session').nullable(),
  /** Null for whoever signs in by phone, or by a provider that vouches for no address. */
  email: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  /** What a provider said of somebody without an address; not confirmed. */
  proposedEmail: z.string().nullable(),
  name: z.string(),
  imageUrl: z.string().nullable(),
  /** Of their profile as a pet owner. */
  city: z.string().nullable(),
  /** By whose clocks we tell them times, null until their browser or they have said; and whether they chose it themselves. */
  timeZone: z.string().nullable(),
  isTimeZoneChosen: z.boolean(),
  role: z.enum(roles),
  /** What is left to do before others can work with them; null when nothing is. */
  setup: z.enum(setupSteps).nullable(),
  /** The roles the person has made a profile for, whatever its state. */
  profiles: z.array(z.enum(roles)),
  /** The records the person may act with: kind of record to its id. */
  records: z.record(z.string(), z.string()),
})
export type SessionUser = z.output<typeof sessionUser>

const outboxMessage = z.object({
  id: z.string(),
  kind: z.enum(['mail', 'sms']),
  to: z.string(),
  subject: z.string().nullable(),
  text: z.string(),
  /** A file for a calendar that goes with it. */
  calendar: z.string().optional(),
  sentAt: z.date(),
})
export type OutboxMessage = z.output<typeof outboxMessage>

export const session = z.object({
  id: idSchema('session'),
  /** Browser and system, in words. */
  device: z.string(),
  startedAt: z.date(),
  /** To the hour. */
  seenAt: z.date(),
  isCurrent: z.boolean(),
})
export type Session = z.output<typeof session>

const wayIn = z.enum(['phone', 'google', 'facebook'])
export type WayIn = z.output<typeof wayIn>

export const ownWaysIn = z.object({
  email: z.string().nullable(),
  emailConfirmed: z.boolean(),
  /** The address that takes its place, or is confirmed, as soon as the link that was sent to it is opened. */
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
    summary: 'Who is logged in, if anyone',
    access: 'anyone',
    token: 'profile:read',
    rows: 'the caller’s own user and records',
    input: z.object({}).optional(),
    output: z.object({ user: sessionUser.nullable() }),
  }),
  chooseRole: endpoint({
    method: 'PUT',
    path: '/me/role',
    summary: 'Changes the role worn now; gives no permission',
    access: 'signed-in',
    rows: 'the caller’s own profile',
    input: z.object({ role: z.string().max(40) }),
    /** Whether there is a record of that role, whatever its state. */
    output: z.object({ hasRecord: z.boolean() }),
  }),
  changeProfile: endpoint({
    method: 'PUT',
    path: '/me/profile',
    summary: 'Changes the name and, if there is one in it, the photo; the photo travels only over /rpc',
    access: 'signed-in',
    rows: 'the caller’s own user, and their photo',
    uploads: true,
    input: z.object({
      /** Absent, it stays as it was; nobody goes back to having no name. */
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
    summary: 'Keeps the time zone of the caller’s device, unless they have chosen one themselves',
    access: 'signed-in',
    rows: 'the caller’s own user',
    input: z.object({ timeZone: timeZoneSchema }),
    output: done,
  }),
  chooseTimeZone: endpoint({
    method: 'PUT',
    path: '/me/time-zone',
    summary:
      'Chooses the time zone for mails and notifications; not `isChosen`, it follows the caller’s devices from there',
    access: 'signed-in',
    rows: 'the caller’s own user',
    input: z.object({ timeZone: timeZoneSchema, isChosen: z.boolean() }),
    output: done,
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/me/sessions',
    summary: 'Where the caller is logged in',
    access: 'signed-in',
    rows: 'sessions of the caller',
    input: z.object({}).optional(),
    output: z.object({ sessions: z.array(session) }),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/me/sessions/{id}',
    summary: 'Signs the caller out somewhere else',
    access: 'signed-in',
    rows: 'one session of the caller, but not that of the request',
    input: z.object({ id: idSchema('session') }),
    output: done,
    errors: only(accountsErrors, 'accounts.this_session'),
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/me/sessions',
    summary: 'Signs the caller out everywhere else',
    access: 'signed-in',
    rows: 'sessions of the caller, but not that of the request',
    input: z.object({}).optional(),
    output: done,
  }),
  ownWaysIn: endpoint({
    method: 'GET',
    path: '/me/ways-in',
    summary: 'By what the caller can get in',
    access: 'signed-in',
    rows: 'the caller’s own user and sign-in accounts',
    input: z.object({}).optional(),
    output: ownWaysIn,
  }),
  removeWayIn: endpoint({
    method: 'DELETE',
    path: '/me/ways-in/{way}',
    summary: 'Takes away a way to get in, but never the last one; for who has just shown that it is them',
    access: 'signed-in',
    rows: 'one sign-in account of the caller',
    input: z.object({ way: wayIn }),
    output: done,
    errors: only(accountsErrors, 'accounts.last_way_in', 'accounts.proof_needed'),
  }),
  cancelEmailChange: endpoint({
    method: 'DELETE',
    path: '/me/pending-email',
    summary: 'Leaves the address as it is: links that were sent to another one open nothing any more',
    access: 'signed-in',
    rows: 'the caller’s own links to confirm an address',
    input: z.object({}).optional(),
    output: done,
  }),
  ...tokenEndpoints,
  waysIn: endpoint({
    method: 'GET',
    path: '/ways-in',
    summary: 'Which ways to get in are set up here, besides email and password',
    access: 'anyone',
    rows: 'none: the operator’s settings',
    input: z.object({}).optional(),
    output: z.object({ google: z.boolean(), facebook: z.boolean(), phone: z.boolean() }),
  }),
  outbox: endpoint({
    method: 'GET',
    path: '/outbox',
    summary: 'The mails and texts in the local outbox; not found in production, and from other machines',
    access: 'anyone',
    rows: 'none: the last 50 files of DATA_DIR/outbox, for whoever sits at this machine',
    input: z.object({}).optional(),
    output: z.object({ messages: z.array(outboxMessage) }),
  }),
}
