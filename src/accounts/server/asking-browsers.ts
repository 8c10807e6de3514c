import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseCookie, stringifySetCookie } from 'cookie'

const lifetime = 3600

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

/** Browsers that ask for codes by phone, told apart by a random cookie of which a hash is kept beside the code. */
export function askingBrowsers({ secureCookies }: { secureCookies: boolean }) {
  const name = `${secureCookies ? '__Secure-' : ''}pawfolk.asking`
  const tokenIn = (request: IncomingMessage) => {
    const token = parseCookie(request.headers.cookie ?? '')[name] ?? ''
    return /^[\w-]{43}$/.test(token) ? token : undefined
  }

  return {
    /** The hash of the browser's cookie; undefined where it has not asked for a code. */
    find: (request: IncomingMessage) => {
      const token = tokenIn(request)
      return token && hashOf(token)
    },

    /** The same for a browser that asks now: it gets a cookie if it has none. */
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
