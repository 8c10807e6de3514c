import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useWrite } from '#/kernel/web/write.ts'
import { expectNotifications } from '#/notifications/web/index.ts'
import { messaging, unreadOptions } from './messaging.ts'
import type { Thread } from './thread-cache.ts'
import { threadKey } from './use-thread.ts'

/** Marks the thread as read once its end is visible in a visible window, and updates the bell. */
export function useMarkRead(
  bookingId: string,
  { thread, lookedAt }: { thread: Thread | undefined; lookedAt: number },
  isAtEnd: boolean,
): void {
  const client = useQueryClient()
  const { mutate } = useWrite(messaging.call.markRead, {
    onSuccess: () => {
      client.setQueryData<Thread>(threadKey(bookingId), (now) => now && { ...now, unread: 0 })
      void client.invalidateQueries({ queryKey: unreadOptions.queryKey })
      expectNotifications(client)
    },
  })
  const upTo = thread?.rows.at(-1)?.position ?? 0
  const isUnread = (thread?.unread ?? 0) > 0
  const mark = useRef(mutate)
  mark.current = mutate
  // biome-ignore lint/correctness/useExhaustiveDependencies: each refetch retries a failed call
  useEffect(() => {
    if (isUnread && isAtEnd && document.visibilityState === 'visible') mark.current({ bookingId, upTo })
  }, [isUnread, isAtEnd, upTo, bookingId, lookedAt])
}
