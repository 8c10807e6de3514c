import { setTimeout as wait } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import type { CalendarFile } from './calendar-event.ts'
import { type Config, siteOf } from './config.ts'
import type { Log } from './log.ts'
import { htmlOfMail } from './mail-layout.ts'
import { writeToOutbox } from './outbox.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  /** An address as somebody typed it, if replies don't go to the sender. */
  replyTo?: string
  isUrgent?: boolean
  /** The same for every try, so that duplicates show once. */
  messageId?: string
  /** A file for each event: RFC 5546 wants one UID in each. */
  calendar?: readonly CalendarFile[]
  /** The paragraph of the text that becomes a button: a page of ours. */
  link?: string
  /** The button's label. */
  action?: string
  /** The paragraph of the text that is small print. */
  note?: string
  /** One click here, or one request by the receiver's mail program (RFC 8058), stops mails of this kind. */
  stopUrl?: string
}
export type SendMail = (mail: Mail) => Promise<void>

/** Otherwise a hanging mail server would hold each sender for minutes. */
const patience = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 }

type Settings = Pick<
  Config,
  'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR' | 'production' | 'PRODUCT_NAME' | 'PUBLIC_URL' | 'PORT'
>

/**
 * Sends by SMTP if `SMTP_URL` is set; otherwise each mail becomes a file in DATA_DIR/outbox, for development. Undefined
 * in production without it: nobody reads the files there, and their links would open accounts. Mails to addresses below
 * the reserved `.invalid` go nowhere.
 */
export function createMailer(config: Settings, log: Log): SendMail | undefined {
  if (config.production && !config.SMTP_URL)
    return void log.warn('SMTP_URL is not set: no email is sent, and nobody can reset a forgotten password')
  const deliver = deliveryOf(config, log)
  return async (mail) => {
    if (/\.invalid$/i.test(mail.to)) return log.warn('no mail for someone without an address')
    await deliver(mail)
  }
}

function deliveryOf(config: Settings, log: Log): SendMail {
  const { SMTP_URL, MAIL_FROM, DATA_DIR } = config
  const publisher = { product: config.PRODUCT_NAME, site: siteOf(config) }
  const htmlOf = (mail: Mail) => htmlOfMail(mail, publisher)
  if (!SMTP_URL)
    return ({ calendar, ...mail }) =>
      writeToOutbox(DATA_DIR, log, {
        kind: 'mail',
        ...mail,
        html: htmlOf(mail),
        ...(calendar && { calendar: calendar.map(({ file }) => file).join('') }),
      })
  const transport = createTransport({ url: SMTP_URL, ...patience })
  return async (mail) => {
    const { to, subject, text, messageId, replyTo, isUrgent, stopUrl, calendar = [] } = mail
    const [first, ...more] = calendar
    const sent = transport.sendMail({
      from: MAIL_FROM,
      to,
      subject,
      text,
      html: htmlOf(mail),
      ...(messageId && { messageId }),
      ...(stopUrl && {
        headers: {
          'List-Unsubscribe': { prepared: true, value: `<${stopUrl}>` },
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
        },
      }),
      // An object, so that it is never read as a list of addresses.
      ...(replyTo && { replyTo: { name: '', address: replyTo } }),
      ...(isUrgent && { priority: 'high' as const }),
      // As an alternative and as a file, because programs look for one or the other. They apply only one alternative, so
      // further events are files.
      ...(first && { icalEvent: { method: first.method, filename: 'invite.ics', content: first.file } }),
      ...(more.length > 0 && {
        attachments: more.map(({ method, file }, index) => ({
          filename: `invite-${index + 2}.ics`,
          contentType: `text/calendar; charset=utf-8; method=${method}`,
          content: file,
        })),
      }),
    })
    await sent.catch((error) => {
      throw new MailNotSent(error)
    })
  }
}

/** Keeps only the codes of a failure, because a mail server's words repeat the recipient. */
class MailNotSent extends Error {
  readonly code: string | undefined
  readonly responseCode: number | undefined

  constructor({ code, responseCode }: { code?: string; responseCode?: number }) {
    super(`mail not sent: ${[code, responseCode].filter(Boolean).join(' ') || 'no code'}`)
    this.name = 'MailNotSent'
    this.code = code
    this.responseCode = responseCode
  }
}

/**
 * Sends in the background, so that neither a slow mail server nor its timing shows in an answer. Retries after each of
 * `pauses` (milliseconds); a final failure is logged without the recipient.
 */
export function inBackground(
  sendMail: SendMail,
  log: Log,
  pauses: readonly number[] = [2_000, 20_000],
): (mail: Mail) => void {
  async function attempt(mail: Mail): Promise<void> {
    for (let failures = 0; ; failures++) {
      try {
        return await sendMail(mail)
      } catch (error) {
        const { code, responseCode } = error as { code?: string; responseCode?: number }
        const pause = pauses[failures]
        if (pause === undefined) return log.error({ code, responseCode }, 'mail given up on')
        log.warn({ code, responseCode }, 'mail not sent; trying again')
        await wait(pause, undefined, { ref: false })
      }
    }
  }
  return (mail) => void attempt(mail)
}
