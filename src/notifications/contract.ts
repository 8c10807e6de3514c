import { z } from 'zod'
import { endpoint } from '#/kernel/api.ts'
import { done, pageOf } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { notificationTypes } from './notification-types.ts'
import { channels, isOffered, listSizes, unreadCountLimit } from './rules.ts'

export const notification = z.object({
  id: idSchema('notification'),
  /** One of the known types, or of a newer version. */
  type: z.string(),
  title: z.string(),
  message: z.string(),
  /** The page a click opens, if there is one. */
  href: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()),
  relatedReportId: idSchema('pet_report').nullable(),
  createdAt: z.date(),
  isRead: z.boolean(),
})
export type Notification = z.output<typeof notification>

/** What a person is told of one kind; `email` is null where there are no mails of that kind. */
export const choice = z.object({
  type: z.enum(notificationTypes),
  bell: z.boolean(),
  email: z.boolean().nullable(),
  /** False for what only providers are told, of someone who has no provider's record. */
  concerns: z.boolean(),
})
export type Choice = z.output<typeof choice>

/** Everything up to the newest one the person has been shown: what arrives meanwhile stays as it is. */
const upTo = z.object({ upTo: idSchema('notification') })

export const notificationsContract = {
  list: endpoint({
    method: 'GET',
    path: '/notifications',
    summary: 'One’s notifications since the last clearing, newest first',
    access: 'signed-in',
    rows: 'the caller’s own, received after the latest clearing',
    input: z.object({
      limit: z.coerce.number<number>().int().min(1).max(listSizes.page).default(listSizes.page),
      cursor: z.iso.datetime().max(40).optional(),
      type: z.enum(notificationTypes).optional(),
    }),
    output: pageOf(notification),
  }),
  unread: endpoint({
    method: 'GET',
    path: '/notifications/unread',
    summary: `How many are unread; ${unreadCountLimit} stands for that many or more`,
    access: 'signed-in',
    rows: 'the caller’s own, received after the latest clearing',
    input: z.object({}).optional(),
    output: z.object({ count: z.int().min(0).max(unreadCountLimit) }),
  }),
  markRead: endpoint({
    method: 'POST',
    path: '/notifications/{id}/read',
    summary: 'Marks one as read',
    access: 'signed-in',
    rows: 'one of the caller’s own',
    input: z.object({ id: idSchema('notification') }),
    output: done,
  }),
  markAllRead: endpoint({
    method: 'POST',
    path: '/notifications/reads',
    summary: 'Marks all up to one as read',
    access: 'signed-in',
    rows: 'the caller’s own up to the one named',
    input: upTo,
    output: done,
  }),
  clearAll: endpoint({
    method: 'POST',
    path: '/notifications/clearing',
    summary: 'Hides all up to one',
    access: 'signed-in',
    rows: 'the caller’s own up to the one named',
    input: upTo,
    output: done,
  }),
  choices: endpoint({
    method: 'GET',
    path: '/notifications/choices',
    summary: 'What one wants to be told of, by kind and channel',
    access: 'signed-in',
    rows: 'the caller’s own choices',
    input: z.object({}).optional(),
    output: z.object({
      choices: z.array(choice),
      /** Where mails go; null for someone without an address. */
      email: z.string().nullable(),
    }),
  }),
  choose: endpoint({
    method: 'PUT',
    path: '/notifications/choices/{type}/{channel}',
    summary: 'Chooses whether to be told of one kind by one channel',
    access: 'signed-in',
    rows: 'the caller’s own choice',
    input: z
      .object({ type: z.enum(notificationTypes), channel: z.enum(channels), isWanted: z.boolean() })
      .refine(({ type, channel }) => isOffered(type, channel), {
        path: ['channel'],
        message: 'There are no mails of this kind',
      }),
    output: done,
  }),
}
