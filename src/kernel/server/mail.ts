import { setTimeout as wait } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import type { CalendarFile } from './calendar-event.ts'
import type { Config } from './config.ts'
import type { Log } from './log.ts'
import { writeToOutbox } from './outbox.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  /** Whom an answer goes to, where that is not the sender: an address as somebody typed it. */
  replyTo?: string
  /** Marked for whoever reads it among many. */
  isUrgent?: boolean
  /** The same at every try, so that who receives it twice sees it once. */
  messageId?: string
  /** For the receiver's calendar. */
  calendar?: CalendarFile
}
export type SendMail = (mail: Mail) => Promise<void>

/** A mail server that hangs is given up on; otherwise each mail would hold its sender for minutes. */
const patience = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 }

type Settings = Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR' | 'production'>

/**
 * By SMTP where `SMTP_URL` is set; otherwise each mail becomes a file in DATA_DIR/outbox, for development. Undefined in
 * production without it: there nobody reads the files, and the links in them would open accounts. An address below
 * `.invalid` is nobody's, by the rules of the net: what is for one goes nowhere.
 */
export function createMailer(config: Settings, log: Log): SendMail | undefined {
  if (config.production && !config.SMTP_URL)
    return void log.warn('SMTP_URL is not set: no mail is sent, and nobody can replace a forgotten password')
  const deliver = deliveryOf(config, log)
  return async (mail) => {
    if (/\.invalid$/i.test(mail.to)) return log.warn('no mail for somebody without an address')
    await deliver(mail)
  }
}

function deliveryOf({ SMTP_URL, MAIL_FROM, DATA_DIR }: Settings, log: Log): SendMail {
  if (!SMTP_URL)
    return ({ calendar, ...mail }) =>
      writeToOutbox(DATA_DIR, log, { kind: 'mail', ...mail, ...(calendar && { calendar: calendar.file }) })
  const transport = createTransport({ url: SMTP_URL, ...patience })
  return async ({ replyTo, isUrgent, calendar, ...mail }) => {
    const sent = transport.sendMail({
      from: MAIL_FROM,
      ...mail,
      // As one address, never read as a list of them.
      ...(replyTo && { replyTo: { name: '', address: replyTo } }),
      ...(isUrgent && { priority: 'high' as const }),
      // Both as what the mail says in other words, and as a file: programs look for one or the other.
      ...(calendar && {
        icalEvent: { method: calendar.method, filename: 'invite.ics', content: calendar.file },
      }),
    })
    await sent.catch((error) => {
      throw new MailNotSent(error)
    })
  }
}

/** What is known of why, in codes alone: a mail server's words repeat whom the mail was for. */
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
 * Sends without making anyone wait, so that neither a slow mail server nor the time it takes shows in an answer.
 * Tries again after each of `pauses` (milliseconds); what fails then is logged without saying whom it was for.
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
