import { refuseRequest } from '#/kernel/errors.ts'
import type { Changed, Work } from '#/kernel/server/work.ts'
import { refuse } from '#/support/errors.ts'
import type { TicketHandled } from '#/support/events.ts'
import { appendMessage, moveTicket } from './move-ticket.ts'
import { findLastMessage, type LockedTicket, lockTicket } from './ticket-queries.ts'

type Handling = {
  id: string
  /** The last message on the screen. */
  seen: string
}

/**
 * Answers a ticket. Only one of two simultaneous answers counts, so that nobody answers what they haven't read.
 * @throws support.changed_meanwhile, support.move_not_allowed, support.thread_full
 */
export async function answerTicket(
  work: Work,
  { text, adminId, ...handling }: Handling & { text: string; adminId: string },
): Promise<Changed> {
  const ticket = await lockAsSeen(work, handling)
  const to = await moveTicket(work, ticket, 'write', 'support')
  const messageId = await appendMessage(work, ticket.id, { text, adminId })
  await tell(work, ticket, { to: 'answered', source: `support.ticket_answered:${messageId}`, text })
  return { before: { status: ticket.status }, after: { status: to } }
}

/**
 * Closes a ticket for support.
 * @throws support.changed_meanwhile, support.move_not_allowed
 */
export async function closeForUser(work: Work, handling: Handling): Promise<Changed> {
  const ticket = await lockAsSeen(work, handling)
  const to = await moveTicket(work, ticket, 'close', 'support')
  const source = `support.ticket_closed:${ticket.id}:${work.now.getTime()}`
  await tell(work, ticket, { to: 'closed', source, text: null })
  return { before: { status: ticket.status }, after: { status: to } }
}

async function lockAsSeen({ db }: Work, { id, seen }: Handling): Promise<LockedTicket> {
  const ticket = (await lockTicket(db, id)) ?? refuseRequest('request.not_found')
  if ((await findLastMessage(db, id)) !== seen) refuse('support.changed_meanwhile')
  return ticket
}

async function tell(
  { announce }: Work,
  { id: ticketId, user_id: userId, number, subject }: LockedTicket,
  how: Pick<TicketHandled['data'], 'to' | 'source' | 'text'>,
): Promise<void> {
  await announce<TicketHandled>('support.ticket_handled', { ticketId, userId, number, subject, ...how })
}
