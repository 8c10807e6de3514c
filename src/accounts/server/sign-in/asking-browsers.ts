import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseCookie, stringifySetCookie } from 'cookie'

const lifetime = 3600

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Tells apart browsers that ask for phone codes, by a random cookie whose hash is stored with the code. */
export function askingBrowsers({ secureCookies }: { secureCookies: boolean }) {
  const name = `${secureCookies ? '__Secure-' : ''}pawfolk.asking`
  const tokenIn = (request: IncomingMessage) => {
    const token = parseCookie(request.headers.cookie ?? '')[name] ?? ''
    return /^[\w-]{43}$/.test(token) ? token : undefined
  }

  return {
    /** Returns the hash of the browser's cookie, or undefined if it never asked for a code. */
    find: (request: IncomingMessage) => {
      const token = tokenIn(request)
      return token && hashOf(token)
    },

    /** Does the same for a browser that asks now, and sets the cookie if it has none. */
    mark(request: IncomingMessage, response: ServerResponse): string {
      const token = tokenIn(request) ?? randomBytes(32).toString('base64url')
      const cookie = stringifySetCookie({
        name,
        value: token,
        maxAge: lifetime,
        path: '/api/auth',
        httpOnly: true,
        sameSite: 'lax',
        secure: secureCookies,
      })
      response.appendHeader('set-cookie', cookie)
      return hashOf(token)
    },
  }
}

export type AskingBrowsers = ReturnType<typeof askingBrowsers>
