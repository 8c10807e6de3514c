import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { admin } from '#/admin/web/frame/admin.ts'
import { Chip } from '#/admin/web/frame/Chip.tsx'
import { Decide } from '#/admin/web/frame/Decide.tsx'
import css from '#/admin/web/frame/DeskItem.module.css'
import { DeskHead, DeskItem } from '#/admin/web/frame/DeskItem.tsx'
import { appointmentAddress, orderAddress, userAddress } from '#/admin/web/frame/words.ts'
import { momentText } from '#/kernel/web/own-clock.ts'
import { Thread } from '#/kernel/web/Thread.tsx'
import { useFreshLinks } from '#/kernel/web/use-fresh-links.ts'
import type { DeskTicket } from '#/support/desk.ts'
import { contactTopics, isUrgent } from '#/support/rules.ts'
import { destination } from '#/support/ticket-rules.ts'
import { AnswerForm } from './AnswerForm.tsx'
import own from './Messages.module.css'
import { promiseText, ticketStatusName } from './message-words.ts'

export function TicketPage({ id }: { id: string }) {
  const query = useQuery(admin.query.ticket.queryOptions({ input: { id }, refetchOnWindowFocus: 'always' }))
  useFreshLinks(query)
  return (
    <DeskItem query={query} what="ticket" back={{ to: '?view=messages', label: 'All messages' }}>
      {(ticket) => <Shown ticket={ticket} />}
    </DeskItem>
  )
}

function Shown({ ticket }: { ticket: DeskTicket }) {
  const { subject, number, topic, status, waitingSince, closedAt, closedBy, booking, order, thread, userId } =
    ticket
  const shown = ticketStatusName[status]
  return (
    <>
      <DeskHead title={subject} state={ticket.status === 'closed'}>
        {isUrgent(topic) && <Chip kind="bad">Safety</Chip>}
        <Chip kind={shown.kind}>{shown.name}</Chip>
        {waitingSince && <Chip {...promiseOf(topic, waitingSince)} />}
      </DeskHead>
      <p className={css.soft}>
        Ticket {number} · {contactTopics[topic]} ·{' '}
        <Link to={userAddress(userId)}>{ticket.name || 'The user’s account'}</Link>
        {booking && (
          <>
            {' · '}
            <Link to={appointmentAddress(booking.id)}>
              Booking {booking.side === 'owner' ? 'with' : 'of'} {booking.with},{' '}
              {momentText(booking.startsAt)}
            </Link>
          </>
        )}
        {order && (
          <>
            {' · '}
            <Link to={orderAddress(order.number)}>
              Order {order.number} {order.side === 'buyer' ? 'from' : 'to'} {order.with}
            </Link>
          </>
        )}
        {closedAt && ` · Closed by ${closedBy === 'user' ? 'the user' : 'support'}, ${momentText(closedAt)}`}
      </p>
      <div className={own.thread}>
        <Thread said={thread.map((message) => ({ ...message, who: nameAtDesk(message) }))} />
      </div>
      <Handling ticket={ticket} />
    </>
  )
}

const nameAtDesk = ({ by, name }: DeskTicket['thread'][number]) =>
  `${name || 'No name'}${by === 'support' ? ', support' : ''}`

function promiseOf(topic: string, since: Date) {
  const { text, kind } = promiseText(topic, since, new Date())
  return { kind, children: text }
}

function Handling({ ticket }: { ticket: DeskTicket }) {
  const { id, thread, name, status } = ticket
  // The last message when the page was rendered: if more has arrived, the server asks the admin to read it first.
  const seen = thread.at(-1)!.id
  if (!destination('write', 'support', ticket, new Date()))
    return (
      <p className={css.soft}>
        A closed ticket can’t be answered. {name || 'Its owner'} can open it again within 14 days.
      </p>
    )
  return (
    <AnswerForm
      of={id}
      hint={`We’ll tell ${name || 'the user'} in the bell and by email, without your name.`}
      call={admin.call.answerTicket}
      inputOf={(text) => ({ id, seen, text })}
    >
      <Decide
        call={admin.call.closeTicket}
        input={{ id, seen }}
        label="Close ticket"
        title="Close this ticket?"
        reason="none"
        busy="Closing..."
        keep="Keep it open"
        told="The ticket is closed."
      >
        {status === 'open' && <p>Nobody has answered the latest message.</p>}
        <p>We’ll notify {name || 'the user'}, who can open it again within 14 days.</p>
      </Decide>
    </AnswerForm>
  )
}
