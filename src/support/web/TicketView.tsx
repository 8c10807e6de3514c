import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { MINUTE } from '#/kernel/duration.ts'
import { Drawing } from '#/kernel/web/Drawing.tsx'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import { momentText } from '#/kernel/web/own-clock.ts'
import { Thread } from '#/kernel/web/Thread.tsx'
import { ViewFrame } from '#/kernel/web/ViewFrame.tsx'
import { contactTopics, promisedBy } from '#/support/rules.ts'
import type { Ticket } from '#/support/tickets.ts'
import { support } from './support.ts'
import { TicketActions } from './TicketActions.tsx'
import { TicketStatusChip } from './TicketStatusChip.tsx'
import css from './TicketView.module.css'
import { ticketAddress } from './ticket-address.ts'
import { bookingText, orderText } from './ticket-words.ts'

/** Links to files work for five minutes. */
const newLinksEvery = 4 * MINUTE
const back = { to: ticketAddress('all'), label: 'My tickets' }

export function TicketView({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery(
    support.query.ticket.queryOptions({
      input: { id },
      staleTime: 0,
      refetchInterval: newLinksEvery,
      refetchOnWindowFocus: 'always',
    }),
  )
  if (data) return <Shown ticket={data} />
  if (!error || isFetching) {
    return (
      <ViewFrame title="Your ticket" back={back}>
        <div className={css.ghost} role="status" aria-label="Loading the ticket" />
      </ViewFrame>
    )
  }
  // A URL that isn't an id at all is answered as malformed.
  const isUnknown = ['request.not_found', 'request.malformed'].includes(errorCode(error))
  return (
    <ViewFrame title={isUnknown ? 'We couldn’t find this ticket' : 'Your ticket'} back={back}>
      <div className={css.message} role={isUnknown ? undefined : 'alert'}>
        <Drawing name={isUnknown ? 'no-results' : 'something-went-wrong'} width={200} />
        <p>
          {isUnknown
            ? 'It may belong to another account. Check which one you’re logged in with.'
            : errorText(error)}
        </p>
        {!isUnknown && <Button onClick={() => void refetch()}>Retry</Button>}
      </div>
    </ViewFrame>
  )
}

function Shown({ ticket }: { ticket: Ticket }) {
  const { number, subject, topic, status, booking, order, thread, createdAt } = ticket
  return (
    <ViewFrame title={subject} back={back} beside={<TicketStatusChip status={status} />}>
      <p className={css.about}>
        Ticket {number} · {contactTopics[topic]} · {momentText(createdAt)}
        {booking && (
          <>
            <br />
            {bookingText(booking)} · <Link to="/appointments">My appointments</Link>
          </>
        )}
        {order && (
          <>
            <br />
            Order{' '}
            <Link
              to={
                order.side === 'buyer'
                  ? `/order-confirmation/${order.id}`
                  : `/my-orders?side=sold&order=${order.id}`
              }
            >
              {orderText(order)}
            </Link>
          </>
        )}
      </p>
      <Thread said={thread.map((said) => ({ ...said, who: said.by === 'support' ? 'Support' : 'You' }))} />
      <p className={css.status} role="status">
        {status === 'open' && promiseText(topic, waitingSince(ticket))}
      </p>
      <TicketActions ticket={ticket} />
    </ViewFrame>
  )
}

/** Returns the time of the first message that nobody has answered. */
function waitingSince({ thread }: Ticket): Date {
  const lastAnswer = thread.findLastIndex(({ by }) => by === 'support')
  return thread[lastAnswer + 1]!.at
}

function promiseText(topic: string, since: Date): string {
  const due = promisedBy(topic, since)
  return due > new Date()
    ? `A person will answer by ${momentText(due)}. We’ll tell you in the bell and by email.`
    : 'Our answer is late, and we’re sorry. We answer the longest wait first.'
}
