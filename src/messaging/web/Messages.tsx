import { useSession } from '#/accounts/web/index.ts'
import { useOnDemand } from '#/kernel/web/on-demand.ts'
import { threadPanel } from './thread-panel.ts'
import { useOpenThread } from './use-address.ts'

/** Over a page of bookings: the thread that its address names. */
export function Messages() {
  const { bookingId, close } = useOpenThread()
  const { user } = useSession()
  const ThreadPanel = useOnDemand(threadPanel, bookingId !== null)
  if (bookingId === null || !user) return null
  return ThreadPanel && <ThreadPanel key={bookingId} bookingId={bookingId} userId={user.id} onClose={close} />
}
