import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import type { Asked } from '#/accounts/server/library/hooks.ts'
import { Refused } from '#/accounts/server/sign-in/refused.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { PhoneCodes } from './codes.ts'
import { signInByPhone } from './phones.ts'

/** Better Auth treats any other error as a fault. */
function asLibraryError(error: unknown): never {
  throw error instanceof Refused ? new APIError('BAD_REQUEST', { code: error.code }) : error
}

/**
 * Adds login by phone code to Better Auth. Its own plug-in stores codes in plain text, and doesn't tell whether the
 * number was new.
 */
export function phoneSignIn(options: { db: Db; codes: PhoneCodes; now(): Date; asked(): Asked | undefined }) {
  return {
    id: 'phone-sign-in',
    endpoints: {
      signInPhone: createAuthEndpoint(
        '/sign-in/phone',
        { method: 'POST', body: z.object({ phoneNumber: z.string(), code: z.string() }) },
        async (ctx) => {
          const { internalAdapter } = ctx.context
          const { browser, knownDevice } = options.asked() ?? {}
          const given = { ...ctx.body, browser, knownDevice }
          const { userId, isNew } = await signInByPhone({ ...options, now: options.now() }, given).catch(
            asLibraryError,
          )
          const user = await internalAdapter.findUserById(userId)
          const session = user && (await internalAdapter.createSession(userId))
          if (!session) throw ctx.error('INTERNAL_SERVER_ERROR')
          await setSessionCookie(ctx, { session, user })
          return ctx.json({ isNew })
        },
      ),
    },
  } satisfies BetterAuthPlugin
}
