import { createHash } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { givenSettings } from '#/kernel/server/given-settings.ts'
import { whileLocked } from './lock.mjs'
import { root } from './steps.ts'

const folder = join(root, 'build')

/** The file that `npm start` runs. */
export const serverFile = join(folder, 'server', 'main.js')

type Part = {
  /** Its folder in the build. */
  name: 'client' | 'server'
  what: string
  /** The operator's settings that it contains. */
  settings(): Record<string, string>
  sources: readonly string[]
  takes(file: string): boolean
  build(into: string, settings: Record<string, string>): Promise<void>
}

const parts: readonly Part[] = [
  {
    name: 'client',
    what: 'web app',
    settings() {
      const { PRODUCT_NAME = '', SOURCE_URL = '' } = givenSettings()
      return { PRODUCT_NAME, SOURCE_URL }
    },
    sources: ['src', 'public', 'scripts/web', 'scripts/build-web.ts'],
    takes: (file) => !/\/(server|testing)\//.test(file) && !/\.test\.tsx?$/.test(file),
    build: async (...given) => (await import('./build-web.ts')).buildWeb(...given),
  },
  {
    name: 'server',
    what: 'server',
    settings: () => ({}),
    sources: ['src', 'db/seed', 'scripts/build-server.ts'],
    takes: (file) => file.endsWith('.ts') && !/\.test\.ts$/.test(file),
    build: async (into) => (await import('./build-server.ts')).buildServer(into),
  },
]

/**
 * Builds the web app and the server, each if its sources have changed. Calls `check` before it builds, and throws with the
 * build's output if that fails.
 */
export async function buildIfStale(check = async () => {}): Promise<void> {
  for (const part of parts) {
    if (await isFresh(part)) continue
    await check()
    await whileLocked(join(root, '.data', 'build.lock'), async () => {
      if (await isFresh(part)) return
      process.stderr.write(`Building the ${part.what}…\n`)
      const stamp = await sourceHash(part)
      const draft = join(folder, 'next')
      await part.build(draft, part.settings())
      await replaceBy(draft, part)
      await writeFile(stampOf(part), stamp)
    })
  }
}

const stampOf = ({ name }: Part) => join(folder, `.${name}-stamp`)

async function isFresh(part: Part): Promise<boolean> {
  const built = await readFile(stampOf(part), 'utf8').catch(() => '')
  return built !== '' && built === (await sourceHash(part))
}

/** Hashes contents rather than times, so that switching branches and back doesn't make the build stale. */
async function sourceHash({ settings, sources, takes }: Part): Promise<string> {
  const top = (await readdir(root)).filter((name) =>
    /^(package(-lock)?\.json|tsconfig.*\.json|.+\.config\.[a-z]+)$/.test(name),
  )
  const found = await Promise.all(sources.map(filesIn))
  const files = [...top, ...found.flat().filter(takes)].sort()
  const contents = await Promise.all(files.map((file) => readFile(join(root, file))))
  const hash = createHash('sha256').update(JSON.stringify(settings()))
  for (const [index, file] of files.entries())
    hash.update(`${file}\0${contents[index]?.length}\0`).update(contents[index]!)
  return hash.digest('hex')
}

async function filesIn(source: string): Promise<string[]> {
  if (source.endsWith('.ts')) return [source]
  const entries = await readdir(join(root, source), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
}

/** Replaces a part once the new one is complete. A server that runs has read the old one. */
async function replaceBy(draft: string, part: Part): Promise<void> {
  const built = join(folder, part.name)
  const old = join(folder, 'old')
  await rm(old, { recursive: true, force: true })
  // Remove the stamp first: if we are killed here, the next start builds again.
  await rm(stampOf(part), { force: true })
  await rename(built, old).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  await rename(join(draft, part.name), built)
  for (const left of [old, draft]) await rm(left, { recursive: true, force: true })
}

if (import.meta.main) {
  try {
    await buildIfStale()
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 1
  }
}
