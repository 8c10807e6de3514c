import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { rpcFor } from '#/kernel/web/rpc.ts'
import type { notificationsContract } from '#/notifications/contract.ts'
import { listSizes } from '#/notifications/rules.ts'

export const notifications = rpcFor<typeof notificationsContract>('notifications')

/** Asked again every 30 s and whenever the window gets the focus; not while it is hidden. */
const polling = { refetchInterval: 30_000, refetchOnWindowFocus: 'always' as const, staleTime: 10_000 }

export const unreadOptions = notifications.query.unread.queryOptions({ ...polling })

/** The newest: few at first, and room for what arrives while one looks. */
export const latestOptions = queryOptions({
  queryKey: [...notifications.query.list.key(), 'latest'],
  queryFn: ({ client, queryKey, signal }) =>
    notifications.call.list(
      { limit: client.getQueryData(queryKey) ? listSizes.popover : listSizes.first },
      { signal },
    ),
  ...polling,
})

/** What somebody has just done is told of by a job, a moment after the answer: the bell looks again then. */
export function expectNotifications(client: QueryClient): void {
  void refreshNotifications(client)
  setTimeout(() => void refreshNotifications(client), 1_500)
}

/** Lists and badge are asked for again: something is read, cleared or told anew. */
export const refreshNotifications = (client: QueryClient) =>
  client.invalidateQueries({ queryKey: notifications.query.key() })
