import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import type { Config } from './config.ts'
import type { Log } from './log.ts'
import { newId } from './new-id.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  /** The same at every try, so that who receives it twice sees it once. */
  messageId?: string
}
export type SendMail = (mail: Mail) => Promise<void>

/** A mail server that hangs is given up on; otherwise each mail would hold its sender for minutes. */
const patience = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 }

/** By SMTP where `SMTP_URL` is set; otherwise each mail becomes a file in DATA_DIR/outbox, for development. */
export function createMailer(
  config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR'>,
  log: Log,
): SendMail {
  const { SMTP_URL, MAIL_FROM } = config
  if (SMTP_URL) {
    const transport = createTransport({ url: SMTP_URL, ...patience })
    return async (mail) => void (await transport.sendMail({ from: MAIL_FROM, ...mail }))
  }
  const outbox = join(config.DATA_DIR, 'outbox')
  const writer = createTransport({ streamTransport: true, buffer: true })
  return async (mail) => {
    const { message } = await writer.sendMail({ from: MAIL_FROM, ...mail })
    await mkdir(outbox, { recursive: true })
    const file = join(outbox, `${newId()}.eml`)
    await writeFile(file, message as Buffer)
    log.info({ file }, 'mail written to the local outbox')
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
