import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { opensOffline } from '../../src/app/offline-paths.ts'
import { routeTable } from '../../src/app/route-table.ts'
import { filesOfPages } from './files-of-pages.ts'

type Kept = { url: string; revision: string | null }

/** Files that pages name in other ways than their code does. */
const further = [
  '/offline.html',
  '/drawings.svg',
  '/favicon.svg',
  '/logo.svg',
  '/icon-192.png',
  '/manifest.webmanifest',
]

/** Bundles the service worker of a build, with the list of the files it keeps. */
export async function buildServiceWorker(folder: string): Promise<void> {
  const kept = await filesToKeep(folder)
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: {
      __FILES_TO_KEEP__: JSON.stringify(kept),
      'process.env.NODE_ENV': '"production"',
    },
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'chrome123',
      rolldownOptions: {
        input: fileURLToPath(new URL('../../src/app/worker/service-worker.ts', import.meta.url)),
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  })
}

async function filesToKeep(folder: string): Promise<Kept[]> {
  const rows = routeTable.filter(({ path }) => opensOffline(path))
  const files = await filesOfPages(
    folder,
    rows.map(({ path }) => path),
  )
  const pages = rows.filter(({ prerender }) => prerender).map(({ path }) => path)
  const named = [
    ...pages.map((path) => ({ url: path, file: `${path}/index.html` })),
    ...['/__spa-fallback.html', ...further].map((path) => ({ url: path, file: path })),
  ]
  return [
    // Their names are hashes already.
    ...files.map((url) => ({ url, revision: null })),
    ...(await Promise.all(
      named.map(async ({ url, file }) => {
        const content = await readFile(join(folder, file))
        return { url, revision: createHash('sha256').update(content).digest('base64url').slice(0, 16) }
      }),
    )),
  ]
}
