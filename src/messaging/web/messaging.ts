import { unlessLive } from '#/kernel/web/live.ts'
import { rpcFor } from '#/kernel/web/rpc.ts'
import type { messagingContract } from '#/messaging/contract.ts'

export const messaging = rpcFor<typeof messagingContract>('messaging')

/** One request for all bookings on a page. */
export const unreadOptions = messaging.query.unread.queryOptions({
  refetchInterval: unlessLive(30_000),
  refetchOnWindowFocus: 'always',
  staleTime: 10_000,
})
