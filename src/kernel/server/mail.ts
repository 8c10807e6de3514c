import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Config } from './config.ts'
import type { Log } from './log.ts'
import { newId } from './new-id.ts'

export type Mail = { to: string; subject: string; text: string }
export type SendMail = (mail: Mail) => Promise<void>

/** By SMTP where `SMTP_URL` is set; otherwise each mail becomes a file in DATA_DIR/outbox, for development. */
export function createMailer(config: Config, log: Log): SendMail {
  const { SMTP_URL, MAIL_FROM } = config
  if (SMTP_URL) {
    const transport = createTransport(SMTP_URL)
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
