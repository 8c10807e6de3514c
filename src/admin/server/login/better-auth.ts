import { createHmac } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { twoFactor } from 'better-auth/plugins'
import type pg from 'pg'
import type { Hashing } from '#/accounts/server/index.ts'
import { adminPasswordMinimum, idleMinutes } from '#/admin/rules.ts'
import type { Config } from '#/kernel/server/config.ts'
import type { Log } from '#/kernel/server/log.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { turns } from '#/kernel/server/turns.ts'

export const basePath = '/api/admin/auth'
export const addressHeader = 'x-pawfolk-address'

/**
 * Signs the admins' cookies and seals their authenticators, so that what the users' sign-in signs is worthless here.
 */
export const adminKey = (secret: string) =>
  createHmac('sha256', secret).update('pawfolk admin').digest('base64url')

/** Maps Better Auth's names of columns to ours. */
function columns(...names: string[]): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => [name, name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)]),
  )
}

const kept = ['createdAt', 'updatedAt']

/** Sets up a second instance of Better Auth with its own tables, key and cookie. */
export function createAdminBetterAuth(options: {
  config: Config
  log: Log
  pool: pg.Pool
  baseUrl: string
  hashing: Hashing
}) {
  const { config, log, baseUrl, hashing } = options
  // One at a time among the users' passwords, so that guesses here don't take everybody's cores.
  const oneByOne = turns(1, Number.POSITIVE_INFINITY)
  return betterAuth({
    appName: `${config.PRODUCT_NAME} admin`,
    secret: adminKey(config.AUTH_SECRET),
    database: options.pool,
    baseURL: baseUrl,
    basePath,
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: adminPasswordMinimum,
      password: {
        hash: (password) => oneByOne(() => hashing.hash(password)),
        verify: (given) => oneByOne(() => hashing.verify(given)),
      },
    },
    user: { modelName: 'admin_users', fields: columns('emailVerified', ...kept) },
    session: {
      modelName: 'admin_sessions',
      expiresIn: idleMinutes * 60,
      fields: columns('userId', 'expiresAt', 'ipAddress', 'userAgent', ...kept),
    },
    account: {
      modelName: 'admin_accounts',
      fields: columns(
        'userId',
        'accountId',
        'providerId',
        'accessToken',
        'refreshToken',
        'idToken',
        'accessTokenExpiresAt',
        'refreshTokenExpiresAt',
        ...kept,
      ),
    },
    verification: { modelName: 'admin_verifications', fields: columns('expiresAt', ...kept) },
    plugins: [
      twoFactor({
        // Tries are counted earlier.
        accountLockout: { enabled: false },
        schema: {
          user: { fields: columns('twoFactorEnabled') },
          twoFactor: {
            modelName: 'admin_two_factors',
            fields: columns('userId', 'backupCodes', 'failedVerificationCount', 'lockedUntil'),
          },
        },
      }),
    ],
    rateLimit: { enabled: false },
    advanced: {
      cookiePrefix: 'pawfolk-admin',
      useSecureCookies: baseUrl.startsWith('https:'),
      defaultCookieAttributes: { path: '/api/admin', sameSite: 'strict', httpOnly: true },
      ipAddress: { ipAddressHeaders: [addressHeader] },
      database: { generateId: () => newId() },
    },
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (_level, message, ...details) =>
        log.error({ details: details.map(String) }, `admin sign-in: ${message}`),
    },
  })
}

export type AdminBetterAuth = ReturnType<typeof createAdminBetterAuth>
