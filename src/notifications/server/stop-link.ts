import { timingSafeEqual } from 'node:crypto'
import { keyedHash } from '#/kernel/server/keys.ts'
import type { MailList } from '#/kernel/server/mail-events.ts'
import { isUuid } from '#/kernel/uuid.ts'
import { type NotificationType, notificationTypes } from '#/notifications/notification-types.ts'
import type { MailPace } from '#/notifications/timing.ts'

export const stopPrefix = '/emails/'

/**
 * Returns the path of a mail's stop link, for one receiver and kind. It never expires, because people use the links of
 * old mails, and it opens nothing else.
 */
export const stopPathIn =
  (secret: string) =>
  ({ userId, type }: MailList): string =>
    `${stopPrefix}${userId}/${type}/${signatureOf(secret, userId, type)}`

/** The kinds of mails about several notifications, by how often the receiver gets mails. */
export const summaryTypes = {
  at_once: 'several',
  daily: 'daily',
  urgent: 'chosen',
} as const satisfies Record<MailPace, string>
export type SummaryType = (typeof summaryTypes)[keyof typeof summaryTypes]

/** Returns the receiver and kind of a stop link's path, or null if we didn't make it. */
export function readStopPath(
  secret: string,
  path: string,
): { userId: string; type: NotificationType | SummaryType } | null {
  const [userId = '', type = '', signature = '', ...rest] = path.slice(stopPrefix.length).split('/')
  const known = [...notificationTypes, ...Object.values(summaryTypes)].find((one) => one === type)
  if (!known || rest.length > 0 || !isUuid(userId)) return null
  const given = Buffer.from(signature)
  const right = Buffer.from(signatureOf(secret, userId, type))
  return given.length === right.length && timingSafeEqual(given, right) ? { userId, type: known } : null
}

const signatureOf = (secret: string, userId: string, type: string) =>
  keyedHash(secret, 'stop mails', `${userId} ${type}`)
