import { z } from 'zod'
import { roles } from '#/accounts/rules.ts'
import { endpoint, only } from '#/kernel/api.ts'
import { cursorSchema, done, pageOf, requiredText } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { adminErrors } from './errors.ts'
import { reasonMaximum } from './rules.ts'

const userRow = z.object({
  id: idSchema('user'),
  name: z.string(),
  /** Null for people who signed up by phone, or with a provider that vouches for no address. */
  email: z.string().nullable(),
  /** Their contact number, and the one they log in with. */
  phone: z.string().nullable(),
  signInPhone: z.string().nullable(),
  role: z.enum(roles),
  joinedAt: z.date(),
  suspendedAt: z.date().nullable(),
})
export type UserRow = z.output<typeof userRow>

const bookings = z.object({ upcoming: z.number(), all: z.number() })

const userDetail = userRow.extend({
  emailVerified: z.boolean(),
  suspendedReason: z.string().nullable(),
  /** credential (a password), google, … */
  waysIn: z.array(z.string()),
  pets: z.number(),
  records: z.array(
    z.object({ record: z.string(), recordId: z.string(), name: z.string(), status: z.string() }),
  ),
  asOwner: bookings,
  asProvider: bookings,
  sessions: z.array(
    z.object({
      id: z.string(),
      startedAt: z.date(),
      lastSeenAt: z.date(),
      address: z.string().nullable(),
      device: z.string().nullable(),
    }),
  ),
})
export type UserDetail = z.output<typeof userDetail>

const ofUser = z.object({ id: idSchema('user') })

export const userEndpoints = {
  users: endpoint({
    method: 'GET',
    path: '/admin/users',
    summary: 'Lists users by name, email or phone, the newest first',
    access: 'admin',
    rows: 'all users',
    input: z.object({
      search: z.string().max(200).optional(),
      only: z.enum(['suspended']).optional(),
      cursor: cursorSchema,
    }),
    output: pageOf(userRow),
  }),
  user: endpoint({
    method: 'GET',
    path: '/admin/users/{id}',
    summary: 'Returns one user with records, counts of bookings and sessions',
    access: 'admin',
    rows: 'all users; no password and no session token',
    input: ofUser,
    output: userDetail,
  }),
  suspend: endpoint({
    method: 'POST',
    path: '/admin/users/{id}/suspension',
    summary: 'Suspends a user, logs them out at once and hides their offers',
    access: 'admin:full',
    rows: 'all users, their sessions and their providers’ records',
    audit: { action: 'user.suspended', said: 'suspended the account', subject: 'user' },
    input: ofUser.extend({ reason: requiredText(reasonMaximum, 'Please give a reason.') }),
    output: done,
    errors: only(adminErrors, 'admin.already_suspended'),
  }),
  liftSuspension: endpoint({
    method: 'DELETE',
    path: '/admin/users/{id}/suspension',
    summary: 'Lifts a suspension, and restores the records suspended with it',
    access: 'admin:full',
    rows: 'all users and their providers’ records',
    audit: { action: 'user.suspension_lifted', said: 'lifted the suspension', subject: 'user' },
    input: ofUser,
    output: done,
    errors: only(adminErrors, 'admin.not_suspended'),
  }),
  endSessions: endpoint({
    method: 'DELETE',
    path: '/admin/users/{id}/sessions',
    summary: 'Logs a user out everywhere',
    access: 'admin',
    rows: 'all users’ sessions',
    audit: { action: 'user.sessions_ended', said: 'ended all sessions', subject: 'user' },
    input: ofUser,
    output: z.object({ ended: z.number() }),
  }),
}
