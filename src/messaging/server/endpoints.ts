import { serve } from '#/kernel/server/serve.ts'
import { messagingContract } from '#/messaging/contract.ts'
import { listBlocks, unblock } from './blocks.ts'
import { reportBooking, reportProfile } from './profile-reports.ts'
import { listUnread } from './queries.ts'
import { block, report } from './safety.ts'
import { sendMessage } from './send.ts'
import { markRead, readThread } from './threads.ts'

const os = serve(messagingContract)

export const messagingEndpoints = os.router({
  thread: os.thread.handler(({ input, context }) => readThread(context, input)),

  unread: os.unread.handler(async ({ context: { actor, db } }) => {
    const rows = await listUnread(db, actor.userId)
    return { threads: rows.map(({ subject_id, unread }) => ({ bookingId: subject_id, unread })) }
  }),

  send: os.send.handler(({ input, context }) => sendMessage(context, input)),

  markRead: os.markRead.handler(async ({ input, context }) => {
    await markRead(context, input)
    return { done: true }
  }),

  report: os.report.handler(async ({ input, context }) => {
    await report(context, input)
    return { done: true }
  }),

  reportProfile: os.reportProfile.handler(async ({ input, context }) => {
    await reportProfile(context, input)
    return { done: true }
  }),

  reportBooking: os.reportBooking.handler(async ({ input, context }) => {
    await reportBooking(context, input)
    return { done: true }
  }),

  blocks: os.blocks.handler(async ({ context: { actor, db } }) => ({ rows: await listBlocks(db, actor) })),

  unblock: os.unblock.handler(async ({ input, context: { actor, db } }) => {
    await unblock(db, actor, input.id)
    return { done: true }
  }),

  block: os.block.handler(async ({ input, context }) => {
    await block(context, input)
    return { done: true }
  }),
})
