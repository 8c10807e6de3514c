import { z } from 'zod'
import { requiredText } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { ticketLimits } from './ticket-rules.ts'
import { threadSchema, ticketSchema, topicSchema } from './tickets.ts'

// What whoever runs the place sees of messages and tickets. Who may look is for the desk to say.

const person = { name: z.string(), userId: idSchema('user').nullable() }

/** A line of the queue: a message of the contact page, or a ticket. */
export const deskRowSchema = z.object({
  kind: z.enum(['message', 'ticket']),
  id: z.uuid(),
  number: z.int(),
  topic: topicSchema,
  title: z.string(),
  ...person,
  isWaiting: z.boolean(),
  /** Since when it waits; once it does not, when that was. */
  since: z.date(),
})
export type DeskRow = z.output<typeof deskRowSchema>

/** What support says, in a mail or a thread. */
export const answerSchema = requiredText(ticketLimits.longest, 'Please write an answer.')

export const contactMessageSchema = z.object({
  id: idSchema('contact message'),
  number: z.int(),
  topic: topicSchema,
  ...person,
  email: z.string().nullable(),
  phone: z.string().nullable(),
  text: z.string(),
  at: z.date(),
  /** Null while it waits; `text` is what was mailed, null when it was answered otherwise. */
  answered: z.object({ at: z.date(), by: z.string(), text: z.string().nullable() }).nullable(),
})
export type ContactMessage = z.output<typeof contactMessageSchema>

export const deskTicketSchema = ticketSchema.extend({
  userId: idSchema('user'),
  name: z.string(),
  waitingSince: z.date().nullable(),
  thread: z.array(threadSchema.element.extend({ name: z.string() })),
})
export type DeskTicket = z.output<typeof deskTicketSchema>
