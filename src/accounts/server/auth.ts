import { availableParallelism } from 'node:os'
import { type Config, siteOf } from '#/kernel/server/config.ts'
import { noteTroubleOf } from '#/kernel/server/database-trouble.ts'
import { type Db, openPool } from '#/kernel/server/db.ts'
import { clientAddressReader } from '#/kernel/server/http/client-address.ts'
import type { Mount } from '#/kernel/server/http/mounts.ts'
import { deriveKey } from '#/kernel/server/keys.ts'
import type { Listener } from '#/kernel/server/listen.ts'
import type { Log } from '#/kernel/server/log.ts'
import type { SendMail } from '#/kernel/server/mail.ts'
import type { SendText } from '#/kernel/server/sms.ts'
import type { Announce } from '#/kernel/server/work.ts'
import { rememberActors } from './actor.ts'
import { accountMailer } from './email/account-mail.ts'
import { mailCodes } from './email/codes.ts'
import { authListener } from './http.ts'
import { basePath, createBetterAuth } from './library/better-auth.ts'
import { createOwnEndpoints } from './own-endpoints.ts'
import type { Hashing } from './passwords/hashing.ts'
import { phoneCodes } from './phone/codes.ts'
import { rememberingActors } from './remembered.ts'
import { askingBrowsers } from './sign-in/asking-browsers.ts'
import { attemptKey } from './sign-in/attempts.ts'
import { knownDevices } from './sign-in/known-devices.ts'
import { tokenActors } from './tokens/token-actor.ts'

type Options = {
  config: Config
  databaseUrl: string
  db: Db
  log: Log
  sendMail: SendMail | undefined
  sendText: SendText | undefined
  listener: Listener
  hashing: Hashing
  announceIn(db: Db): Announce
  now(): Date
}

/**
 * Sets up sign-in with Better Auth on our own tables. It has its own small pool because it hashes passwords inside its
 * transactions. `mount` serves its endpoints; `findActor` reads a request's session, `findByToken` an API token.
 */
export function createAuth(options: Options) {
  const { config, db, log, hashing } = options
  const codes = phoneCodes(db, {
    secret: config.AUTH_SECRET,
    rateLimits: config.RATE_LIMITS,
  })
  const attemptSecret = attemptKey(config.AUTH_SECRET)
  const mail = accountMailer({ ...options, rateLimits: config.RATE_LIMITS, attemptSecret })
  const pool = noteTroubleOf(
    openPool(options.databaseUrl, {
      log,
      max: 4 + availableParallelism(),
      name: 'pawfolk sign-in',
      idleInTransactionSeconds: 60,
    }),
  )

  // Mailed links never use the request's Host header, which the sender controls.
  const baseUrl = siteOf(config)
  const secureCookies = baseUrl.startsWith('https:')
  const auth = createBetterAuth({ ...options, pool, baseUrl, mail, hashing, codes })
  const remembered = rememberingActors(options.listener)
  const { findActor, endSession } = rememberActors({ auth, db, remembered, site: baseUrl })
  const findByToken = tokenActors({ db, remembered, rateLimits: config.RATE_LIMITS, now: options.now })
  const listen = authListener({
    auth,
    own: createOwnEndpoints({
      ...options,
      hashing,
      codes,
      mailCodes: mailCodes(db, { secret: config.AUTH_SECRET }),
      mail,
      baseUrl,
      product: config.PRODUCT_NAME,
      rateLimits: config.RATE_LIMITS,
      attemptSecret,
      secret: config.AUTH_SECRET,
      textsPerHour: config.TEXTS_PER_HOUR,
    }),
    now: options.now,
    db,
    log,
    baseUrl,
    verification: config.EMAIL_VERIFICATION,
    rateLimits: config.RATE_LIMITS,
    attemptSecret,
    devices: knownDevices({ key: deriveKey(config.AUTH_SECRET, 'known devices'), secureCookies }),
    browsers: askingBrowsers({ secureCookies }),
    clientAddress: clientAddressReader(config.TRUSTED_PROXIES),
    endSession,
    findActor,
  })
  const mount: Mount = { prefix: `${basePath}/`, listen }
  return { mount, findActor, findByToken, close: () => pool.end() }
}
