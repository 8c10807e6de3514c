import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { errorText } from '#/kernel/web/error-text.ts'
import { dayText, momentText } from '#/kernel/web/own-clock.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { supportText } from '#/support/text.ts'
import { destination, reopenableUntil } from '#/support/ticket-rules.ts'
import type { Ticket } from '#/support/tickets.ts'
import { support } from './support.ts'
import css from './TicketView.module.css'
import { ticketAddress } from './ticket-address.ts'
import { refreshTickets } from './ticket-cache.ts'
import { WriteForm } from './WriteForm.tsx'

export function TicketActions({ ticket }: { ticket: Ticket }) {
  const { id, closedAt, closedBy } = ticket
  const close = useWrite(support.call.closeTicket, {
    onSuccess: async () => {
      toast({ kind: 'success', message: 'The ticket is closed.' })
      await refreshTickets()
    },
    onError: (error) => {
      toast({ kind: 'error', message: errorText(error, supportText) })
      void refreshTickets()
    },
  })
  const now = new Date()
  if (closedAt === null)
    return (
      <WriteForm
        key="write"
        id={id}
        move="write"
        words={{ label: ticket.status === 'open' ? 'Add something' : 'Your reply', send: 'Send reply' }}
      >
        <Button variant="default" aria-disabled={close.isPending} onClick={() => close.mutate({ id })}>
          {close.isPending ? 'Closing...' : 'Close ticket'}
        </Button>
      </WriteForm>
    )
  const closed = `${closedBy === 'user' ? 'You closed this ticket' : 'Support closed this ticket'} on ${momentText(closedAt)}.`
  if (!destination('reopen', 'user', ticket, now))
    return (
      <p className={css.closed}>
        {closed} You can’t open it again. <Link to={ticketAddress('new')}>Open a new one</Link>
      </p>
    )
  return (
    <>
      <p className={css.closed}>
        {closed} Until {dayText(reopenableUntil(closedAt))} you can open it again.
      </p>
      <WriteForm
        key="reopen"
        id={id}
        move="reopen"
        words={{ label: 'What’s still open?', send: 'Open it again' }}
      />
    </>
  )
}
