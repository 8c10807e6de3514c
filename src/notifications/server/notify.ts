import { newId } from '#/kernel/server/new-id.ts'
import type { Work } from '#/kernel/server/work.ts'
import type { NotificationType } from '../notification-types.ts'
import { isInAppPath } from '../rules.ts'
import { insertNotification, lockReceiver } from './queries.ts'

export type Notice = {
  userId: string
  type: NotificationType
  title: string
  message: string
  /** What it tells of, the same at every repeat: `veterinary.appointment_confirmed:<id>`. */
  source: string
  /** The page of ours that a click opens, `/appointments`. */
  href?: string
  relatedReportId?: string
  metadata?: Record<string, unknown>
}

/**
 * Tells people something, in the transaction at hand; a notice whose `source` its receiver already has is dropped, so
 * it may be repeated. Meant for subscribers: until the transaction ends, others wait who tell the same people.
 */
export async function notify(work: Pick<Work, 'db' | 'now'>, ...notices: Notice[]): Promise<void> {
  // Always in the same order, so that two transactions telling the same people never wait for each other.
  const inOrder = notices.toSorted((a, b) => (a.userId < b.userId ? -1 : a.userId > b.userId ? 1 : 0))
  for (const { href, metadata, ...notice } of inOrder) {
    if (href !== undefined && !isInAppPath(href)) throw new Error(`Not a page of ours: ${href}`)
    await lockReceiver(work.db, notice.userId)
    await insertNotification(work.db, {
      ...notice,
      id: newId<'notification'>(),
      metadata: { ...metadata, ...(href !== undefined && { href }) },
      now: work.now,
    })
  }
}
