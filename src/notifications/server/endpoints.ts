import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import { serve } from '#/kernel/server/serve.ts'
import { notificationsContract } from '#/notifications/contract.ts'
import { findChoices, setChoice, setTiming } from './choices.ts'
import { present } from './present.ts'
import { addDevice, removeDevice } from './push/devices.ts'
import { countUnread, insertClearing, insertReads, listNotifications, receivedAt } from './queries.ts'

const os = serve(notificationsContract)

export const notificationsEndpoints = os.router({
  list: os.list.handler(async ({ input: { limit, cursor, type }, context: { actor, db } }) => {
    const before = cursor ? new Date(cursor) : undefined
    const found = await listNotifications(db, actor.userId, { limit, before, type })
    const rows = found.slice(0, limit)
    const nextCursor = found.length > limit ? rows.at(-1)!.created_at.toISOString() : null
    return { rows: rows.map(present), nextCursor }
  }),

  unread: os.unread.handler(async ({ context: { actor, db } }) => ({
    count: await countUnread(db, actor.userId),
  })),

  markRead: os.markRead.handler(async ({ input: { id }, context: { actor, db, now } }) => {
    const at = await ownReceivedAt(db, actor.userId, id)
    await insertReads(db, actor.userId, { from: at, upTo: at, now })
  }),

  markAllRead: os.markAllRead.handler(async ({ input, context: { actor, db, now } }) => {
    const upTo = await ownReceivedAt(db, actor.userId, input.upTo)
    await insertReads(db, actor.userId, { upTo, now })
  }),

  clearAll: os.clearAll.handler(async ({ input, context: { actor, db } }) =>
    insertClearing(db, actor.userId, await ownReceivedAt(db, actor.userId, input.upTo)),
  ),

  choices: os.choices.handler(
    async ({ context: { actor, db, config } }) =>
      (await findChoices(db, actor, config)) ?? refuseRequest('request.not_found'),
  ),

  choose: os.choose.handler(({ input, context: { actor, db } }) => setChoice(db, actor.userId, input)),

  setTiming: os.setTiming.handler(({ input, context: { actor, db } }) => setTiming(db, actor.userId, input)),

  addDevice: os.addDevice.handler(({ input, context: { actor, db, now } }) =>
    addDevice(db, actor, { ...input, now }),
  ),

  removeDevice: os.removeDevice.handler(({ context: { actor, db } }) => removeDevice(db, actor)),
})

async function ownReceivedAt(db: Db, userId: string, id: string): Promise<Date> {
  return (await receivedAt(db, userId, id)) ?? refuseRequest('request.not_found')
}
