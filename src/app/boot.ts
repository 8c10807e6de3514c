import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import {
  actorChannel,
  createAuth,
  createHashing,
  type Hashing,
  sessionCookieFor,
} from '#/accounts/server/index.ts'
import { createAdminAuth } from '#/admin/server/login/auth.ts'
import { appointmentsMounts } from '#/appointments/server/mounts.ts'
import { exemptionsIn } from '#/appointments/trade.ts'
import { placeProviders } from '#/booking/server/place-providers.ts'
import { careMounts } from '#/care/server/mounts.ts'
import { type Config, siteOf } from '#/kernel/server/config.ts'
import { type Database, openDatabase } from '#/kernel/server/db.ts'
import { openFiles } from '#/kernel/server/files.ts'
import { openLiveStreams } from '#/kernel/server/http/live-streams.ts'
import { createHttpServer } from '#/kernel/server/http.ts'
import { type Jobs, openJobs } from '#/kernel/server/jobs.ts'
import { openListener } from '#/kernel/server/listen.ts'
import { hint, liveChannel } from '#/kernel/server/live.ts'
import type { Log } from '#/kernel/server/log.ts'
import { createMailer } from '#/kernel/server/mail.ts'
import { mailSubscriber } from '#/kernel/server/mail-events.ts'
import { createMetrics } from '#/kernel/server/metrics.ts'
import { pendingMigrations } from '#/kernel/server/migrate.ts'
import { forgetOldMessages } from '#/kernel/server/outbox.ts'
import { refusedWrites } from '#/kernel/server/refused-writes.ts'
import { createTexter } from '#/kernel/server/sms.ts'
import { builtFiles } from '#/kernel/server/static-files.ts'
import { watchersOf } from '#/kernel/server/watches.ts'
import { wantsMail } from '#/notifications/server/choices.ts'
import { notificationsMounts } from '#/notifications/server/mounts.ts'
import { postToPublic } from '#/notifications/server/push/post.ts'
import { pushSubscriber } from '#/notifications/server/push/push-events.ts'
import { vapidKeys } from '#/notifications/server/push/vapid.ts'
import { stopPathIn } from '#/notifications/server/stop-link.ts'
import { textSubscriber } from '#/notifications/server/texts/text-events.ts'
import { GatewayAway } from '#/payments/server/gateway.ts'
import { createGateways } from '#/payments/server/gateways.ts'
import { paymentsMounts } from '#/payments/server/mounts.ts'
import { gatewaySubscribers } from '#/payments/server/subscribers.ts'
import { privacyMounts } from '#/privacy/server/mounts.ts'
import { withReportPages } from '#/reports/server/pages.ts'
import { actOnAutoships } from '#/shop/server/autoship/act.ts'
import { shopMounts } from '#/shop/server/mounts.ts'
import { noteBestBefore } from '#/shop/server/selling/best-before.ts'
import { sittingMounts } from '#/sitting/server/mounts.ts'
import { extendRepeats } from '#/sitting/server/repeat.ts'
import { remindOfTasks } from '#/todo/server/sweeps.ts'
import { verificationSettings } from '#/verification/server/index.ts'
import { withPreviews } from './previews.ts'
import { describeApi } from './server/openapi/document.ts'
import { apiDocumentation } from './server/openapi/listener.ts'
import { router, subscribers, sweeps } from './server.ts'
import { trades } from './trades.ts'

export type App = {
  http: Server
  database: Database
  jobs: Jobs
  /** Finishes work in flight, then releases everything. */
  close(): Promise<void>
}

const ownHost = (host: string) => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host)

/** For requests and jobs in flight. The operator kills us 10 s after the signal, and there is more to release. */
const patienceMs = 7_000

