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

  markRead: os.markRead.handler(({ input, context }) => markRead(context, input)),

  report: os.report.handler(({ input, context }) => report(context, input)),

  reportProfile: os.reportProfile.handler(({ input, context }) => reportProfile(context, input)),

  reportBooking: os.reportBooking.handler(({ input, context }) => reportBooking(context, input)),

  blocks: os.blocks.handler(async ({ context: { actor, db } }) => ({ rows: await listBlocks(db, actor) })),

  unblock: os.unblock.handler(({ input, context: { actor, db } }) => unblock(db, actor, input.id)),

  block: os.block.handler(({ input, context }) => block(context, input)),
})
