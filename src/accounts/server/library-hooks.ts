import type { BetterAuthOptions } from 'better-auth'
import { APIError } from 'better-auth/api'
import { providerFrom } from '#/accounts/providers.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Announce } from '#/kernel/server/work.ts'
import { tellOfChange } from './change-mail.ts'
import { isProvider } from './common-passwords.ts'
import { isPasswordOf } from './passwords.ts'
import { isSuspended } from './queries.ts'

/** What is known of the request at hand besides what the library is told. */
export type Asked = {
  /** The password that the request chose, as hashed. */
  hash?: string
  /** The one that it proved to know, as hashed, and whether it is one of those that are guessed first. */
  proved?: string
  common?: boolean
  /** It adds a way in to an account that somebody is signed in to; or only shows who that is. */
  linking?: boolean
  proving?: boolean
  device?: string
  /** Where the browser has been signed in to the account before: what to count it by. */
  knownDevice?: string | undefined
  /** The browser, where it has asked for a code by phone. */
  browser?: string | undefined
  /** Whom it has signed in. */
  signedInAs?: string
}

type Options = {
  db: Db
  product: string
  announceIn(db: Db): Announce
  now(): Date
  asked(): Asked | undefined
}

/** What has its say when the library writes an account or a session. */
export function libraryHooks({ db, product, announceIn, now, asked }: Options) {
  return {
    account: {
      create: {
        before: async (account) => {
          // Whoever only proves who they are with a provider gets no further way in by it.
          if (asked()?.proving) return false
          // Nothing is asked of a provider later: its tokens would only be there to be lost.
          return { data: { ...account, accessToken: null, refreshToken: null, idToken: null } }
        },
        after: async ({ userId, providerId }) => {
          const { linking, device = '' } = asked() ?? {}
          const way = providerFrom(providerId)
          if (!linking || !way) return
          const work = { db, announce: announceIn(db), now: now() }
          await tellOfChange(work, { userId, change: { kind: 'linked', way }, product, device })
        },
      },
    },
    session: {
      create: {
        // Whichever way they came in, they have shown who they are: they may know why they stay out.
        before: async ({ userId }) => {
          if (await isSuspended(db, userId)) {
            throw new APIError('FORBIDDEN', { code: 'ACCOUNT_SUSPENDED', message: 'Suspended' })
          }
          if (asked()?.common && (await isProvider(db, userId))) {
            throw new APIError('FORBIDDEN', { code: 'PASSWORD_TOO_COMMON', message: 'Too common' })
          }
        },
        // Checking a password takes a while. One that was changed meanwhile lets nobody in any more.
        after: async ({ id, userId }) => {
          const about = asked() ?? {}
          if (!about.proved || (await isPasswordOf(db, userId, about.proved))) {
            about.signedInAs = userId
            return
          }
          await db.deleteFrom('sessions').where('id', '=', id).execute()
          throw new APIError('UNAUTHORIZED', { code: 'INVALID_EMAIL_OR_PASSWORD' })
        },
      },
    },
  } satisfies BetterAuthOptions['databaseHooks']
}
