import { type CalendarEvent, calendarFileOf, type Publisher } from './calendar-event.ts'
import { type Subscriber, subscriber } from './jobs.ts'
import type { Mail, SendMail } from './mail.ts'
import { newId } from './new-id.ts'
import type { Work } from './work.ts'

/**
 * A mail as a change asks for it: `path` is a page of ours, for the end of the text; `calendar` what it is an invitation to;
 * `about` names what it tells of, so that it can be found when that is erased.
 */
export type MailRequest = Omit<Mail, 'calendar'> & {
  path?: `/${string}`
  calendar?: CalendarEvent
  about?: readonly string[]
}

export type MailRequested = { name: 'mail.requested'; data: MailRequest & { id: string } }

/**
 * Asks for a mail in the transaction at hand: it goes out if and when that commits, and is tried again for about an hour
 * while it fails. It may come twice, under one and the same Message-ID.
 */
export function requestMail(work: Pick<Work, 'announce'>, mail: MailRequest): Promise<void> {
  // The reserved ending is for people who gave no address.
  if (mail.to.endsWith('.invalid')) return Promise.resolve()
  return work.announce<MailRequested>('mail.requested', { ...mail, id: newId() })
}

/** Sends what was asked for, on a queue of its own: a mail server that hangs holds up nothing but mail. */
export function mailSubscriber(sendMail: SendMail, publisher: Publisher): Subscriber {
  const { site } = publisher
  const deliver = subscriber<MailRequested>('mail.requested', 'kernel.send-mail', async (_work, request) => {
    const { id, path, text, calendar, about: _about, ...mail } = request
    const link = path ? `\n\n${new URL(path, site).href}` : ''
    await sendMail({
      ...mail,
      text: text + link,
      messageId: `<${id}@${new URL(site).hostname}>`,
      ...(calendar && { calendar: await calendarFileOf(calendar, publisher, mail.to) }),
    })
  })
  return { ...deliver, queue: 'mail' }
}
