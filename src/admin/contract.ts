import { z } from 'zod'
import { roles } from '#/accounts/rules.ts'
import { endpoint, only } from '#/kernel/api.ts'
import type { ErrorKinds } from '#/kernel/errors.ts'
import { cursorSchema, done, pageOf, requiredText } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import {
  decisionSchema,
  providerRecordSchema,
  queueRowSchema,
  submissionSchema,
  verificationErrors,
} from '#/verification/contract.ts'
import { appointmentEndpoints } from './appointments.ts'
import { autoshipEndpoints } from './autoships.ts'
import { couponEndpoints } from './coupons.ts'
import { emergencyPlaceEndpoints } from './emergency-places.ts'
import { incidentEndpoints } from './incidents.ts'
import { injuredEndpoints } from './injured.ts'
import { messageEndpoints } from './messages.ts'
import { orderEndpoints } from './orders.ts'
import { packageEndpoints } from './packages.ts'
import { payoutEndpoints } from './payouts.ts'
import { petReportEndpoints } from './pet-reports.ts'
import { productEndpoints } from './products.ts'
import { ratingEndpoints } from './ratings.ts'
import { reconciliationEndpoints } from './reconciliation.ts'
import { refundEndpoints } from './refunds.ts'
import { reportEndpoints } from './reports.ts'
import { reviewEndpoints } from './reviews.ts'
import { adminRoles, auditActions, reasonMaximum } from './rules.ts'
import { sellerEndpoints } from './sellers.ts'
import { taxClassEndpoints } from './tax-classes.ts'

export const adminErrors = {
  'admin.already_suspended': 'conflict',
  'admin.not_suspended': 'conflict',
  'admin.account_suspended': 'conflict',
} as const satisfies ErrorKinds

const admin = z.object({
  id: idSchema('admin'),
  name: z.string(),
  email: z.string(),
  role: z.enum(adminRoles),
})

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

const auditLine = z.object({
  id: z.string(),
  happenedAt: z.date(),
  /** If there is neither an admin nor a user, the operator did it on the command line. */
  admin: admin.pick({ id: true, name: true }).nullable(),
  /** Its current name; null once deleted. */
  user: z.object({ id: idSchema('user'), name: z.string().nullable() }).nullable(),
  action: z.enum(auditActions),
  /** Its current name; null once deleted. */
  subject: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }),
  reason: z.string().nullable(),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
})
export type AuditLine = z.output<typeof auditLine>

const ofRecord = z.object({ record: providerRecordSchema, recordId: z.uuid() })

const ofUser = z.object({ id: idSchema('user') })

export const adminContract = {
  me: endpoint({
    method: 'GET',
    path: '/admin/me',
    summary: 'Returns which admin is logged in, if any; doesn’t keep the session open',
    access: 'anyone',
    rows: 'the caller’s own admin account',
    input: z.object({}).optional(),
    output: z.object({ admin: admin.nullable() }),
  }),
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
    input: ofUser,
    output: z.object({ ended: z.number() }),
  }),
  queue: endpoint({
    method: 'GET',
    path: '/admin/providers',
    summary: 'Lists records waiting to be checked, the oldest first',
    access: 'admin',
    rows: 'all records that were submitted',
    input: z.object({ cursor: cursorSchema }),
    output: pageOf(queueRowSchema),
  }),
  submission: endpoint({
    method: 'GET',
    path: '/admin/providers/{record}/{recordId}',
    summary: 'Returns the facts to check in a record, with links to its documents',
    access: 'admin',
    rows: 'all providers’ records and their documents',
    input: ofRecord,
    output: submissionSchema,
  }),
  decide: endpoint({
    method: 'POST',
    path: '/admin/providers/{record}/{recordId}/decision',
    summary: 'Verifies, rejects or suspends a record, or reopens it for checking',
    access: 'admin:full',
    rows: 'all providers’ records, except those of suspended accounts',
    input: ofRecord.extend({ decision: decisionSchema }),
    output: done,
    errors: {
      ...only(adminErrors, 'admin.account_suspended'),
      ...only(
        verificationErrors,
        'verification.incomplete',
        'verification.move_not_allowed',
        'verification.changed_meanwhile',
      ),
    },
  }),
  ...messageEndpoints,
  ...reportEndpoints,
  ...appointmentEndpoints,
  ...ratingEndpoints,
  ...reviewEndpoints,
  ...incidentEndpoints,
  ...petReportEndpoints,
  ...emergencyPlaceEndpoints,
  ...injuredEndpoints,
  ...payoutEndpoints,
  ...reconciliationEndpoints,
  ...refundEndpoints,
  ...packageEndpoints,
  ...orderEndpoints,
  ...sellerEndpoints,
  ...productEndpoints,
  ...autoshipEndpoints,
  ...taxClassEndpoints,
  ...couponEndpoints,
  log: endpoint({
    method: 'GET',
    path: '/admin/log',
    summary: 'Lists who did what, the newest first',
    access: 'admin',
    rows: 'the whole log',
    input: z.object({
      adminId: idSchema('admin').optional(),
      only: z.enum(['byUsers']).optional(),
      action: z.enum(auditActions).optional(),
      subjectId: z.uuid().optional(),
      cursor: cursorSchema,
    }),
    output: pageOf(auditLine),
  }),
  admins: endpoint({
    method: 'GET',
    path: '/admin/admins',
    summary: 'Lists all admins',
    access: 'admin',
    rows: 'all admin accounts',
    input: z.object({}).optional(),
    output: z.object({ admins: z.array(admin) }),
  }),
}
