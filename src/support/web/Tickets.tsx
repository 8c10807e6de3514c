import { useSession } from '#/accounts/web/index.ts'
import { withLibraries } from '#/kernel/web/Libraries.tsx'
import { MyTickets } from './MyTickets.tsx'
import { NewTicket } from './NewTicket.tsx'
import { TicketView } from './TicketView.tsx'

/** Shows the view in `?ticket=`: `new`, `all`, or one ticket by its id. Its frame admits only logged-in people. */
function Tickets({ asked }: { asked: string }) {
  const { user } = useSession()
  if (asked === 'new') return user && <NewTicket key={user.id} userId={user.id} />
  return asked === 'all' || asked === '' ? <MyTickets /> : <TicketView key={asked} id={asked} />
}

export default withLibraries(Tickets)
