import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { refuse } from '#/support/errors.ts'
import {
  destination,
  type TicketMove,
  type TicketSide,
  type TicketStatus,
  ticketLimits,
} from '#/support/ticket-rules.ts'
import { countMessages, insertTicketMessage, type LockedTicket, updateTicket } from './ticket-queries.ts'

/**
 * Changes the state of a locked ticket, and returns the new state.
 * @throws support.move_not_allowed
 */
export async function moveTicket(
  { db, now }: { db: Db; now: Date },
  ticket: LockedTicket,
  move: TicketMove,
  side: TicketSide,
): Promise<TicketStatus> {
  const { id, waiting_since } = ticket
  const to = destination(move, side, { status: ticket.status, closedAt: ticket.closed_at }, now)
  if (!to) return refuse('support.move_not_allowed')
  await updateTicket(db, id, {
    status: to,
    // Adding to a ticket doesn't restart the wait.
    waiting_since: to === 'open' ? (waiting_since ?? now) : null,
    closed_at: to === 'closed' ? now : null,
    closed_by: to === 'closed' ? side : null,
    updated_at: now,
  })
  return to
}

/**
 * Appends to the thread of a locked ticket; returns the message's id.
 * @throws support.thread_full
 */
export async function appendMessage(
  { db, now }: { db: Db; now: Date },
  ticketId: string,
  { text, adminId = null }: { text: string; adminId?: string | null },
): Promise<string> {
  const position = (await countMessages(db, ticketId)) + 1
  if (position > ticketLimits.thread) refuse('support.thread_full')
  const id = newId<'ticket message'>()
  await insertTicketMessage(db, {
    id,
    ticket_id: ticketId,
    position,
    admin_id: adminId,
    text,
    created_at: now,
  })
  return id
}
