import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { unknownErrorText } from '#/kernel/text.ts'
import { byCursor } from '#/kernel/web/list/by-cursor.ts'
import { PagedList } from '#/kernel/web/list/PagedList.tsx'
import { dayText } from '#/kernel/web/own-clock.ts'
import { ViewFrame } from '#/kernel/web/ViewFrame.tsx'
import { contactTopics } from '#/support/rules.ts'
import type { TicketRow } from '#/support/tickets.ts'
import css from './MyTickets.module.css'
import { support } from './support.ts'
import { TicketStatusChip } from './TicketStatusChip.tsx'
import { ticketAddress } from './ticket-address.ts'

export function MyTickets() {
  const query = useInfiniteQuery(
    support.query.tickets.infiniteOptions({
      ...byCursor,
      input: (cursor) => ({ cursor }),
      refetchOnWindowFocus: 'always',
      staleTime: 0,
    }),
  )
  const newTicket = (
    <Button component={Link} to={ticketAddress('new')} color="marigold">
      New ticket
    </Button>
  )
  const isEmpty = query.data?.pages[0]?.rows.length === 0
  return (
    <ViewFrame
      title="My tickets"
      back={{ to: '/help-support', label: 'Help & Support' }}
      beside={!isEmpty && newTicket}
    >
      <div className={css.list}>
        <PagedList
          dense
          query={query}
          what={{ one: 'ticket', many: 'tickets' }}
          failed={unknownErrorText}
          empty={{
            drawing: 'message-sent',
            sentence: 'You haven’t asked us anything yet. A person reads every ticket.',
            action: newTicket,
          }}
        >
          {(ticket) => <Line ticket={ticket} />}
        </PagedList>
      </div>
    </ViewFrame>
  )
}

function Line({ ticket }: { ticket: TicketRow }) {
  const { id, number, subject, topic, status, updatedAt, lastAnswer } = ticket
  return (
    <article className={css.row} tabIndex={-1} aria-label={`Ticket ${number}`}>
      <Link to={ticketAddress(id)} className={css.link}>
        <span className={css.top}>
          <strong>{subject}</strong>
          <TicketStatusChip status={status} />
        </span>
        <span className={css.soft}>
          {number} · {contactTopics[topic]} · {dayText(updatedAt)}
        </span>
        {lastAnswer && <span className={css.answer}>Support: {lastAnswer.text}</span>}
      </Link>
    </article>
  )
}
