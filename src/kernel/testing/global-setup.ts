import type { TestProject } from 'vitest/node'
import { openTestServer, type TestServer } from './test-server.ts'

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can add to Vitest's.
  export interface ProvidedContext {
    testServer: TestServer
  }
}

/** Starts one Postgres for the whole run: that of TEST_DATABASE_URL, otherwise the embedded one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { close, ...server } = await openTestServer(process.env['TEST_DATABASE_URL'])
  project.provide('testServer', server)
  return close
}
