import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { cursorSchema, done, pageOf } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { answerSchema, contactMessageSchema, deskRowSchema, deskTicketSchema } from '#/support/desk.ts'
import { supportErrors } from '#/support/errors.ts'

const ofTicket = z.object({ id: idSchema('ticket') })
const ofMessage = z.object({ id: idSchema('contact message') })
/** The last message that was on the screen: nobody decides about what they have not read. */
const asSeen = ofTicket.extend({ seen: idSchema('ticket message') })

/** What people write, by the contact page and in tickets. */
export const messageEndpoints = {
  messages: endpoint({
    method: 'GET',
    path: '/admin/messages',
    summary:
      'Messages and tickets that wait, safety first, then the longest; or those that do not, the latest first',
    access: 'admin',
    rows: 'all messages of the contact page and all tickets',
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
    summary: 'One message of the contact page',
    access: 'admin',
    rows: 'all messages of the contact page',
    input: ofMessage,
    output: contactMessageSchema,
  }),
  answerMessage: endpoint({
    method: 'POST',
    path: '/admin/messages/{id}/answer',
    summary: 'Mails an answer to whoever sent a message',
    access: 'admin',
    rows: 'all messages of the contact page',
    input: ofMessage.extend({ text: answerSchema }),
    output: done,
    errors: only(supportErrors, 'support.already_answered', 'support.no_address'),
  }),
  markAnswered: endpoint({
    method: 'POST',
    path: '/admin/messages/{id}/mark',
    summary: 'Notes that a message was answered in another way: by phone, from a mailbox',
    access: 'admin',
    rows: 'all messages of the contact page',
    input: ofMessage,
    output: done,
    errors: only(supportErrors, 'support.already_answered'),
  }),
  ticket: endpoint({
    method: 'GET',
    path: '/admin/tickets/{id}',
    summary: 'One ticket with all that was said, and links to its files',
    access: 'admin',
    rows: 'all tickets and their files',
    input: ofTicket,
    output: deskTicketSchema,
  }),
  answerTicket: endpoint({
    method: 'POST',
    path: '/admin/tickets/{id}/answers',
    summary: 'Answers a ticket; its person is told by bell and mail',
    access: 'admin',
    rows: 'all tickets',
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
    summary: 'Closes a ticket; its person is told',
    access: 'admin',
    rows: 'all tickets',
    input: asSeen,
    output: done,
    errors: only(supportErrors, 'support.changed_meanwhile', 'support.move_not_allowed'),
  }),
}
