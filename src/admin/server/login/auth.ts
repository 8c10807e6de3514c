import type { IncomingMessage } from 'node:http'
import { type Hashing, knownDevices } from '#/accounts/server/index.ts'
import type { Config } from '#/kernel/server/config.ts'
import { type Db, openPool } from '#/kernel/server/db.ts'
import { clientAddressReader } from '#/kernel/server/http/client-address.ts'
import { localRequests } from '#/kernel/server/http/local-request.ts'
import type { Mount } from '#/kernel/server/http/mounts.ts'
import { deriveKey } from '#/kernel/server/keys.ts'
import type { Log } from '#/kernel/server/log.ts'
import { basePath, createAdminBetterAuth } from './better-auth.ts'
import { adminAuthListener } from './http.ts'
import { adminSessions } from './sessions.ts'

/** Sets up the admins' own sign-in: `mount` serves its endpoints, `findAdmin` reads a request's session. */
export function createAdminAuth(options: {
  config: Config
  databaseUrl: string
  db: Db
  log: Log
  hashing: Hashing
}) {
  const { config, db, log, hashing } = options
  // The demo admin's password and authenticator are public, so they don't work for requests from elsewhere.
  const isLocal = localRequests(config.TRUSTED_PROXIES)
  const demoMayEnter = (request: IncomingMessage) => config.DEMO_ADMIN && isLocal(request)
  const pool = openPool(options.databaseUrl, {
    log,
    max: 3,
    name: 'pawfolk admin sign-in',
    idleInTransactionSeconds: 60,
  })
  const baseUrl = new URL(config.PUBLIC_URL ?? `http://localhost:${config.PORT}`).origin
  const auth = createAdminBetterAuth({ config, log, pool, baseUrl, hashing })
  const secureCookies = baseUrl.startsWith('https:')
  const sessions = adminSessions({ auth, db, secureCookies, demoMayEnter })
  const clientAddress = clientAddressReader(config.TRUSTED_PROXIES)
  const devices = knownDevices({
    key: deriveKey(config.AUTH_SECRET, 'known devices of admins'),
    secureCookies,
    prefix: 'pawfolk-admin',
    path: basePath,
    sameSite: 'strict',
  })
  const listen = adminAuthListener({ auth, db, log, baseUrl, demoMayEnter, sessions, devices, clientAddress })
  const mount: Mount = { prefix: `${basePath}/`, listen }
  return { mount, findAdmin: sessions.find, close: () => pool.end() }
}
