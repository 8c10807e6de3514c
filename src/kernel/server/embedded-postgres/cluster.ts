import { randomBytes } from 'node:crypto'
import { chown, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { missing } from '#/kernel/server/http/missing-file.ts'
import { runTool, type Server } from './server.ts'

/**
 * Creates the cluster if there is none, as a draft that is renamed once complete, so that a killed start leaves none.
 */
export async function ensureCluster(server: Server): Promise<void> {
  const { cluster, account, log } = server
  await sweepDrafts(cluster)
  if (await stat(join(cluster, 'PG_VERSION')).catch(missing)) return
  const draft = `${cluster}.new-${randomBytes(4).toString('hex')}`
  await mkdir(draft, { mode: 0o700 })
  if (account) await chown(draft, account.uid, account.gid)
  const made = await runTool(server, 'initdb', [
    '-D',
    draft,
    '-U',
    'postgres',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--locale=C.UTF-8',
    '--auth-local=trust',
    '--auth-host=reject',
    server.durable ? '--data-checksums' : '--no-sync',
  ])
  if (made.code !== 0) {
    await rm(draft, { recursive: true, force: true })
    throw new Error(`The database could not be created in ${cluster}:\n${made.output}`)
  }
  try {
    await rename(draft, cluster)
    log(`Made a database cluster in ${cluster}.`)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // Another first start was faster, so we share its cluster.
    if (!(await stat(join(cluster, 'PG_VERSION')).catch(missing))) throw error
    return
  }
  if (server.durable) await syncDirectory(dirname(cluster))
}

/** Removes what killed first starts left. A younger draft may be another start's. */
async function sweepDrafts(cluster: string): Promise<void> {
  for (const name of await readdir(dirname(cluster))) {
    if (!name.startsWith(`${basename(cluster)}.new-`)) continue
    const path = join(dirname(cluster), name)
    const found = await stat(path).catch(missing)
    if (found && Date.now() - found.mtimeMs > 600_000) await rm(path, { recursive: true, force: true })
  }
}

async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path)
  await handle.sync()
  await handle.close()
}
