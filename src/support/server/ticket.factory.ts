import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { ContactTopic } from '#/support/rules.ts'
import { appendMessage, moveTicket } from './move-ticket.ts'
import { insertTicket, lockTicket } from './ticket-queries.ts'

type Said = { at: Date; text: string; adminId?: string }

type TicketInput = {
  userId: string
  topic?: ContactTopic
  subject?: string
  bookingId?: string
  orderId?: string
  /** In order; the first message is the user's. */
  said: readonly [Said, ...Said[]]
  closed?: { at: Date; by: 'user' | 'support' }
}

/** Creates a ticket with its thread, without notifying anyone. Returns its id. */
export async function makeTicket(db: Db, input: TicketInput): Promise<string> {
  const {
    userId,
    topic = 'other',
    subject = 'A question',
    bookingId = null,
    orderId = null,
    said,
    closed,
  } = input
  const id = newId<'ticket'>()
  const [first, ...more] = said
  await insertTicket(db, {
    id,
    userId,
    topic,
    subject,
    bookingId,
    orderId,
    now: first.at,
  })
  await appendMessage({ db, now: first.at }, id, first)
  for (const one of more) {
    const work = { db, now: one.at }
    await moveTicket(work, (await lockTicket(db, id))!, 'write', one.adminId ? 'support' : 'user')
    await appendMessage(work, id, one)
  }
  if (closed) await moveTicket({ db, now: closed.at }, (await lockTicket(db, id))!, 'close', closed.by)
  return id
}
