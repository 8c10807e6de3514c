import { rpcFor } from '#/kernel/web/rpc.ts'
import type { messagingContract } from '#/messaging/contract.ts'

export const messaging = rpcFor<typeof messagingContract>('messaging')

/** One question for all bookings on a page, asked again every 30 s and whenever the window gets the focus. */
export const unreadOptions = messaging.query.unread.queryOptions({
  refetchInterval: 30_000,
  refetchOnWindowFocus: 'always',
  staleTime: 10_000,
})
