import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { DAY } from '#/kernel/duration.ts'
import type { Sweep } from './jobs.ts'
import type { Log } from './log.ts'

const message = z.object({
  id: z.string(),
  kind: z.enum(['mail', 'sms']),
  to: z.string(),
  subject: z.string().nullable(),
  text: z.string(),
  html: z.string().optional(),
  replyTo: z.string().optional(),
  calendar: z.string().optional(),
  sentAt: z.coerce.date(),
})
export type OutboxMessage = z.output<typeof message>

let written = 0

/** Replaces mail and SMS until a server and a service are set up. */
const folderIn = (dataDir: string) => join(dataDir, 'outbox')

export async function writeToOutbox(
  dataDir: string,
  log: Log,
  { kind, to, subject, text, html, replyTo, calendar }: Omit<OutboxMessage, 'id' | 'sentAt'>,
): Promise<void> {
  const folder = folderIn(dataDir)
  const id = `${Date.now()}-${String(written++).padStart(6, '0')}-${process.pid}`
  const file = join(folder, `${id}.json`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Appears under its final name only when complete, because somebody may be reading the folder.
  await writeFile(
    `${file}.draft`,
    JSON.stringify({ id, kind, to, subject, text, html, replyTo, calendar, sentAt: new Date() }, null, 2),
  )
  await rename(`${file}.draft`, file)
  log.info({ file }, `${kind} written to the local outbox`)
}

const weekMs = 7 * DAY
const ownName = /^\d+-\d+-\d+\.json(\.draft)?$/

/** Removes files older than a week, since their links open accounts. */
export function forgetOldMessages(dataDir: string): Sweep {
  return {
    name: 'forget-old-outbox-messages',
    cron: '57 3 * * *',
    transactions: 'none',
    async run({ now }) {
      let removed = 0
      for (const name of await readdir(folderIn(dataDir)).catch(() => [])) {
        const file = join(folderIn(dataDir), name)
        if (!ownName.test(name)) continue
        const written = await stat(file).catch(() => undefined)
        if (!written || now.getTime() - written.mtimeMs < weekMs) continue
        await rm(file, { force: true })
        removed++
      }
      return removed
    },
  }
}

export async function readOutbox(dataDir: string, most: number): Promise<OutboxMessage[]> {
  const folder = folderIn(dataDir)
  const names = await readdir(folder).catch(() => [])
  const newest = names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse()
    .slice(0, most)
  const found = await Promise.all(newest.map((name) => readMessage(join(folder, name))))
  return found.filter((one) => one !== undefined)
}

/** Leaves out foreign files and those deleted meanwhile. */
async function readMessage(file: string): Promise<OutboxMessage | undefined> {
  try {
    return message.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch {
    return undefined
  }
}
