import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { documentErrors } from '#/kernel/documents.ts'
import { cursorSchema, done, pageOf, requiredLine, requiredText } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { supportErrors } from './errors.ts'
import { contactTopicNames } from './rules.ts'
import { ticketLimits, ticketRates, ticketStatuses } from './ticket-rules.ts'

export const topicSchema = z.enum(contactTopicNames)
export const ticketStatusSchema = z.enum(ticketStatuses)

/** A booking to pick from a list. */
export const bookingSchema = z.object({
  id: idSchema('booking'),
  trade: z.string(),
  side: z.enum(['owner', 'provider']),
  /** The name of the other side. */
  with: z.string(),
  startsAt: z.date(),
  timeZone: z.string(),
})
export type TicketBooking = z.output<typeof bookingSchema>

/** An order to pick from a list, of which the person bought or sold something. */
export const ticketOrderSchema = z.object({
  id: idSchema('order'),
  /** 'OR-000042'. */
  number: z.string(),
  side: z.enum(['buyer', 'seller']),
  /** The sellers, or the buyer. */
  with: z.string(),
  placedAt: z.date(),
})
export type TicketOrder = z.output<typeof ticketOrderSchema>

const ticketBase = {
  id: idSchema('ticket'),
  number: z.int(),
  topic: topicSchema,
  subject: z.string(),
  status: ticketStatusSchema,
  createdAt: z.date(),
  updatedAt: z.date(),
}

export const ticketRow = z.object({
  ...ticketBase,
  /** The beginning of our latest answer. */
  lastAnswer: z.object({ text: z.string(), at: z.date() }).nullable(),
})
export type TicketRow = z.output<typeof ticketRow>

/** Oldest first. Links to files work for some minutes. */
export const threadSchema = z.array(
  z.object({
    id: idSchema('ticket message'),
    by: z.enum(['user', 'support']),
    text: z.string(),
    at: z.date(),
    files: z.array(
      z.object({
        id: idSchema('upload'),
        name: z.string(),
        contentType: z.string(),
        bytes: z.int(),
        url: z.string(),
      }),
    ),
  }),
)

export const ticketSchema = z.object({
  ...ticketBase,
  closedAt: z.date().nullable(),
  closedBy: z.enum(['user', 'support']).nullable(),
  /** Null if there is none, or it no longer exists. */
  booking: bookingSchema.nullable(),
  order: ticketOrderSchema.nullable(),
  thread: threadSchema,
})
export type Ticket = z.output<typeof ticketSchema>
export type TicketMessage = Ticket['thread'][number]

const files = z.array(z.file()).max(ticketLimits.files).default([])
const onlyThe = z.object({ id: idSchema('ticket') })
const writing = onlyThe.extend({ message: requiredText(ticketLimits.longest), files })
/** Adding and opening again count together. */
const writingLimit = { name: 'ticket-reply', by: 'user', ...ticketRates.reply } as const
const writeErrors = {
  ...documentErrors,
  ...only(supportErrors, 'support.move_not_allowed', 'support.thread_full'),
}

export const ticketEndpoints = {
  tickets: endpoint({
    method: 'GET',
    path: '/support-tickets',
    summary: 'Lists the caller’s tickets, the last written in first',
    access: 'signed-in',
    rows: 'the caller’s own tickets',
    input: z.object({ cursor: cursorSchema }),
    output: pageOf(ticketRow),
  }),
  ticket: endpoint({
    method: 'GET',
    path: '/support-tickets/{id}',
    summary: 'Returns one ticket with its thread, and links to its files',
    access: 'signed-in',
    rows: 'one of the caller’s own tickets and its files',
    input: onlyThe,
    output: ticketSchema,
  }),
  bookings: endpoint({
    method: 'GET',
    path: '/support-bookings',
    summary: 'Lists the caller’s latest bookings and orders, on either side, for a ticket to be about',
    access: 'signed-in',
    rows: 'bookings of which the caller is the owner or the provider; orders of which the caller bought or sold a part',
    input: z.object({}).optional(),
    output: z.object({ bookings: z.array(bookingSchema), orders: z.array(ticketOrderSchema) }),
  }),
  openTicket: endpoint({
    method: 'POST',
    path: '/support-tickets',
    summary: 'Opens a ticket; at most ten a day. Files are accepted over /rpc only',
    access: 'signed-in',
    rows: 'a new ticket of the caller, about one of their bookings or orders if about any',
    uploads: 'documents',
    mostFiles: ticketLimits.files,
    limit: { name: 'ticket-open', by: 'user', ...ticketRates.open },
    input: z.object({
      topic: topicSchema,
      bookingId: idSchema('booking').nullish(),
      orderId: idSchema('order').nullish(),
      subject: requiredLine(ticketLimits.subject),
      message: requiredText(ticketLimits.longest).pipe(z.string().min(ticketLimits.shortest)),
      files,
    }),
    output: z.object({ id: idSchema('ticket'), number: z.int() }),
    errors: {
      ...documentErrors,
      ...only(supportErrors, 'support.booking_not_found', 'support.order_not_found'),
    },
  }),
  replyToTicket: endpoint({
    method: 'POST',
    path: '/support-tickets/{id}/replies',
    summary: 'Adds to a ticket that isn’t closed; at most 30 times an hour',
    access: 'signed-in',
    rows: 'one of the caller’s own tickets',
    uploads: 'documents',
    mostFiles: ticketLimits.files,
    limit: writingLimit,
    input: writing,
    output: done,
    errors: writeErrors,
  }),
  closeTicket: endpoint({
    method: 'POST',
    path: '/support-tickets/{id}/closure',
    summary: 'Closes a ticket',
    access: 'signed-in',
    rows: 'one of the caller’s own tickets',
    input: onlyThe,
    output: done,
    errors: only(supportErrors, 'support.move_not_allowed'),
  }),
  reopenTicket: endpoint({
    method: 'POST',
    path: '/support-tickets/{id}/reopening',
    summary: 'Opens a ticket again with a message, within 14 days after it was closed',
    access: 'signed-in',
    rows: 'one of the caller’s own tickets',
    uploads: 'documents',
    mostFiles: ticketLimits.files,
    limit: writingLimit,
    input: writing,
    output: done,
    errors: writeErrors,
  }),
}
