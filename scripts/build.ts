import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { givenSettings } from '#/kernel/server/config.ts'
import { onInterrupt, unlessInterrupted } from './interruption.ts'
import { whileLocked } from './lock.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'build')
const stampFile = join(folder, '.stamp')

/** Builds the web app if its sources have changed. Throws with the build's output if that fails. */
export async function buildIfStale(): Promise<void> {
  if (await isFresh()) return
  await whileLocked(join(root, '.data', 'build.lock'), async () => {
    if (await isFresh()) return
    process.stderr.write('Building the web app…\n')
    const stamp = await sourceHash()
    const draft = join(folder, 'next')
    await build(draft)
    await replaceBy(draft)
    await writeFile(stampFile, stamp)
  })
}

async function isFresh(): Promise<boolean> {
  const built = await readFile(stampFile, 'utf8').catch(() => '')
  return built !== '' && built === (await sourceHash())
}

/** Hashes contents rather than times, so that switching branches and back doesn't make the build stale. */
async function sourceHash(): Promise<string> {
  const top = (await readdir(root)).filter((name) =>
    /^(package(-lock)?\.json|tsconfig.*\.json|.+\.config\.[a-z]+)$/.test(name),
  )
  const folders = await Promise.all(['src', 'public', 'scripts/web'].map(webFiles))
  const files = [...top, ...folders.flat()].sort()
  const contents = await Promise.all(files.map((file) => readFile(join(root, file))))
  const hash = createHash('sha256').update(JSON.stringify(onPages()))
  for (const [index, file] of files.entries())
    hash.update(`${file}\0${contents[index]?.length}\0`).update(contents[index]!)
  return hash.digest('hex')
}

/** Skips files that never reach the browser. */
async function webFiles(folder: string): Promise<string[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .filter((file) => !/\/(server|testing)\//.test(file))
}

/** Returns the operator's settings that the build writes into the pages. */
function onPages() {
  const { PRODUCT_NAME = '', SOURCE_URL = '' } = givenSettings()
  return { PRODUCT_NAME, SOURCE_URL }
}

/** Replaces the build in one step: a server that starts meanwhile finds the old or the new one. */
async function replaceBy(draft: string): Promise<void> {
  const client = join(folder, 'client')
  const old = join(folder, 'old')
  await rm(old, { recursive: true, force: true })
  // Remove the stamp first: if we are killed here, the next start builds again.
  await rm(stampFile, { force: true })
  await rename(client, old).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  await rename(join(draft, 'client'), client)
  for (const left of [old, draft]) await rm(left, { recursive: true, force: true })
}

async function build(into: string): Promise<void> {
  const command = join(root, 'node_modules', '@react-router', 'dev', 'bin.cjs')
  const child = spawn(process.execPath, [command, 'build'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', ...onPages(), BUILD_DIRECTORY: into },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk
    })
  }
  const closed = new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const release = onInterrupt(() => {
    child.kill()
    return closed
  })
  const code = await unlessInterrupted(await closed)
  release()
  if (code !== 0) throw new Error(`The web app could not be built:\n${output}`)
}

if (import.meta.main) {
  try {
    await buildIfStale()
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = 1
  }
}
