import { type CalendarEvent, calendarFileOf, type Publisher } from './calendar-event.ts'
import type { Db } from './db.ts'
import { type Subscriber, subscriber } from './jobs.ts'
import type { Mail, SendMail } from './mail.ts'
import { newId } from './new-id.ts'
import type { Work } from './work.ts'

/**
 * A mail requested by a change. `path` is a page of ours, linked at the end of the text; `calendar` the events it adds
 * or removes; `about` names its subject, so that it can be found when that is erased.
 */
export type MailRequest = Omit<Mail, 'calendar' | 'stopUrl' | 'link'> & {
  /** The receiver and kind of the stop link; `mailSubscriber` makes its address. */
  list?: MailList
  path?: `/${string}`
  calendar?: readonly CalendarEvent[]
  about?: readonly string[]
}

export type MailList = { userId: string; type: string }

export type MailRequested = { name: 'mail.requested'; data: MailRequest & { id: string } }

/**
 * Requests a mail in the current transaction: it goes out after the commit, and is retried for about an hour. It may
 * arrive twice, under the same Message-ID.
 */
export function requestMail(work: Pick<Work, 'announce'>, mail: MailRequest): Promise<void> {
  // The reserved ending stands for people without an address.
  if (mail.to.endsWith('.invalid')) return Promise.resolve()
  return work.announce<MailRequested>('mail.requested', { ...mail, id: newId() })
}

type Lists = {
  stopPath(list: MailList): string
  /** Asked before each try, because people may have stopped these mails since the request. */
  isWanted(db: Db, list: MailList): Promise<boolean>
}

/** Sends requested mails on their own queue, so that a hanging mail server holds up only mail. */
export function mailSubscriber(
  sendMail: SendMail,
  publisher: Publisher,
  { stopPath, isWanted }: Lists,
): Subscriber {
  const { site } = publisher
  const deliver = subscriber<MailRequested>('mail.requested', 'kernel.send-mail', async ({ db }, request) => {
    const { id, path, text, calendar, list, about: _about, ...mail } = request
    if (list && !(await isWanted(db, list))) return
    const link = path && new URL(path, site).href
    await sendMail({
      ...mail,
      text: [text, mail.note, link].filter(Boolean).join('\n\n'),
      ...(link && { link }),
      ...(list && { stopUrl: new URL(stopPath(list), site).href }),
      messageId: `<${id}@${new URL(site).hostname}>`,
      ...(calendar && {
        calendar: await Promise.all(calendar.map((event) => calendarFileOf(event, publisher, mail.to))),
      }),
    })
  })
  return { ...deliver, queue: 'mail' }
}
