import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseCookie, stringifySetCookie } from 'cookie'

/** Enough for a household that shares a browser. */
const mostAccounts = 5
const lifetime = 400 * 24 * 3600

const nonceLength = 12
const marks = /^[\w-]{44}$/

/**
 * Recognizes browsers that have logged in to an account, by a cookie that logs nobody in. Their wrong passwords and
 * codes are counted separately, so that strangers' tries don't lock them out. The cookie holds a random mark for each
 * account, and a signature over both.
 */
export function knownDevices({
  key,
  secureCookies,
  prefix = 'pawfolk',
  path = '/api/auth',
  sameSite = 'lax',
}: {
  key: Buffer
  secureCookies: boolean
  prefix?: string
  path?: string
  sameSite?: 'lax' | 'strict'
}) {
  const cookieName = `${secureCookies ? '__Secure-' : ''}${prefix}.device`
  const signed = (nonce: string, userId: string) =>
    nonce + createHmac('sha256', key).update(`${nonce} ${userId}`).digest('base64url').slice(0, 32)
  const marksIn = (request: IncomingMessage) =>
    (parseCookie(request.headers.cookie ?? '')[cookieName] ?? '')
      .split('.')
      .filter((mark) => marks.test(mark))
      .slice(0, mostAccounts)
  const markOf = (request: IncomingMessage, userId: string) =>
    marksIn(request).find((mark) =>
      timingSafeEqual(Buffer.from(mark), Buffer.from(signed(mark.slice(0, nonceLength), userId))),
    )

  return {
    isMarked: (request: IncomingMessage) => marksIn(request).length > 0,

    /** Returns the key that a browser known to this account is counted by. */
    find: (request: IncomingMessage, userId: string) => markOf(request, userId)?.slice(0, nonceLength),

    remember(request: IncomingMessage, response: ServerResponse, userId: string): void {
      const known = markOf(request, userId) ?? signed(randomBytes(9).toString('base64url'), userId)
      const others = marksIn(request).filter((mark) => mark !== known)
      const cookie = stringifySetCookie({
        name: cookieName,
        value: [known, ...others].slice(0, mostAccounts).join('.'),
        maxAge: lifetime,
        path,
        httpOnly: true,
        sameSite,
        secure: secureCookies,
      })
      response.appendHeader('set-cookie', cookie)
    },
  }
}

export type KnownDevices = ReturnType<typeof knownDevices>
