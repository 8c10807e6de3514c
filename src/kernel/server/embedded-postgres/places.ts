/** Finds places for a cluster that Postgres's account can reach, if DATA_DIR isn't one. */
import { randomBytes } from 'node:crypto'
import { chmod, link, lstat, mkdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { missing } from '#/kernel/server/http/missing-file.ts'
import { type Account, runsAs } from './account.ts'

type Pointer = { cluster: string; dataDir: string; inode: number }

/** Returns DATA_DIR/postgres if the account can reach it, otherwise a folder that DATA_DIR points to. */
export async function reachableCluster(
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
    // A new name each time, so that a deleted DATA_DIR doesn't come back with its old data.
    const own = join(shared, `cluster-${randomBytes(8).toString('hex')}`)
    const cluster = await writePointer(directory, own)
    log(`The database is in ${cluster}: its account (uid ${account.uid}) cannot enter ${directory}.`)
    return cluster
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
    log(`${file} was copied from ${pointer.dataDir}: starting with a new database.`)
    await rm(file, { force: true })
    return undefined
  }
  for await (const shared of sharedPlaces(account)) {
    if (dirname(pointer.cluster) !== shared) continue
    if (moved) await rm(file, { force: true })
    return moved ? writePointer(directory, pointer.cluster) : pointer.cluster
  }
  throw new Error(`${file} names ${pointer.cluster}, which is not a valid place for a database here.`)
}

/** If two first starts race, both use the first one's pointer. */
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

/** Yields places outside the clone that belong to root and that the account can enter, lasting ones first. */
export async function* sharedPlaces(account: Account): AsyncGenerator<string> {
  for (const place of ['/var/lib/pawfolk', join(tmpdir(), 'pawfolk')]) {
    try {
      await mkdir(place, { recursive: true, mode: 0o755 })
    } catch {
      continue
    }
    const found = await lstat(place)
    // In a folder open to everyone, somebody else may have been first.
    if (!found.isDirectory() || found.uid !== 0 || found.mode & 0o022) continue
    await chmod(place, 0o755)
    const real = await realpath(place)
    if (await enters(real, account)) yield real
  }
}

function enters(directory: string, account: Account): Promise<boolean> {
  return runsAs(account, '/bin/sh', ['-c', 'cd "$0"', directory])
}
