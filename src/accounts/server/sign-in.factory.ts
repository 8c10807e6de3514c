import { request } from 'node:http'
import { readOutbox } from '#/kernel/server/outbox.ts'

export type Answer = {
  status: number
  body: Record<string, unknown>
  cookies: string[]
  headers: NodeJS.Dict<string | string[]>
}

/** Asks a sign-in endpoint as a browser or a program would, with any header, `Host` among them. */
export function ask(
  url: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
  method = body === undefined ? 'GET' : 'POST',
): Promise<Answer> {
  const sent = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body)
  return new Promise((resolve, reject) => {
    const asking = request(`${url}/api/auth${path}`, {
      method,
      headers: { ...(sent === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
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

/** The mails in the local outbox, oldest first, as readable text. */
export async function outboxOf(dataDir: string): Promise<string[]> {
  const messages = await readOutbox(dataDir, 1000)
  return messages.reverse().map(({ to, subject, text }) => `To: ${to}\nSubject: ${subject}\n\n${text}`)
}

/** What the link to confirm an address carries. */
export function tokenIn(mail: string): string {
  const [, token] = /\/verify-email\?sign-up=([\w.-]+)/.exec(mail) ?? []
  if (!token) throw new Error(`no link in ${mail}`)
  return token
}
