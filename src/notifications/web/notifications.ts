import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { unlessLive } from '#/kernel/web/live.ts'
import { rpcFor } from '#/kernel/web/rpc.ts'
import type { notificationsContract } from '#/notifications/contract.ts'
import { listSizes } from '#/notifications/rules.ts'

export const notifications = rpcFor<typeof notificationsContract>('notifications')

/** Polls when the window gets the focus and, without a stream, every 30 s, but not while it is hidden. */
const polling = {
  refetchInterval: unlessLive(30_000),
  refetchOnWindowFocus: 'always' as const,
  staleTime: 10_000,
}

export const unreadOptions = notifications.query.unread.queryOptions({ ...polling })

/** The newest: few at first, with room for those that arrive while the list is open. */
export const latestOptions = queryOptions({
  queryKey: [...notifications.query.list.key(), 'latest'],
  queryFn: ({ client, queryKey, signal }) =>
    notifications.call.list(
      { limit: client.getQueryData(queryKey) ? listSizes.popover : listSizes.first },
      { signal },
    ),
  ...polling,
})

/** Checks the bell again shortly after an action, because a job notifies a moment after the answer. */
export function expectNotifications(client: QueryClient): void {
  void refreshNotifications(client)
  setTimeout(() => void refreshNotifications(client), 1_500)
}

/** Refetches the lists and the badge. */
export const refreshNotifications = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: notifications.query.key() })