/** Assembles the app on a migrated database. `now` is the clock of every request. */
export async function boot(options: {
  config: Config
  databaseUrl: string
  log: Log
  now?: () => Date
  webFolder?: string
  /** Returns the payment sandbox's address, if it is the gateway. */
  sandboxUrl?: () => Promise<string>
  hashing?: Hashing
}): Promise<App> {
  const { config, databaseUrl, log, now = () => new Date(), hashing = createHashing() } = options
  const database = openDatabase(databaseUrl, {
    log,
    max: config.DATABASE_POOL,
    settings: verificationSettings(config),
    onError: (error) => writes.note(error),
  })
  const { db, pool } = database
  const metrics = createMetrics(pool)
  const writes = refusedWrites(metrics.refusedWrite)
  const listener = await openListener(databaseUrl, [actorChannel, liveChannel], log).catch(closing(database))
  const files = openFiles({ config, db, log, now })
  const dueWork = [
    ...sweeps,
    files.removeOrphans,
    forgetOldMessages(config.DATA_DIR),
    placeProviders({ config, log }),
    extendRepeats(config),
    actOnAutoships({ config, log }),
    remindOfTasks(config),
    noteBestBefore(config),
  ]
  const sendMail = createMailer(config, log)
  const sendText = createTexter(config, log)
  const publisher = { site: siteOf(config), product: config.PRODUCT_NAME, from: config.MAIL_FROM }
  const sandboxUrl =
    options.sandboxUrl ?? (() => Promise.reject(new GatewayAway('The payment sandbox was not started')))
  const ownUrl = () => `http://${ownHost(config.HOST)}:${(http.address() as AddressInfo).port}`
  const gateways = createGateways({ config, sandboxUrl, ownUrl, now })
  const told = [
    ...subscribers,
    ...gatewaySubscribers(gateways, log),
    pushSubscriber({
      post: postToPublic,
      keys: vapidKeys(config.AUTH_SECRET),
      site: siteOf(config),
      db,
    }),
    ...(sendText ? [textSubscriber({ sendText, config, db, log })] : []),
    ...(sendMail
      ? [
          mailSubscriber(sendMail, publisher, {
            stopPath: stopPathIn(config.AUTH_SECRET),
            isWanted: wantsMail,
          }),
        ]
      : []),
  ]
  const jobs = await openJobs({
    db,
    pool,
    log,
    subscribers: told,
    sweeps: dueWork,
    onJob: metrics.job,
  }).catch(closing(listener, database))
  const signIn = createAuth({
    config,
    databaseUrl,
    db,
    log,
    sendMail,
    sendText,
    listener,
    hashing,
    now,
    announceIn: jobs.announceIn,
  })
  const adminSignIn = createAdminAuth({ config, databaseUrl, db, log, hashing })
  const live = openLiveStreams({
    listener,
    actorChannel,
    findActor: signIn.findActor,
    tellWatchers(subject, topic) {
      const userIds = watchersOf(db, subject)
      if (userIds.length === 0) return
      hint(db, userIds, topic).catch((error) => log.warn({ error: String(error) }, 'watchers not told'))
    },
  })
  metrics.liveStreams(live.count)
  let migrated = false
  let stopping = false

  const web = builtFiles(
    options.webFolder ?? fileURLToPath(new URL('../../build/client', import.meta.url)),
    config.MAP_TILES ? [new URL(config.MAP_TILES).origin] : [],
  )
  const parts = { config, db, log, findActor: signIn.findActor, now }
  const http = createHttpServer({
    config,
    log,
    db,
    jobs,
    files,
    metrics,
    router,
    documentation: apiDocumentation(() =>
      describeApi({
        product: config.PRODUCT_NAME,
        site: siteOf(config),
        sessionCookie: sessionCookieFor(siteOf(config)),
      }),
    ),
    mounts: [
      files.mount,
      signIn.mount,
      adminSignIn.mount,
      live.mount,
      ...privacyMounts(parts, files),
      ...notificationsMounts(parts),
      ...careMounts(parts),
      ...appointmentsMounts(parts, trades),
      ...sittingMounts(parts),
      ...shopMounts(parts),
      ...paymentsMounts(parts, {
        gateways,
        sandboxUrl,
        announceIn: jobs.announceIn,
        exemptOf: exemptionsIn(trades),
      }),
    ],
    web: withPreviews(parts, {
      web,
      next: withReportPages(parts, { web, files, announceIn: jobs.announceIn }),
    }),
    closedPages: config.production ? ['/outbox'] : [],
    findActor: signIn.findActor,
    findByToken: signIn.findByToken,
    findAdmin: adminSignIn.findAdmin,
    async checkReady() {
      if (stopping) throw new Error('stopping')
      await sql`select 1`.execute(db)
      const pending = migrated ? [] : await pendingMigrations(db)
      if (pending.length > 0) throw new Error(`migrations not run: ${pending.join(', ')}`)
      migrated = true
      const reason = writes.reason()
      return reason ? `ready, but writes fail: ${reason}` : 'ready'
    },
    now,
    stopping: () => stopping,
  })

  return {
    http,
    database,
    jobs,
    async close() {
      stopping = true
      live.close()
      await Promise.all([closeServer(http), jobs.stop(patienceMs)])
      await listener.close()
      const closed = Promise.all([signIn.close(), adminSignIn.close()]).then(() => database.close())
      // A statement that waits for a lock holds its connection, and would use up the time that Postgres needs to stop.
      await Promise.race([closed, wait(1_000, undefined, { ref: false })])
    },
  }
}

/** Releases what a failed start has opened, because the start is repeated. */
const closing =
  (...opened: { close(): Promise<void> }[]) =>
  async (error: unknown): Promise<never> => {
    for (const one of opened) await one.close()
    throw error
  }

/** An idle connection may already carry a request to us. */
const lingerMs = 1_000

/**
 * Resolves when the last request in flight is answered. Requests that still arrive are answered with a note that the
 * connection closes; only then are idle connections closed and new ones refused. After our patience the remaining
 * connections are cut.
 */
async function closeServer(http: Server): Promise<void> {
  const cut = setTimeout(() => http.closeAllConnections(), patienceMs)
  const until = performance.now() + lingerMs
  while ((await connectionsOf(http)) > 0 && performance.now() < until) await wait(20)
  const hangUp = setInterval(() => http.closeIdleConnections(), 20)
  await new Promise<void>((resolve) => http.close(() => resolve()))
  clearInterval(hangUp)
  clearTimeout(cut)
}

const connectionsOf = (http: Server) =>
  new Promise<number>((resolve) => http.getConnections((error, count) => resolve(error ? 0 : count)))
