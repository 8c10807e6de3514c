import type { Db } from '#/kernel/server/db.ts'
import type { LinkTo } from '#/kernel/server/files.ts'
import { orderName } from '#/payments/rules.ts'
import type { Ticket, TicketBooking, TicketMessage, TicketOrder } from '#/support/tickets.ts'
import { findOrders, findTicket, listFiles, listThread, type OrderRow } from './ticket-queries.ts'

export type Reading = { db: Db; linkTo: LinkTo }

type BookingRow = {
  booking_id: string | null
  trade: string | null
  side: TicketBooking['side'] | null
  with_name: string | null
  starts_at: Date | null
  time_zone: string | null
}

export const showBooking = (row: BookingRow): TicketBooking => ({
  id: row.booking_id!,
  trade: row.trade!,
  side: row.side!,
  with: row.with_name!,
  startsAt: row.starts_at!,
  timeZone: row.time_zone!,
})

export const showOrder = ({ id, number, side, with_name, placed_at }: OrderRow): TicketOrder => ({
  id: id as never,
  number: orderName(number),
  side,
  with: with_name,
  placedAt: placed_at,
})

type Read = Ticket & {
  userId: string
  name: string
  waitingSince: Date | null
  thread: (TicketMessage & { name: string })[]
}

/** Returns a ticket with its thread, of this person if one is named; undefined if there is none. */
export async function readTicket(
  { db, linkTo }: Reading,
  id: string,
  userId?: string,
): Promise<Read | undefined> {
  const row = await findTicket(db, id, userId)
  if (!row) return undefined
  const files = Map.groupBy(await listFiles(db, id), ({ message_id }) => message_id)
  const messages = await listThread(db, id)
  const [order] = row.order_id ? await findOrders(db, row.user_id, row.order_id) : []
  return {
    id,
    number: row.number,
    topic: row.topic,
    subject: row.subject,
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    closedAt: row.closed_at,
    closedBy: row.closed_by,
    booking: row.side ? showBooking(row) : null,
    order: order ? showOrder(order) : null,
    userId: row.user_id,
    name: row.name,
    waitingSince: row.waiting_since,
    thread: messages.map((message) => ({
      id: message.id,
      by: message.admin_id ? 'support' : 'user',
      name: message.admin_id ? (message.admin_name ?? '') : row.name,
      text: message.text,
      at: message.created_at,
      files: (files.get(message.id) ?? []).map((file) => ({
        id: file.id,
        name: file.name ?? '',
        contentType: file.content_type,
        bytes: file.bytes,
        url: linkTo(file),
      })),
    })),
  }
}
