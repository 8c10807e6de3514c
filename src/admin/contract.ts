import { z } from 'zod'
import { endpoint } from '#/kernel/api.ts'
import { cursorSchema, pageOf } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { acts, subjectEndpoints } from './acts.ts'
import { adminRoles } from './rules.ts'

const actions = acts.map(({ action }) => action)

const admin = z.object({
  id: idSchema('admin'),
  name: z.string(),
  email: z.string(),
  role: z.enum(adminRoles),
})

const auditLine = z.object({
  id: z.string(),
  happenedAt: z.date(),
  /** If there is neither an admin nor a user, the operator did it on the command line. */
  admin: admin.pick({ id: true, name: true }).nullable(),
  /** Its current name; null once deleted. */
  user: z.object({ id: idSchema('user'), name: z.string().nullable() }).nullable(),
  action: z.enum(actions),
  /** The sentence after the person's name. */
  said: z.string(),
  /** Its current name; null once deleted. */
  subject: z.object({ kind: z.string(), id: z.string(), name: z.string().nullable() }),
  reason: z.string().nullable(),
  before: z.record(z.string(), z.unknown()),
  after: z.record(z.string(), z.unknown()),
})
export type AuditLine = z.output<typeof auditLine>

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
  ...subjectEndpoints,
  log: endpoint({
    method: 'GET',
    path: '/admin/log',
    summary: 'Lists who did what, the newest first',
    access: 'admin',
    rows: 'the whole log',
    input: z.object({
      adminId: idSchema('admin').optional(),
      only: z.enum(['byUsers']).optional(),
      action: z.enum(actions).optional(),
      subjectId: z.uuid().optional(),
      cursor: cursorSchema,
    }),
    output: pageOf(auditLine),
  }),
  logActions: endpoint({
    method: 'GET',
    path: '/admin/log-actions',
    summary: 'Lists the actions that the log can be filtered by, with their sentences',
    access: 'admin',
    rows: 'none: the same for everyone',
    input: z.object({}).optional(),
    output: z.object({ actions: z.array(auditLine.pick({ action: true, said: true })) }),
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
