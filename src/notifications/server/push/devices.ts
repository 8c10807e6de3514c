import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Actor } from '#/kernel/server/work.ts'
import type { PushDevice } from '#/notifications/push.ts'
import { pushDevices } from '#/notifications/rules.ts'
import { lockReceiver } from '#/notifications/server/queries.ts'

type Session = Pick<Actor, 'userId' | 'sessionId'>

/**
 * Sends the person's pushes also to the browser of this session. A browser that another session had belongs to this one
 * from now on. Beyond the limit, the oldest ones are dropped.
 */
export async function addDevice(
  db: Db,
  { userId, sessionId }: Session,
  { endpoint, p256dh, auth, now }: PushDevice & { now: Date },
): Promise<void> {
  // Without the lock, devices that register at the same moment could exceed the limit.
  await lockReceiver(db, userId)
  await db.deleteFrom('push_subscriptions').where('endpoint', '=', endpoint).execute()
  const device = { endpoint, p256dh, auth, created_at: now, failing_since: null }
  await db
    .insertInto('push_subscriptions')
    .values({ ...device, id: newId(), session_id: sessionId, user_id: userId })
    .onConflict((conflict) => conflict.column('session_id').doUpdateSet(device))
    .execute()
  await db
    .deleteFrom('push_subscriptions')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('push_subscriptions')
        .select('id')
        .where('user_id', '=', userId)
        .where('session_id', '<>', sessionId)
        .orderBy('created_at', 'desc')
        .offset(pushDevices - 1),
    )
    .execute()
}

export async function removeDevice(db: Db, { sessionId }: Session): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('session_id', '=', sessionId).execute()
}
