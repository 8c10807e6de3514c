import { createHash } from 'node:crypto'
import { chown, lstat, mkdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { missing } from '#/kernel/server/http/missing-file.ts'
import type { Account } from './account.ts'

/**
 * Makes the socket's folder. Its path is short (a socket's has at most 107 bytes), the same for every process on the
 * cluster, and closed to all others, which makes login without a password safe.
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
  // The last process to leave has just removed it.
  if (!found) return ensureSocketDirectory(cluster, account)
  if (account && found.isDirectory() && found.uid === 0) {
    await chown(directory, account.uid, account.gid).catch(missing)
  } else if (!found.isDirectory() || found.uid !== owner) {
    throw new Error(
      `${directory} belongs to another user (uid ${found.uid}): remove it: the database needs this path.`,
    )
  }
  if (found.mode & 0o077) {
    throw new Error(`${directory} is open to others: remove it: the database needs this path for itself.`)
  }
  return directory
}
