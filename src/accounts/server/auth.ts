import { betterAuth } from 'better-auth'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import pg from 'pg'
import { passwordMinimum } from '#/accounts/rules.ts'
import type { Config } from '#/kernel/server/config.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Log } from '#/kernel/server/log.ts'
import type { SendMail } from '#/kernel/server/mail.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { consumeAttempt } from '#/kernel/server/rate-limit.ts'

/** The HTTP layer writes the true client address here; what a client sends under this name is removed first. */
export const addressHeader = 'x-pawfolk-address'

const signInPerAccount = { max: 10, windowSeconds: 900 }

/**
 * Sign-in with Better Auth on our own tables. It has a small pool of its own because it hashes passwords inside its
 * transactions. Limits count per true address and, for sign-in, per account too, and live in the database.
 */
export function createAuth(options: {
  config: Config
  databaseUrl: string
  db: Db
  log: Log
  sendMail: SendMail
}) {
  const { config, db, log } = options
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    max: 4,
    application_name: 'pawfolk sign-in',
  })
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))

  const auth = betterAuth({
    appName: config.PRODUCT_NAME,
    secret: config.AUTH_SECRET,
    database: pool,
    ...(config.PUBLIC_URL ? { baseURL: config.PUBLIC_URL } : {}),
    basePath: '/api/auth',
    // Without a public address (a default start) any name this machine answers to may sign in, each to itself.
    trustedOrigins: (request) => (config.PUBLIC_URL || !request ? [] : ownOrigins(request)),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: passwordMinimum,
      maxPasswordLength: 128,
      requireEmailVerification: config.EMAIL_VERIFICATION,
    },
    emailVerification: {
      sendOnSignUp: config.EMAIL_VERIFICATION,
      autoSignInAfterVerification: true,
      sendVerificationEmail: ({ user, url }) =>
        options.sendMail({
          to: user.email,
          subject: `Confirm your e-mail address for ${config.PRODUCT_NAME}`,
          text: `Welcome to ${config.PRODUCT_NAME}.\n\nPlease confirm that this is your address by opening this link within an hour:\n\n${url}\n\nIf you did not sign up, you can ignore this mail.`,
        }),
    },
    user: {
      modelName: 'users',
      fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    session: {
      modelName: 'sessions',
      expiresIn: 30 * 86_400,
      updateAge: 86_400,
      fields: {
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    account: {
      modelName: 'accounts',
      fields: {
        userId: 'user_id',
        accountId: 'account_id',
        providerId: 'provider_id',
        accessToken: 'access_token',
        refreshToken: 'refresh_token',
        idToken: 'id_token',
        accessTokenExpiresAt: 'access_token_expires_at',
        refreshTokenExpiresAt: 'refresh_token_expires_at',
        createdAt: 'created_at',
        updatedAt: 'updated_at',
      },
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
    },
    rateLimit: {
      enabled: config.RATE_LIMITS,
      window: 60,
      max: 100,
      customRules: {
        '/sign-in/email': { window: 60, max: 10 },
        '/sign-up/email': { window: 3600, max: 20 },
        '/get-session': false,
      },
      customStorage: {
        async consume(key, { window, max }) {
          const { allowed, retryAfter } = await consumeAttempt(db, `sign-in:${key}`, {
            max,
            windowSeconds: window,
          })
          return { allowed, retryAfter: allowed ? null : retryAfter }
        },
      },
    },
    advanced: {
      cookiePrefix: 'pawfolk',
      useSecureCookies: config.PUBLIC_URL?.startsWith('https:') ?? false,
      ipAddress: { ipAddressHeaders: [addressHeader] },
      database: { generateId: () => newId() },
    },
    hooks: {
      before: createAuthMiddleware(async (context) => {
        if (!config.RATE_LIMITS || context.path !== '/sign-in/email') return
        const account = String(context.body?.email ?? '')
          .toLowerCase()
          .slice(0, 320)
        const { allowed } = await consumeAttempt(db, `sign-in-account:${account}`, signInPerAccount)
        if (!allowed)
          throw new APIError('TOO_MANY_REQUESTS', { message: 'Too many attempts. Please try again later.' })
      }),
    },
    telemetry: { enabled: false },
    logger: {
      // Its warning about a missing base URL is answered by trustedOrigins above; its messages may name people.
      level: 'error',
      log: (_level, message, ...details) =>
        log.error({ details: details.map(String) }, `sign-in: ${message}`),
    },
  })
  return { auth, close: () => pool.end() }
}

export type Auth = ReturnType<typeof createAuth>['auth']

function ownOrigins(request: Request): string[] {
  const host = request.headers.get('host')
  return host ? [`http://${host}`, `https://${host}`] : []
}
