import { sql } from 'kysely'
import { pageSize } from '#/kernel/fields.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { ContactTopic } from '#/support/rules.ts'
import type { TicketSide, TicketStatus } from '#/support/ticket-rules.ts'

export type NewTicket = {
  id: string
  userId: string
  topic: ContactTopic
  subject: string
  bookingId: string | null
  orderId: string | null
  now: Date
}

/** Opens a ticket; returns its number. */
export async function insertTicket(db: Db, ticket: NewTicket): Promise<number> {
  const { id, userId, topic, subject, bookingId, orderId, now } = ticket
  const { number } = await db
    .insertInto('support_tickets')
    .values({
      id,
      user_id: userId,
      topic,
      subject,
      booking_id: bookingId,
      order_id: orderId,
      status: 'open',
      waiting_since: now,
      created_at: now,
      updated_at: now,
    })
    .returning('number')
    .executeTakeFirstOrThrow()
  return number
}

const locked = [
  'id',
  'user_id',
  'number',
  'topic',
  'subject',
  'status',
  'waiting_since',
  'closed_at',
] as const

/** Locks a ticket, of this person if one is named, until the transaction ends. */
export function lockTicket(db: Db, id: string, userId?: string) {
  return db
    .selectFrom('support_tickets')
    .select(locked)
    .where('id', '=', id)
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId!))
    .forNoKeyUpdate()
    .executeTakeFirst()
}
export type LockedTicket = NonNullable<Awaited<ReturnType<typeof lockTicket>>>

type State = {
  status: TicketStatus
  waiting_since: Date | null
  closed_at: Date | null
  closed_by: TicketSide | null
  updated_at: Date
}

export async function updateTicket(db: Db, id: string, state: State): Promise<void> {
  await db.updateTable('support_tickets').set(state).where('id', '=', id).execute()
}

/** Counts a ticket's messages. Needs its lock. */
export async function countMessages(db: Db, ticketId: string): Promise<number> {
  const { last } = await db
    .selectFrom('support_ticket_messages')
    .select(({ fn }) => fn.coalesce(fn.max('position'), sql.lit(0)).as('last'))
    .where('ticket_id', '=', ticketId)
    .executeTakeFirstOrThrow()
  return Number(last)
}

export async function findLastMessage(db: Db, ticketId: string): Promise<string | undefined> {
  const last = await db
    .selectFrom('support_ticket_messages')
    .select('id')
    .where('ticket_id', '=', ticketId)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.id
}

export async function insertTicketMessage(
  db: Db,
  row: {
    id: string
    ticket_id: string
    position: number
    admin_id: string | null
    text: string
    created_at: Date
  },
): Promise<void> {
  await db.insertInto('support_ticket_messages').values(row).execute()
}

export async function insertTicketFile(db: Db, uploadId: string, messageId: string, position: number) {
  await db
    .insertInto('support_ticket_files')
    .values({ upload_id: uploadId, message_id: messageId, position })
    .execute()
}

/** Lists a person's tickets with the latest answer, with one row more than a page. */
export function listTickets(db: Db, userId: string, after: { at: Date; id: string } | undefined) {
  return db
    .selectFrom('support_tickets as t')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('support_ticket_messages as m')
          .whereRef('m.ticket_id', '=', 't.id')
          .where('m.admin_id', 'is not', null)
          .orderBy('m.position', 'desc')
          .limit(1)
          .select(['m.created_at as answered_at', sql<string>`left(m.text, 200)`.as('answer')])
          .as('last'),
      (join) => join.onTrue(),
    )
    .select(['t.id', 't.number', 't.topic', 't.subject', 't.status', 't.created_at', 't.updated_at'])
    .select(['last.answered_at', 'last.answer'])
    .where('t.user_id', '=', userId)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(t.updated_at, t.id) < (${after!.at}, ${after!.id}::uuid)`),
    )
    .orderBy('t.updated_at', 'desc')
    .orderBy('t.id', 'desc')
    .limit(pageSize + 1)
    .execute()
}

/** Finds a ticket with its owner, and its booking as the owner sees it. */
export function findTicket(db: Db, id: string, userId?: string) {
  return db
    .selectFrom('support_tickets as t')
    .innerJoin('users as u', 'u.id', 't.user_id')
    .leftJoin('booking_parties as b', (join) =>
      join.onRef('b.booking_id', '=', 't.booking_id').onRef('b.user_id', '=', 't.user_id'),
    )
    .selectAll('t')
    .select(['u.name', 'b.side', 'b.trade', 'b.with_name', 'b.starts_at', 'b.time_zone'])
    .where('t.id', '=', id)
    .$if(userId !== undefined, (query) => query.where('t.user_id', '=', userId!))
    .executeTakeFirst()
}

export function listThread(db: Db, ticketId: string) {
  return db
    .selectFrom('support_ticket_messages as m')
    .leftJoin('admin_users as a', 'a.id', 'm.admin_id')
    .select(['m.id', 'm.admin_id', 'm.text', 'm.created_at', 'a.name as admin_name'])
    .where('m.ticket_id', '=', ticketId)
    .orderBy('m.position')
    .execute()
}

export function listFiles(db: Db, ticketId: string) {
  return db
    .selectFrom('support_ticket_files as f')
    .innerJoin('support_ticket_messages as m', 'm.id', 'f.message_id')
    .innerJoin('uploads as u', 'u.id', 'f.upload_id')
    .select(['f.message_id', 'u.id', 'u.name', 'u.content_type', 'u.bytes'])
    .where('m.ticket_id', '=', ticketId)
    .orderBy('m.position')
    .orderBy('f.position')
    .execute()
}

/** Bookings, and orders, to choose from. */
const mostOffered = 30

const selectBookings = (db: Db, userId: string) =>
  db
    .selectFrom('booking_parties')
    .select(['booking_id', 'trade', 'side', 'with_name', 'starts_at', 'time_zone'])
    .where('user_id', '=', userId)

export function listBookings(db: Db, userId: string) {
  return selectBookings(db, userId)
    .orderBy('starts_at', 'desc')
    .orderBy('booking_id')
    .limit(mostOffered)
    .execute()
}

export function findBooking(db: Db, userId: string, id: string) {
  return selectBookings(db, userId).where('booking_id', '=', id).executeTakeFirst()
}

export type OrderRow = {
  id: string
  number: number
  side: 'buyer' | 'seller'
  with_name: string
  placed_at: Date
}

/** Finds the person's latest orders, bought or sold, or one of them. Sellers don't know of unpaid ones. */
export async function findOrders(db: Db, userId: string, id?: string): Promise<OrderRow[]> {
  const isWanted = id === undefined ? sql`true` : sql`o.id = ${id}::uuid`
  const { rows } = await sql<OrderRow>`
    select * from (
      (select o.id, o.number, 'buyer' as side, o.placed_at,
          (select string_agg(s.seller_name, ', ' order by s.position) from order_parts s where s.order_id = o.id) as with_name
         from orders o where o.user_id = ${userId} and ${isWanted}
        order by o.placed_at desc, o.id desc limit ${mostOffered})
      union all
      (select o.id, o.number, 'seller', max(s.placed_at), o.name
         from order_parts s join orders o on o.id = s.order_id
        where s.seller_user_id = ${userId} and s.placed_at is not null and ${isWanted}
        group by o.id
        order by max(s.placed_at) desc limit ${mostOffered})) found
     order by placed_at desc, id desc, side limit ${mostOffered}
  `.execute(db)
  return rows
}
