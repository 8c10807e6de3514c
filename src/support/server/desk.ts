import { refuseRequest } from '#/kernel/errors.ts'
import type { Config } from '#/kernel/server/config.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import { requestMail } from '#/kernel/server/mail-events.ts'
import type { Changed, Work } from '#/kernel/server/work.ts'
import type { ContactMessage, DeskRow } from '#/support/desk.ts'
import { refuse } from '#/support/errors.ts'
import { contactTopics } from '#/support/rules.ts'
import { type DeskSearch, deskStatement, findMessage, lockMessage, setAnswered } from './desk-queries.ts'

/** Lists what is waiting, safety first and then the longest wait, or what isn't any more, latest first. */
export async function listDesk(
  db: Db,
  { isWaiting, number, cursor }: Omit<DeskSearch, 'after'> & { cursor?: string | undefined },
) {
  const [rank, at, id] = readCursor(cursor, ['smallint', 'date', 'uuid']) ?? []
  const after =
    cursor === undefined ? undefined : { urgency: Number(rank), since: new Date(at!), id: String(id) }
  const { rows } = await deskStatement({ isWaiting, number, after }).execute(db)
  return toPage(rows, {
    keyOf: ({ urgency, since, id }) => [urgency, since.toISOString(), id],
    show: ({ kind, id, number, topic, title, name, user_id, since }): DeskRow => ({
      kind,
      id,
      number,
      topic,
      title,
      name,
      userId: user_id,
      isWaiting,
      since,
    }),
  })
}

export async function readMessage(db: Db, id: string): Promise<ContactMessage | undefined> {
  const row = await findMessage(db, id)
  return (
    row && {
      id,
      number: row.number,
      topic: row.topic,
      name: row.name,
      userId: row.user_id,
      email: row.email,
      phone: row.phone,
      text: row.message,
      at: row.created_at,
      answered: row.answered_at && { at: row.answered_at, by: row.answered_by_name ?? '', text: row.answer },
    }
  )
}

type Answer = {
  id: string
  adminId: string
  /** The mail to send; null if it was answered in another way. */
  text: string | null
}

/**
 * Answers a message from the contact page by mail, or notes that it was answered in another way.
 * @throws support.already_answered if somebody else was faster
 * @throws support.no_address
 */
export async function answerMessage(
  work: Work,
  { CONTACT_EMAIL, PRODUCT_NAME }: Pick<Config, 'CONTACT_EMAIL' | 'PRODUCT_NAME'>,
  { id, adminId, text }: Answer,
): Promise<Changed> {
  const message = (await lockMessage(work.db, id)) ?? refuseRequest('request.not_found')
  if (message.answered_at) refuse('support.already_answered')
  await setAnswered(work.db, { id, adminId, text, now: work.now })
  const changed = { before: { answered: false }, after: { answered: true } }
  if (text === null) return changed
  // Mail to this reserved ending would silently go nowhere.
  if (!message.email || /\.invalid$/i.test(message.email)) return refuse('support.no_address')
  await requestMail(work, {
    to: message.email,
    subject: `Re: ${contactTopics[message.topic]} (${message.number})`,
    text: `${text}\n\n${PRODUCT_NAME}\n\nYou wrote:\n${quoted(message.message)}`,
    ...(CONTACT_EMAIL && { replyTo: CONTACT_EMAIL }),
  })
  return changed
}

const quoted = (text: string) => text.replace(/^/gm, '> ')
