import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Config } from '@react-router/dev/config'
import { prepareFirstPaint } from './scripts/web/first-paint.ts'
import { leanManifest } from './scripts/web/lean-manifest.ts'
import { nameApp } from './scripts/web/name-app.ts'
import { makeOfflinePage, writeOfflinePage } from './scripts/web/offline-page.ts'
import { buildServiceWorker } from './scripts/web/service-worker.ts'
import { routeTable } from './src/app/route-table.ts'

const compressible = /\.(?:js|css|html|svg|json|webmanifest|txt)$/

/** Writes `file.br` and `file.gz` beside every text file of the build, so that the server needn't compress per request. */
async function precompress(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name))
  await Promise.all(
    files.map(async (entry) => {
      const file = join(entry.parentPath, entry.name)
      const content = await readFile(file)
      const options = {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      }
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content, options))
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
    }),
  )
}

export default {
  appDirectory: 'src/app',
  // `npm run build` writes to another folder first, and moves it here once it is complete.
  buildDirectory: process.env['BUILD_DIRECTORY'] ?? 'build',
  ssr: false,
  prerender: routeTable.filter((route) => route.prerender).map((route) => route.path),
  async buildEnd({ reactRouterConfig }) {
    const folder = join(reactRouterConfig.buildDirectory, 'client')
    const offlinePage = await makeOfflinePage(folder)
    await prepareFirstPaint(folder)
    await writeOfflinePage(folder, offlinePage)
    await leanManifest(folder)
    await nameApp(folder)
    await buildServiceWorker(folder)
    await precompress(folder)
  },
} satisfies Config
