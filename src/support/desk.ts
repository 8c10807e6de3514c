import { z } from 'zod'
import { requiredText } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { ticketLimits } from './ticket-rules.ts'
import { threadSchema, ticketSchema, topicSchema } from './tickets.ts'

// Shared with admins; admin decides who may see it.

const person = { name: z.string(), userId: idSchema('user').nullable() }

/** A message from the contact page, or a ticket. */
export const deskRowSchema = z.object({
  kind: z.enum(['message', 'ticket']),
  id: z.uuid(),
  number: z.int(),
  topic: topicSchema,
  title: z.string(),
  ...person,
  isWaiting: z.boolean(),
  /** The time at which it started or stopped waiting. */
  since: z.date(),
})
export type DeskRow = z.output<typeof deskRowSchema>

/** An answer from support, mailed or in a ticket. */
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
  /** Null while it waits. `text` is the emailed answer, or null if it was answered in another way. */
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
