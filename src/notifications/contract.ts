import { z } from 'zod'
import { endpoint } from '#/kernel/api.ts'
import { done, pageOf } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { clockTimeSchema } from '#/kernel/time.ts'
import { notificationTypes } from './notification-types.ts'
import { pushDevice } from './push.ts'
import { channels, isOffered, listSizes, unreadCountLimit } from './rules.ts'
import { mailPaces } from './timing.ts'

export const notification = z.object({
  id: idSchema('notification'),
  /** One of the known types, or one of a newer version. */
  type: z.string(),
  title: z.string(),
  message: z.string(),
  /** The page that a click opens, if any. */
  href: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()),
  relatedReportId: idSchema('pet_report').nullable(),
  createdAt: z.date(),
  isRead: z.boolean(),
})
export type Notification = z.output<typeof notification>

/** A person's choices for one type; `email` and `sms` are null for types that don't come that way. */
export const choice = z.object({
  type: z.enum(notificationTypes),
  bell: z.boolean(),
  email: z.boolean().nullable(),
  /** The pace of its mails; null if the one for all kinds holds. */
  pace: z.enum(mailPaces).nullable(),
  push: z.boolean(),
  sms: z.boolean().nullable(),
  /** False for types that only providers get, if the person has no provider's record. */
  concerns: z.boolean(),
})
export type Choice = z.output<typeof choice>

/** When emails come; the clock times are those of the person's time zone. */
export const timing = z.object({
  pace: z.enum(mailPaces),
  quiet: z
    .object({ from: clockTimeSchema, until: clockTimeSchema })
    .refine(({ from, until }) => from !== until, { path: ['until'], message: 'Must end at another time' })
    .nullable(),
})

/** The newest notification the person was shown: later ones stay as they are. */
const upTo = z.object({ upTo: idSchema('notification') })

export const notificationsContract = {
  list: endpoint({
    method: 'GET',
    path: '/notifications',
    summary: 'Lists the caller’s notifications since they last cleared them, newest first',
    access: 'signed-in',
    rows: 'the caller’s own, received since they last cleared them',
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
    summary: `Counts unread notifications; ${unreadCountLimit} stands for that many or more`,
    access: 'signed-in',
    rows: 'the caller’s own, received since they last cleared them',
    input: z.object({}).optional(),
    output: z.object({ count: z.int().min(0).max(unreadCountLimit) }),
  }),
  markRead: endpoint({
    method: 'POST',
    path: '/notifications/{id}/read',
    summary: 'Marks one notification as read',
    access: 'signed-in',
    rows: 'one of the caller’s own',
    input: z.object({ id: idSchema('notification') }),
    output: done,
  }),
  markAllRead: endpoint({
    method: 'POST',
    path: '/notifications/reads',
    summary: 'Marks all notifications up to the named one as read',
    access: 'signed-in',
    rows: 'the caller’s own up to the one named',
    input: upTo,
    output: done,
  }),
  clearAll: endpoint({
    method: 'POST',
    path: '/notifications/clearing',
    summary: 'Hides all notifications up to the named one',
    access: 'signed-in',
    rows: 'the caller’s own up to the one named',
    input: upTo,
    output: done,
  }),
  choices: endpoint({
    method: 'GET',
    path: '/notifications/choices',
    summary: 'Lists the caller’s notification choices, by kind and channel',
    access: 'signed-in',
    rows: 'the caller’s own choices',
    input: z.object({}).optional(),
    output: z.object({
      choices: z.array(choice),
      /** Null for people without an address. */
      email: z.string().nullable(),
      /** Null where no texts are sent. The number is null for people who have confirmed none. */
      texts: z.object({ phone: z.string().nullable() }).nullable(),
      timing,
      push: z.object({
        /** The key with which browsers subscribe (RFC 8292). */
        key: z.string(),
        isOnHere: z.boolean(),
        devices: z.int(),
      }),
    }),
  }),
  choose: endpoint({
    method: 'PUT',
    path: '/notifications/choices/{type}/{channel}',
    summary: 'Turns one kind of notification on or off for one channel, and says how often its emails come',
    access: 'signed-in',
    rows: 'the caller’s own choice',
    input: z
      .object({
        type: z.enum(notificationTypes),
        channel: z.enum(channels),
        isWanted: z.boolean(),
        /** Null: as often as all others. Left out: as before. */
        pace: z.enum(mailPaces).nullable().optional(),
      })
      .refine(({ type, channel }) => isOffered(type, channel), {
        path: ['channel'],
        message: 'Notifications of this kind don’t come that way',
      })
      .refine(({ channel, pace }) => pace === undefined || channel === 'email', {
        path: ['pace'],
        message: 'Only emails can come once a day',
      }),
    output: done,
  }),
  setTiming: endpoint({
    method: 'PUT',
    path: '/notifications/timing',
    summary:
      'Sets how often notification emails come, unless chosen for a kind, and the quiet hours in which they wait',
    access: 'signed-in',
    rows: 'the caller’s own',
    input: timing,
    output: done,
  }),
  addDevice: endpoint({
    method: 'PUT',
    path: '/notifications/device',
    summary: 'Turns on push notifications in this browser',
    access: 'signed-in',
    rows: 'the subscription of the caller’s current session',
    input: pushDevice,
    output: done,
    limit: { name: 'push devices', by: 'user', max: 60, windowSeconds: 3600 },
  }),
  removeDevice: endpoint({
    method: 'DELETE',
    path: '/notifications/device',
    summary: 'Turns off push notifications in this browser',
    access: 'signed-in',
    rows: 'the subscription of the caller’s current session',
    input: z.object({}).optional(),
    output: done,
  }),
}
