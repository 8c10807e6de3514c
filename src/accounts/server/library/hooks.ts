import type { BetterAuthOptions } from 'better-auth'
import { APIError } from 'better-auth/api'
import { providerFrom } from '#/accounts/providers.ts'
import { tellOfChange } from '#/accounts/server/email/change-mail.ts'
import { isProvider } from '#/accounts/server/passwords/common-passwords.ts'
import { isPasswordOf } from '#/accounts/server/passwords/passwords.ts'
import { isSuspended } from '#/accounts/server/queries.ts'
import { isRefusedName } from '#/kernel/public-names.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Announce } from '#/kernel/server/work.ts'

/** Facts about the current request that Better Auth doesn't pass on. */
export type Asked = {
  /** The hash of the chosen password. */
  hash?: string
  /** The hash of the password that the request proved to know, and whether it's a common one. */
  proved?: string
  common?: boolean
  /** Links a provider to the account of a logged-in person, or only proves who they are. */
  linking?: boolean
  proving?: boolean
  device?: string
  /** Set if the browser has logged in to the account before: the key to count it by. */
  knownDevice?: string | undefined
  /** Set if the browser has asked for a phone code. */
  browser?: string | undefined
  /** The person who was logged in. */
  signedInAs?: string
}

type Options = {
  db: Db
  product: string
  announceIn(db: Db): Announce
  now(): Date
  asked(): Asked | undefined
}

/** Applies our rules when Better Auth writes an account or a session. */
export function libraryHooks({ db, product, announceIn, now, asked }: Options) {
  return {
    user: {
      create: {
        // From a sign-up or a provider's profile. Without a name, people are asked for one.
        before: async (user) => ({
          data: { ...user, name: isRefusedName(user.name, product) ? '' : user.name },
        }),
      },
    },
    account: {
      create: {
        before: async (account) => {
          // Proving who you are with a provider doesn't link it.
          if (asked()?.proving) return false
          // We never call the provider again, so its tokens would only be a risk.
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
        // They have shown who they are, so they may learn that they're suspended.
        before: async ({ userId }) => {
          if (await isSuspended(db, userId)) {
            throw new APIError('FORBIDDEN', { code: 'ACCOUNT_SUSPENDED', message: 'Suspended' })
          }
          if (asked()?.common && (await isProvider(db, userId))) {
            throw new APIError('FORBIDDEN', { code: 'PASSWORD_TOO_COMMON', message: 'Too common' })
          }
        },
        // Checking a password takes a while; one that was changed meanwhile must let nobody in.
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
