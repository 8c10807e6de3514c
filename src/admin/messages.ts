import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { cursorSchema, done, pageOf } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { answerSchema, contactMessageSchema, deskRowSchema, deskTicketSchema } from '#/support/desk.ts'
import { supportErrors } from '#/support/errors.ts'

const ofTicket = z.object({ id: idSchema('ticket') })
const ofMessage = z.object({ id: idSchema('contact message') })
/** The last message on the screen, so that nobody acts on a thread they haven't read. */
const asSeen = ofTicket.extend({ seen: idSchema('ticket message') })

export const messageEndpoints = {
  messages: endpoint({
    method: 'GET',
    path: '/admin/messages',
    summary:
      'Lists messages and tickets that are waiting, safety first, then the longest wait; or those that aren’t, the latest first',
    access: 'admin',
    rows: 'all contact messages and all tickets',
    input: z.object({
      show: z.enum(['waiting', 'done']).default('waiting'),
      number: z.coerce.number<number>().int().min(1).max(2_000_000_000).optional(),
      cursor: cursorSchema,
    }),
    output: pageOf(deskRowSchema),
  }),
  message: endpoint({
    method: 'GET',
    path: '/admin/messages/{id}',
    summary: 'Returns one contact message',
    access: 'admin',
    rows: 'all contact messages',
    input: ofMessage,
    output: contactMessageSchema,
  }),
  answerMessage: endpoint({
    method: 'POST',
    path: '/admin/messages/{id}/answer',
    summary: 'Emails an answer to the sender of a message',
    access: 'admin',
    rows: 'all contact messages',
    audit: { action: 'message.answered', said: 'answered the message', subject: 'message' },
    input: ofMessage.extend({ text: answerSchema }),
    output: done,
    errors: only(supportErrors, 'support.already_answered', 'support.no_address'),
  }),
  markAnswered: endpoint({
    method: 'POST',
    path: '/admin/messages/{id}/mark',
    summary: 'Marks a message as answered in another way: by phone, or from a mailbox',
    access: 'admin',
    rows: 'all contact messages',
    audit: { action: 'message.marked_answered', said: 'marked the message as answered', subject: 'message' },
    input: ofMessage,
    output: done,
    errors: only(supportErrors, 'support.already_answered'),
  }),
  ticket: endpoint({
    method: 'GET',
    path: '/admin/tickets/{id}',
    summary: 'Returns one ticket with its thread, and links to its files',
    access: 'admin',
    rows: 'all tickets and their files',
    input: ofTicket,
    output: deskTicketSchema,
  }),
  answerTicket: endpoint({
    method: 'POST',
    path: '/admin/tickets/{id}/answers',
    summary: 'Answers a ticket, and notifies its owner by bell and email',
    access: 'admin',
    rows: 'all tickets',
    audit: { action: 'ticket.answered', said: 'answered the ticket', subject: 'ticket' },
    input: asSeen.extend({ text: answerSchema }),
    output: done,
    errors: only(
      supportErrors,
      'support.changed_meanwhile',
      'support.move_not_allowed',
      'support.thread_full',
    ),
  }),
  closeTicket: endpoint({
    method: 'POST',
    path: '/admin/tickets/{id}/closure',
    summary: 'Closes a ticket, and notifies its owner',
    access: 'admin',
    rows: 'all tickets',
    audit: { action: 'ticket.closed', said: 'closed the ticket', subject: 'ticket' },
    input: asSeen,
    output: done,
    errors: only(supportErrors, 'support.changed_meanwhile', 'support.move_not_allowed'),
  }),
}
