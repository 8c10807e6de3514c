import { startServerProcess } from '#/app/testing/server-process.ts'
import { cloneDatabase, type TestServer } from '#/kernel/testing/test-server.ts'
import { serverFile } from '../scripts/build.ts'
import { freePort } from '../scripts/free-port.ts'

export type OwnApp = { url: string; end(): Promise<void> }

/** Starts an app with a database of its own, for stories that need other settings. */
export async function startOwnApp(dataDir: string, settings: Record<string, string>): Promise<OwnApp> {
  const database = await cloneDatabase(JSON.parse(process.env['E2E_DATABASE_SERVER']!) as TestServer)
  const port = await freePort()
  const app = await startServerProcess(
    {
      PORT: `${port}`,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      ...settings,
    },
    serverFile,
  )
  return {
    url: app.url,
    async end() {
      await app.end('SIGTERM')
      await database.drop()
    },
  }
}
