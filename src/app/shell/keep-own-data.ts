import { queryClient } from '#/kernel/web/query-client.ts'
import { openTasks } from '#/todo/web/todo.ts'

/** Asks for what the service worker keeps for when there is no network, so that its pages needn't have been opened before. */
export default async function keepOwnData(): Promise<void> {
  await fetch('/api/emergency/own')
  // A fresh read: earlier answers may have come before the worker was there to keep them.
  await queryClient.fetchQuery({ ...openTasks(), staleTime: 0 })
}
