import { AsyncLocalStorage } from 'node:async_hooks'
import { betterAuth } from 'better-auth'
import { APIError, createEmailVerificationToken } from 'better-auth/api'
import type pg from 'pg'
import { passwordLength } from '#/accounts/rules.ts'
import type { SendAccountMail } from '#/accounts/server/email/account-mail.ts'
import {
  addressAlreadyKnown,
  addressStillUnconfirmed,
  confirmAddress,
} from '#/accounts/server/email/mails.ts'
import { confirmSignUp, findLastSignUp, keepLaterSignUp, markOf } from '#/accounts/server/email/sign-ups.ts'
import { isCommonPassword } from '#/accounts/server/passwords/common-passwords.ts'
import type { Hashing } from '#/accounts/server/passwords/hashing.ts'
import type { PhoneCodes } from '#/accounts/server/phone/codes.ts'
import { phoneSignIn } from '#/accounts/server/phone/sign-in.ts'
import { socialProviders } from '#/accounts/server/social/providers.ts'
import { socialSignIn } from '#/accounts/server/social/social.ts'
import type { Config } from '#/kernel/server/config.ts'
import { troubleSeen } from '#/kernel/server/database-trouble.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Log } from '#/kernel/server/log.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Announce } from '#/kernel/server/work.ts'
import { takeAllAddresses } from './all-addresses.ts'
import { type Asked, libraryHooks } from './hooks.ts'
import { libraryTables } from './tables.ts'

export const basePath = '/api/auth'
/** Carries the client's true address to Better Auth; a client's own header of this name is dropped. */
export const addressHeader = 'x-pawfolk-address'

const linkLifetime = 3600

type Options = {
  config: Config
  db: Db
  log: Log
  mail: SendAccountMail
  hashing: Hashing
  codes: PhoneCodes
  now(): Date
  announceIn(db: Db): Announce
  pool: pg.Pool
  /** Better Auth believes it is served here; mailed links begin with it. */
  baseUrl: string
}

/** Sets up Better Auth on our own tables. `http.ts` handles limits, origins and endpoints. */
export function createBetterAuth(options: Options) {
  const { config, db, log, mail, hashing, baseUrl } = options
  const product = config.PRODUCT_NAME
  // Better Auth's hooks aren't told what the request is about.
  const request = new AsyncLocalStorage<Asked>()
  const confirmationLink = async (email: string, signUp: string) => {
    const token = await createEmailVerificationToken(config.AUTH_SECRET, email, undefined, linkLifetime, {
      signUp,
    })
    return `${baseUrl}/verify-email?sign-up=${token}`
  }

  takeAllAddresses()
  const auth = betterAuth({
    appName: product,
    secret: config.AUTH_SECRET,
    database: options.pool,
    baseURL: baseUrl,
    basePath,
    emailAndPassword: {
      enabled: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      requireEmailVerification: config.EMAIL_VERIFICATION,
      password: {
        hash: async (password) => {
          const hash = await hashing.hash(password)
          Object.assign(request.getStore() ?? {}, { hash })
          return hash
        },
        verify: async (given) => {
          const right = await hashing.verify(given)
          const common = isCommonPassword(given.password)
          if (right) Object.assign(request.getStore() ?? {}, { proved: given.hash, common })
          return right
        },
      },
      onExistingUserSignUp: async ({ user }) => {
        const about = { to: user.email, product }
        const { hash } = request.getStore() ?? {}
        if (user.emailVerified || !hash)
          return mail(addressAlreadyKnown({ ...about, link: `${baseUrl}/login` }), 'sign-up')
        await keepLaterSignUp(db, user.id, hash)
        const link = await confirmationLink(user.email, markOf(hash))
        await mail(addressStillUnconfirmed({ ...about, link }), 'sign-up')
      },
    },
    emailVerification: {
      sendOnSignUp: config.EMAIL_VERIFICATION,
      sendOnSignIn: config.EMAIL_VERIFICATION,
      autoSignInAfterVerification: true,
      expiresIn: linkLifetime,
      sendVerificationEmail: async ({ user }) => {
        const { hash } = request.getStore() ?? {}
        // A first sign-up isn't committed yet, so a query wouldn't find it.
        const last = hash ? { mark: markOf(hash), isFirst: true } : await findLastSignUp(db, user.id)
        const words = last.isFirst ? confirmAddress : addressStillUnconfirmed
        const link = await confirmationLink(user.email, last.mark)
        await mail(words({ to: user.email, product, link }), 'sign-up')
      },
      beforeEmailVerification: async ({ id }, opened) => {
        if (await confirmSignUp(db, id, signUpIn(opened))) return
        throw new APIError('UNAUTHORIZED', {
          code: 'INVALID_TOKEN',
          message: 'A later sign-up has a link of its own',
        })
      },
    },
    ...libraryTables,
    databaseHooks: libraryHooks({ ...options, product, asked: () => request.getStore() }),
    plugins: [
      phoneSignIn({
        db,
        codes: options.codes,
        now: options.now,
        asked: () => request.getStore(),
      }),
      socialSignIn({
        db,
        providers: socialProviders(config),
        isLinking: () => request.getStore()?.linking === true,
      }),
    ],
    onAPIError: { errorURL: '/login' },
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'pawfolk',
      useSecureCookies: baseUrl.startsWith('https:'),
      ipAddress: { ipAddressHeaders: [addressHeader] },
      database: { generateId: () => newId() },
    },
    telemetry: { enabled: false },
    logger: {
      // Below errors, it reports what people did, such as signing up twice or typing a wrong password.
      level: 'error',
      log: (_level, message, ...details) => {
        // The request itself logs a database outage, once.
        if (!troubleSeen()) log.error({ details: details.map(String) }, `sign-in: ${message}`)
      },
    },
  })
  return {
    ...auth,
    handler: (asked: Request, about: Asked = {}) => request.run(about, () => auth.handler(asked)),
  }
}

/** Reads the sign-up's mark from an opened link, whose signature the library has already checked. */
function signUpIn(opened: Request | undefined): unknown {
  const [, payload = ''] = new URL(opened?.url ?? '').searchParams.get('token')?.split('.') ?? []
  return (JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as { signUp?: unknown }).signUp
}

export type BetterAuth = ReturnType<typeof createBetterAuth>
