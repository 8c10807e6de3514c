import type { Config } from './config.ts'
import type { Db } from './db.ts'
import type { Log } from './log.ts'
import { writeToOutbox } from './outbox.ts'
import { consumeAttempt, returnAttempt } from './rate-limit.ts'

export type TextMessage = { to: string; text: string }
export type SendText = (message: TextMessage) => Promise<void>

type Settings = Pick<
  Config,
  'TWILIO_ACCOUNT_SID' | 'TWILIO_AUTH_TOKEN' | 'TWILIO_FROM' | 'TWILIO_API_URL' | 'DATA_DIR' | 'production'
>

/** Short, because a person is waiting. */
const patience = 10_000

/**
 * Sends by Twilio if it is set up; otherwise each text becomes a file in DATA_DIR/outbox, for development. Undefined in
 * production without it, where nobody reads the files.
 */
export function createTexter(settings: Settings, log: Log): SendText | undefined {
  const { TWILIO_ACCOUNT_SID: account, TWILIO_AUTH_TOKEN: token, TWILIO_FROM: from } = settings
  if (!textsGoOut(settings)) return undefined
  if (account && token && from) return byTwilio({ api: settings.TWILIO_API_URL, account, token, from })
  return (message) => writeToOutbox(settings.DATA_DIR, log, { kind: 'sms', subject: null, ...message })
}

export function textsGoOut(settings: Pick<Settings, 'production' | 'TWILIO_AUTH_TOKEN'>): boolean {
  return !settings.production || settings.TWILIO_AUTH_TOKEN !== undefined
}

/** The provider's answer that it didn't take a text. */
class TextRefusal extends Error {
  readonly isTemporary: boolean
  constructor(status: number, code: unknown) {
    super(`Twilio answered ${status}, code ${Number(code) || 'unknown'}`)
    this.isTemporary = status === 429 || status >= 500
  }
}
export const isTextRefusal = (error: unknown): error is TextRefusal => error instanceof TextRefusal

/**
 * Takes one of the hour's texts, which all kinds share because each costs the operator money. `share` limits one kind, so
 * that it leaves some to the others.
 */
export async function hasRoomForText(
  db: Db,
  { TEXTS_PER_HOUR: all }: Pick<Config, 'TEXTS_PER_HOUR'>,
  share?: number,
): Promise<boolean> {
  const windowSeconds = 3600
  const own = 'texts of notifications'
  if (share !== undefined) {
    const rule = { max: Math.floor(all * share), windowSeconds }
    if (!(await consumeAttempt(db, own, rule)).allowed) return false
  }
  if ((await consumeAttempt(db, 'texts', { max: all, windowSeconds })).allowed) return true
  if (share !== undefined) await returnAttempt(db, own)
  return false
}

type Twilio = { api: string; account: string; token: string; from: string }

function byTwilio({ api, account, token, from }: Twilio): SendText {
  const address = `${api.replace(/\/$/, '')}/2010-04-01/Accounts/${encodeURIComponent(account)}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`
  // A number of ours, or a service that chooses among several.
  const sender = from.startsWith('MG') ? 'MessagingServiceSid' : 'From'
  return async ({ to, text }) => {
    const answer = await fetch(address, {
      method: 'POST',
      headers: { authorization },
      body: new URLSearchParams({ To: to, Body: text, [sender]: from }),
      signal: AbortSignal.timeout(patience),
      redirect: 'error',
    })
    if (answer.ok) return void (await answer.body?.cancel())
    const { code } = (await answer.json().catch(() => ({}))) as { code?: unknown }
    throw new TextRefusal(answer.status, code)
  }
}
