import { once } from 'node:events'
import { networkInterfaces } from 'node:os'
import { type Config, ConfigError, ensureDataDir, readConfig } from '#/kernel/server/config.ts'
import { closeDataDir } from '#/kernel/server/data-dir.ts'
import { createLog } from '#/kernel/server/log.ts'
import { sandboxKey } from '#/payments/server/gateways.ts'
import { type SandboxProcess, startSandboxProcess } from '#/payments/server/sandbox-process.ts'
import { type App, boot } from './boot.ts'
import { type PreparedDatabase, prepareDatabase } from './prepare-database.ts'
import { describeSignIns } from './sign-ins.ts'
import { onceDatabaseAnswers } from './start-step.ts'

const say = (text: string) => process.stderr.write(`${text}\n`)

/** Exits after this long, so that we never outstay the operator's signal. */
function endWithin(ms: number): void {
  setTimeout(() => {
    say('Stopping took too long.')
    process.exit(1)
  }, ms).unref()
}

async function main(): Promise<void> {
  const config = readConfig()
  ensureDataDir(config.DATA_DIR)
  closeDataDir(config)
  const log = createLog(config.LOG_LEVEL)
  let prepared: PreparedDatabase | undefined
  let app: App | undefined
  let sandbox: SandboxProcess | undefined
  let stopping: Promise<void> | undefined
  const stop = () =>
    (stopping ??= (async () => {
      endWithin(9_500)
      await app?.close()
      await sandbox?.stop()
      await prepared?.stop()
    })().catch((error) => {
      say(`Stopping failed: ${error instanceof Error ? error.message : error}`)
      process.exitCode = 1
    }))
  // Work that was cut off and given back may still hold timers, which would keep the process until the deadline.
  const leave = () => stop().finally(() => process.exit())
  // A signal during the start is handled at the next step, because half a step leaves things behind.
  let wanted = false
  let up = false
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      wanted = true
      if (up) void leave()
    })
  }
  // Last resort: work may be half-done, so we exit and are started again.
  for (const kind of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(kind, (error: unknown) => {
      log.fatal({ error: error instanceof Error ? error.stack : String(error) }, `stopping after ${kind}`)
      process.exitCode = 1
      wanted = true
      endWithin(9_500)
      if (up) void leave()
    })
  }

  /** Closes what it opened if it fails, so that it can be repeated. */
  const open = async (databaseUrl: string) => {
    app = await boot({ config, databaseUrl, log, ...(sandbox && { sandboxUrl: sandbox.url }) })
    if (wanted) return app
    try {
      app.http.listen(config.PORT, config.HOST)
      await once(app.http, 'listening').catch((error) => {
        throw whyNotListening(error, config)
      })
      await app.jobs.startWorking()
      return app
    } catch (error) {
      const failed = app
      app = undefined
      await failed.close()
      throw error
    }
  }

  const waiting = { say, cancelled: () => wanted }
  try {
    prepared = await onceDatabaseAnswers(() => prepareDatabase(config, log), waiting)
    if (wanted || !prepared) return await stop()
    if (config.PAYMENT_GATEWAY === 'sandbox')
      sandbox = startSandboxProcess({ dataDir: config.DATA_DIR, key: sandboxKey(config), log })
    const { url } = prepared
    app = await onceDatabaseAnswers(() => open(url), waiting)
    if (wanted || !app) return await stop()
  } catch (error) {
    await stop()
    throw error
  }
  if (config.production && config.PAYMENT_GATEWAY === 'sandbox')
    log.warn(
      'PAYMENT_GATEWAY is sandbox: no money moves, and anyone can "pay". Don’t use it on a public installation',
    )
  if (config.production && !config.CONTACT_EMAIL)
    log.warn('CONTACT_EMAIL is not set: messages wait in the admin area, and nobody is emailed about them')
  up = true
  if (wanted) return leave()
  const address = app.http.address()
  const port = typeof address === 'object' && address ? address.port : config.PORT
  say(`\n${config.PRODUCT_NAME} is ready:`)
  for (const url of addresses(config.HOST, port, config.PUBLIC_URL)) say(`  ${url}`)
  if (!config.production && !config.SMTP_URL)
    say(`\nEmails and texts that would be sent: ${addresses('127.0.0.1', port, config.PUBLIC_URL)[0]}/outbox`)
  if (prepared.signIns.length > 0) {
    say('\nDemo logins:')
    for (const line of describeSignIns(prepared.signIns)) say(`  ${line}`)
  }
}

/** Explains the error in a sentence if an operator's setting is wrong. */
function whyNotListening(error: NodeJS.ErrnoException, { HOST, PORT }: Config): Error {
  if (error.syscall !== 'listen' && error.syscall !== 'getaddrinfo') return error
  if (error.code === 'EADDRINUSE')
    return new ConfigError(
      `PORT: ${PORT} is taken. Stop the program that uses it, or choose another: PORT=3001 npm start`,
    )
  if (error.code === 'EACCES')
    return new ConfigError(`PORT: ${PORT} needs special rights. Choose one from 1024 on.`)
  return new ConfigError(
    `HOST: ${HOST} is not an address of this machine (${error.code}). 127.0.0.1 is for this machine alone, 0.0.0.0 for all addresses.`,
  )
}

function addresses(host: string, port: number, publicUrl: string | undefined): string[] {
  if (publicUrl) return [publicUrl]
  if (host !== '0.0.0.0' && host !== '::')
    return [`http://${host === '127.0.0.1' ? 'localhost' : host}:${port}`]
  const lan = Object.values(networkInterfaces())
    .flat()
    .filter((net) => net?.family === 'IPv4' && !net.internal)
    .map((net) => `http://${net!.address}:${port}`)
  return [`http://localhost:${port}`, ...lan]
}

main().catch((error) => {
  say(
    error instanceof ConfigError
      ? error.message
      : error instanceof Error
        ? (error.stack ?? '')
        : String(error),
  )
  // A failed start may still hold connections.
  process.exit(1)
})
