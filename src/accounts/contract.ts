import { z } from 'zod'
import { endpoint } from '#/kernel/api.ts'
import { done } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { roles } from './rules.ts'

export const sessionUser = z.object({
  id: idSchema('user'),
  /** Null for whoever signs in by phone, or by a provider that vouches for no address. */
  email: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  /** What a provider said of somebody without an address; not confirmed. */
  proposedEmail: z.string().nullable(),
  name: z.string(),
  role: z.enum(roles),
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
  sentAt: z.date(),
})
export type OutboxMessage = z.output<typeof outboxMessage>

export const accountsContract = {
  me: endpoint({
    method: 'GET',
    path: '/me',
    summary: 'Who is signed in, if anyone',
    access: 'anyone',
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
    output: done,
  }),
  waysIn: endpoint({
    method: 'GET',
    path: '/ways-in',
    summary: 'Which ways to get in are set up here, besides e-mail and password',
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
