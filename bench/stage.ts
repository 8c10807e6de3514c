import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { type ServerProcess, startServerProcess } from '#/app/testing/server-process.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#/kernel/server/embedded-postgres.ts'
import { migrate } from '#/kernel/server/migrate.ts'
import { serverFile } from '../scripts/build.ts'
import { onInterrupt } from '../scripts/interruption.ts'

export const stageSecret = 'the secret that all processes of a bench run know'

export const say = (line: string) => process.stdout.write(`${line}\n`)

/** A run's Postgres and everything started on it; `clear` or Ctrl-C ends it all. */
export type Stage = {
  postgres: EmbeddedPostgres
  postmaster(): Promise<number>
  /** Recreates a database with all migrations. */
  database(name: string): Promise<string>
  server(databaseUrl: string, settings?: Record<string, string>): Promise<ServerProcess>
  yardstick(databaseUrl: string): Promise<{ url: string; process: ChildProcess }>
  clear(): Promise<void>
}

export async function openStage(): Promise<Stage> {
  const starting = startEmbeddedPostgres({ dataDir: '.data/bench', database: 'bench' })
  const ends: (() => Promise<unknown>)[] = []
  const clear = async () => {
    await Promise.all(ends.splice(0).map((end) => end()))
    await (await starting).stop()
  }
  const release = onInterrupt(clear)
  const postgres = await starting
  return {
    postgres,
    postmaster: async () =>
      Number.parseInt(await readFile(`${postgres.directory}/postmaster.pid`, 'utf8'), 10),
    async database(name) {
      const admin = new pg.Client({ connectionString: postgres.url })
      await admin.connect()
      await admin.query(`drop database if exists ${name} with (force)`)
      await admin.query(`create database ${name}`)
      await admin.end()
      const url = new URL(postgres.url)
      url.pathname = `/${name}`
      await migrate(url.href)
      return url.href
    },
    async server(databaseUrl, settings) {
      const server = await startServerProcess(
        {
          DATABASE_URL: databaseUrl,
          DATA_DIR: '.data/bench',
          AUTH_SECRET: stageSecret,
          LOG_LEVEL: 'info',
          ...settings,
        },
        serverFile,
      )
      ends.push(() => server.end('SIGTERM'))
      return server
    },
    async yardstick(databaseUrl) {
      const child = spawn(process.execPath, [new URL('./yardstick.ts', import.meta.url).pathname], {
        env: { DATABASE_URL: databaseUrl },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      ends.push(async () => child.kill('SIGTERM'))
      const [url] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string]
      return { url, process: child }
    },
    async clear() {
      await clear()
      release()
    },
  }
}
