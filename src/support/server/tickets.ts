import { refuseRequest } from '#/kernel/errors.ts'
import type { Config } from '#/kernel/server/config.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Serving } from '#/kernel/server/serve.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { refuse } from '#/support/errors.ts'
import type { ContactTopic } from '#/support/rules.ts'
import type { TicketMove } from '#/support/ticket-rules.ts'
import type { TicketRow } from '#/support/tickets.ts'
import { appendMessage, moveTicket } from './move-ticket.ts'
import { tellOperator } from './operator-mail.ts'
import {
  findBooking,
  findOrders,
  insertTicket,
  insertTicketFile,
  listTickets,
  lockTicket,
} from './ticket-queries.ts'

type Writing = ActorWork & Pick<Serving, 'keepDocument'> & { config: Config }

type Asked = {
  topic: ContactTopic
  bookingId?: string | null | undefined
  orderId?: string | null | undefined
  subject: string
  message: string
  files: Blob[]
}

/**
 * Opens a ticket for the caller, and mails it to the operator.
 * @throws support.booking_not_found, support.order_not_found
 */
export async function openTicket(work: Writing, asked: Asked): Promise<{ id: string; number: number }> {
  const { db, actor, now } = work
  const booking = asked.bookingId ? await findBooking(db, actor.userId, asked.bookingId) : undefined
  if (asked.bookingId && !booking) refuse('support.booking_not_found')
  const [order] = asked.orderId ? await findOrders(db, actor.userId, asked.orderId) : []
  if (asked.orderId && !order) refuse('support.order_not_found')
  const id = newId<'ticket'>()
  const { topic, subject, message } = asked
  const number = await insertTicket(db, {
    id,
    userId: actor.userId,
    topic,
    subject,
    bookingId: booking?.booking_id ?? null,
    orderId: order?.id ?? null,
    now,
  })
  await say(work, id, asked)
  await tellOfTicket(work, { id, number, topic, subject, text: message })
  return { id, number }
}

/** Adds to one of the caller's tickets, or opens a closed one again. */
export async function writeToTicket(
  work: Writing,
  { id, ...said }: { id: string; message: string; files: Blob[] },
  move: Extract<TicketMove, 'write' | 'reopen'>,
): Promise<void> {
  const ticket = (await lockTicket(work.db, id, work.actor.userId)) ?? refuseRequest('request.not_found')
  await moveTicket(work, ticket, move, 'user')
  await say(work, id, said)
  // The person is already waiting, and the operator knows.
  if (ticket.status === 'open') return
  await tellOfTicket(work, { ...ticket, text: said.message })
}

export async function closeTicket(work: ActorWork, id: string): Promise<void> {
  const ticket = (await lockTicket(work.db, id, work.actor.userId)) ?? refuseRequest('request.not_found')
  await moveTicket(work, ticket, 'close', 'user')
}

async function say(work: Writing, ticketId: string, { message, files }: { message: string; files: Blob[] }) {
  const messageId = await appendMessage(work, ticketId, { text: message })
  for (const [index, file] of files.entries())
    await insertTicketFile(work.db, await work.keepDocument(file), messageId, index + 1)
}

type Told = { id: string; number: number; topic: ContactTopic; subject: string; text: string }

async function tellOfTicket(work: Writing, { id, number, topic, subject, text }: Told): Promise<void> {
  const { name } = await work.db
    .selectFrom('users')
    .select('name')
    .where('id', '=', work.actor.userId)
    .executeTakeFirstOrThrow()
  await tellOperator(work, work.config, {
    number,
    topic,
    text: `${subject}\n\n${text}`,
    // A reply by mail wouldn't get into the ticket.
    from: [`From: ${name}`, 'A ticket: please answer it in the admin area.'],
    replyTo: null,
    path: `/admin-dashboard?view=messages&ticket=${id}`,
  })
}

/** Lists the caller's tickets, the last written in first. */
export async function listOwnTickets(db: Db, userId: string, { cursor }: { cursor?: string | undefined }) {
  const key = readCursor(cursor, ['date', 'uuid'])
  const after = key && { at: new Date(key[0]!), id: String(key[1]) }
  return toPage(await listTickets(db, userId, after), {
    keyOf: ({ updated_at, id }) => [updated_at.toISOString(), id],
    show: (row): TicketRow => ({
      id: row.id,
      number: row.number,
      topic: row.topic,
      subject: row.subject,
      status: row.status,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      lastAnswer: row.answered_at && row.answer ? { text: row.answer, at: row.answered_at } : null,
    }),
  })
}
