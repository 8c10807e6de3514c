import { useSession } from '#/accounts/web/index.ts'
import { useOnDemand } from '#/kernel/web/on-demand.ts'
import css from './Messages.module.css'
import { threadPanel } from './thread-panel.ts'
import { useOpenThread } from './use-address.ts'

/** Shows the thread named in the address over a page of bookings. */
export function Messages() {
  const { bookingId, close } = useOpenThread()
  const { user } = useSession()
  const ThreadPanel = useOnDemand(threadPanel, bookingId !== null)
  if (bookingId === null || !user) return null
  if (!ThreadPanel) return <div className={css.opening} role="status" aria-label="Opening messages" />
  return <ThreadPanel key={bookingId} bookingId={bookingId} userId={user.id} onClose={close} />
}
