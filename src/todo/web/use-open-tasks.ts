import { useQuery } from '@tanstack/react-query'
import { useSession } from '#/accounts/web/index.ts'
import { dayOf } from '#/kernel/time.ts'
import { ownZone } from '#/kernel/web/own-clock.ts'
import { openTasks } from './todo.ts'

/**
 * Loads the open tasks. Without a network, a list that was kept on an earlier day is read as of today, so tasks due then are
 * overdue.
 */
export function useOpenTasks() {
  const { user } = useSession()
  const query = useQuery(openTasks())
  const { today: asked = '', tasks: open = [] } = query.data ?? {}
  const own = dayOf(new Date(), user?.timeZone ?? ownZone())
  const today = asked && !navigator.onLine && own > asked ? own : asked
  return { query, today, open }
}
