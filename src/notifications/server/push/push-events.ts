import { DAY } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import { type Subscriber, subscriber } from '#/kernel/server/jobs.ts'
import type { Work } from '#/kernel/server/work.ts'
import { type NotificationType, notificationGroups, typeNames } from '#/notifications/notification-types.ts'
import type { PushMessage } from '#/notifications/push.ts'
import type { Receiver } from '#/notifications/server/choices.ts'
import { isNotPublic, type Post } from './post.ts'
import type { VapidKeys } from './vapid.ts'

type PushRequested = {
  name: 'notifications.push_requested'
  data: { deviceId: string; message: PushMessage; isUrgent: boolean }
}
type Pushed = Pick<PushRequested['data'], 'message' | 'isUrgent'>

type Told = { id: string; type: NotificationType; metadata: Readonly<Record<string, unknown>> }

/** Writes the push of a notification, or of the last of several. */
export function pushOf({ id, type, metadata: { href } }: Told, isUrgent: boolean, count = 1): Pushed {
  const group = notificationGroups.find(({ types }) => type in types)!
  const isOne = count === 1
  return {
    isUrgent,
    message: {
      id,
      title: isOne ? group.name : `${count} new notifications`,
      body: isOne ? typeNames[type] : 'Tap to read them.',
      path: isOne && typeof href === 'string' ? href : '/dashboard',
    },
  }
}

/** Requests a push to each of a person's browsers in the current transaction. */
export async function requestPush(
  { announce }: Pick<Work, 'announce'>,
  { devices }: Receiver,
  pushed: Pushed,
): Promise<void> {
  const data = devices.map(({ id }) => ({ deviceId: id, ...pushed }))
  if (data.length > 0) await announce<PushRequested>('notifications.push_requested', data)
}

/** A push service keeps a push this long for a browser that is off. */
const keptSeconds = 24 * 3600

/** A browser is forgotten after its push service has failed, or not answered, for this long. */
const patienceDays = 3

type Parts = { post: Post; keys: VapidKeys; site: string; db: Db }

/**
 * Sends requested pushes on their own queue, so that a hanging push service holds up only pushes. A browser whose service
 * refuses is forgotten; busy services are tried again, and forgotten after some days in which they took nothing.
 */
export function pushSubscriber({ post, keys, site, db: outside }: Parts): Subscriber {
  // Services write to this address if we misbehave, and take no other kinds.
  const subject = site.startsWith('https:') ? site : `mailto:push@${new URL(site).hostname}`
  const deliver = subscriber<PushRequested>(
    'notifications.push_requested',
    'notifications.send-push',
    async ({ db, now }, { deviceId, message, isUrgent }) => {
      const device = await db
        .selectFrom('push_subscriptions')
        .select(['endpoint', 'p256dh', 'auth', 'failing_since'])
        .where('id', '=', deviceId)
        .executeTakeFirst()
      if (!device) return
      const { endpoint, failing_since: failing, ...browserKeys } = device
      const note = (through: Db, since: Date | null) =>
        through
          .updateTable('push_subscriptions')
          .set({ failing_since: since })
          .where('id', '=', deviceId)
          .execute()
      const failed = async (error: unknown) => {
        // Outside, because the error rolls this transaction back.
        if (!failing) await note(outside, now)
        if (!failing || now.getTime() - failing.getTime() < patienceDays * DAY) throw error
        await db.deleteFrom('push_subscriptions').where('id', '=', deviceId).execute()
      }
      const { default: webPush } = await import('web-push')
      let status: number | null
      try {
        const { headers, body } = webPush.generateRequestDetails(
          { endpoint, keys: browserKeys },
          JSON.stringify(message),
          {
            vapidDetails: { subject, ...keys },
            contentEncoding: 'aes128gcm',
            TTL: keptSeconds,
            urgency: isUrgent ? 'high' : 'normal',
          },
        )
        status = await post({ endpoint, headers, body })
      } catch (error) {
        if (!isNotPublic(error) && !isBadKey(error)) return failed(error)
        status = null
      }
      if (status !== null && status >= 200 && status < 300) {
        if (failing) await note(db, null)
        return
      }
      if (status === 429 || (status ?? 0) >= 500)
        return failed(new Error(`the push service answered ${status}`))
      await db.deleteFrom('push_subscriptions').where('id', '=', deviceId).execute()
    },
  )
  return { ...deliver, queue: 'push' }
}

/** Only when it is used do we learn whether a browser's key is a point of the curve. */
const isBadKey = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_CRYPTO_ECDH_INVALID_PUBLIC_KEY'
