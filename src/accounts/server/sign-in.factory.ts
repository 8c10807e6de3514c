import { request } from 'node:http'
import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import { readOutbox } from '#/kernel/server/outbox.ts'

export type Answer = {
  status: number
  body: Record<string, unknown>
  cookies: string[]
  headers: NodeJS.Dict<string | string[]>
}

/** Returns the cookie that phone codes know a browser by, one for each name. */
export const browserCookie = (name = '') => `pawfolk.asking=${name.padEnd(43, '-')}`

/**
 * Calls a sign-in endpoint as a browser or a program would, with any header, including `Host`. For phone codes it is
 * the same browser every time, unless the cookie names another.
 */
export function ask(
  url: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
  method = body === undefined ? 'GET' : 'POST',
): Promise<Answer> {
  const { cookie = '' } = headers
  const withBrowser = cookie.includes('pawfolk.asking=')
    ? cookie
    : [cookie, browserCookie()].filter(Boolean).join('; ')
  const sent = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const asking = request(`${url}/api/auth${path}`, {
      method,
      headers: {
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
        cookie: withBrowser,
      },
    })
    asking.on('error', reject)
    asking.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
      response.on('end', () => {
        resolve({
          status: response.statusCode!,
          body: text.startsWith('{') ? JSON.parse(text) : {},
          cookies: response.headers['set-cookie'] ?? [],
          headers: response.headers,
        })
      })
    })
    asking.end(sent)
  })
}

export const cookieOf = ({ cookies }: Pick<Answer, 'cookies'>) =>
  cookies.map((line) => line.split(';')[0]).join('; ')

/** Returns the cookie that makes a browser known, without the session. */
export const deviceCookieOf = ({ cookies }: Pick<Answer, 'cookies'>) =>
  cookies.find((line) => line.includes('pawfolk.device='))!.split(';')[0]!

/**
 * Simulates this many tries from all networks against the account that was last tried from `network`, besides `firsts`
 * of other regions.
 */
export async function guessedEverywhere(
  db: Db,
  network: string,
  { attempts, firsts }: { attempts: number; firsts: number },
): Promise<void> {
  const here = ` at ${network}`
  for (const [suffix, count] of Object.entries({ '': attempts, ' firsts': firsts }))
    await sql`insert into rate_limits (key, window_started_at, attempts)
      select replace(key, ${here}, ${suffix}), now(), ${count}::int from rate_limits where key like ${`%${here}`}
      on conflict (key) do update set attempts = excluded.attempts`.execute(db)
}

/** Returns the mails in the local outbox, oldest first, as readable text. */
export async function outboxOf(dataDir: string): Promise<string[]> {
  const messages = await readOutbox(dataDir, 1000)
  return messages.reverse().map(({ to, subject, text }) => `To: ${to}\nSubject: ${subject}\n\n${text}`)
}

/** Returns the token of a confirmation link. */
export function tokenIn(mail: string): string {
  const [, token] = /\/verify-email\?sign-up=([\w.-]+)/.exec(mail) ?? []
  if (!token) throw new Error(`no link in ${mail}`)
  return token
}
