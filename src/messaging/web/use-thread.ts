import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { unlessLive } from '#/kernel/web/live.ts'
import { messaging } from './messaging.ts'
import { hasOldLinks, type Thread, withNewest, withOlder } from './thread-cache.ts'

export const threadKey = (bookingId: string) => [...messaging.query.thread.key(), 'whole', bookingId]

const threadOptions = (bookingId: string) =>
  queryOptions({
    queryKey: threadKey(bookingId),
    queryFn: ({ client, signal }) => readThread(client, bookingId, signal),
    refetchInterval: unlessLive(5_000, 30_000),
    refetchOnWindowFocus: 'always' as const,
    staleTime: 0,
  })

async function readThread(client: QueryClient, bookingId: string, signal: AbortSignal): Promise<Thread> {
  const page = await messaging.call.thread({ bookingId }, { signal })
  const before = client.getQueryData<Thread>(threadKey(bookingId))
  let thread = withNewest(before, page, Date.now())
  if (!before || !hasOldLinks(before, Date.now())) return thread
  // Renew the links as far back as the thread was loaded.
  const oldest = before.rows[0]?.position ?? 1
  while (thread.nextCursor && (thread.rows[0]?.position ?? 1) > oldest)
    thread = withOlder(
      thread,
      await messaging.call.thread({ bookingId, cursor: thread.nextCursor }, { signal }),
    )
  return thread
}

export type Older = { isThere: boolean; isLoading: boolean; failed: boolean; load(): void }

export function useThread(bookingId: string) {
  const client = useQueryClient()
  const query = useQuery(threadOptions(bookingId))
  const [older, setOlder] = useState<'idle' | 'loading' | 'failed'>('idle')
  const cursor = query.data?.nextCursor ?? null

  const loadOlder = useCallback(async () => {
    if (!cursor) return
    setOlder('loading')
    try {
      const page = await messaging.call.thread({ bookingId, cursor })
      client.setQueryData<Thread>(threadKey(bookingId), (thread) => thread && withOlder(thread, page))
      setOlder('idle')
    } catch {
      setOlder('failed')
    }
  }, [client, bookingId, cursor])

  const renewLinks = useCallback(() => {
    client.setQueryData<Thread>(threadKey(bookingId), (thread) => thread && { ...thread, linkedAt: 0 })
    void query.refetch()
  }, [client, bookingId, query.refetch])

  return {
    thread: query.data,
    lookedAt: query.dataUpdatedAt,
    error: query.error,
    retry: () => void query.refetch(),
    renewLinks,
    older: {
      isThere: cursor !== null,
      isLoading: older === 'loading',
      failed: older === 'failed',
      load: () => older !== 'loading' && void loadOlder(),
    } satisfies Older,
  }
}
