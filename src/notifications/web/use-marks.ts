import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useWrite } from '#/kernel/web/write.ts'
import type { Notification } from '#/notifications/contract.ts'
import { notifications, refreshNotifications } from './notifications.ts'

type Page = { rows: Notification[]; nextCursor: string | null }
type Change = (rows: Notification[]) => Notification[]

const read = (row: Notification): Notification => ({ ...row, isRead: true })

/**
 * Marks and clears notifications, at once on screen and undone if the server refuses. `failed` only covers actions on
 * all of them: one that couldn't be marked by opening it just stays unread.
 */
export function useMarks() {
  const client = useQueryClient()
  const takeBack = useRef<() => void>(undefined)
  const settle = {
    onSuccess: () => refreshNotifications(client),
    onError: () => {
      takeBack.current?.()
      return refreshNotifications(client)
    },
  }
  const one = useWrite(notifications.call.markRead, settle)
  const all = useWrite(notifications.call.markAllRead, settle)
  const clearing = useWrite(notifications.call.clearAll, settle)

  function foresee(change: Change, unread: (count: number) => number) {
    takeBack.current = show(client, change, unread)
    all.reset()
    clearing.reset()
  }

  return {
    failed: all.isError || clearing.isError,
    markRead(opened: Notification) {
      if (opened.isRead) return
      foresee(
        (rows) => rows.map((row) => (row.id === opened.id ? read(row) : row)),
        (count) => count - 1,
      )
      one.mutate({ id: opened.id })
    },
    markAllRead(upTo: string) {
      foresee(
        (rows) => rows.map(read),
        () => 0,
      )
      all.mutate({ upTo })
    },
    clearAll(upTo: string) {
      foresee(
        () => [],
        () => 0,
      )
      clearing.mutate({ upTo })
    },
  }
}

/** Changes the screen ahead of the server; returns a function that undoes it. */
function show(client: QueryClient, change: Change, unread: (count: number) => number): () => void {
  const everything = { queryKey: notifications.query.key() }
  const lists = { queryKey: notifications.query.list.key() }
  // A response under way would bring back the previous state.
  void client.cancelQueries(everything)
  const before = client.getQueriesData(everything)
  const changed = (page: Page): Page => {
    const rows = change(page.rows)
    return { rows, nextCursor: rows.length > 0 ? page.nextCursor : null }
  }
  client.setQueriesData<Page | InfiniteData<Page>>(lists, (data) => {
    if (!data) return data
    return 'pages' in data ? { ...data, pages: data.pages.map(changed) } : changed(data)
  })
  client.setQueriesData<{ count: number }>(
    { queryKey: notifications.query.unread.key() },
    (data) => data && { count: Math.max(0, unread(data.count)) },
  )
  return () => {
    for (const [key, data] of before) client.setQueryData(key, data)
  }
}
