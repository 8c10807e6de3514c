import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { promisify } from 'node:util'
import { missing } from '#/kernel/server/http/missing-file.ts'

const run = promisify(execFile)

export type Account = { uid: number; gid: number }

/**
 * Postgres doesn't get our environment, which holds secrets, and whose PGPORT and the like would change what it does.
 */
export function childOptions(account: Account | undefined) {
  return { ...account, cwd: '/', env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C' } }
}

export function runsAs(account: Account, file: string, args: string[]): Promise<boolean> {
  return run(file, args, childOptions(account)).then(
    () => true,
    () => false,
  )
}

/**
 * Returns the owner of the data, so that root and an ordinary user can take turns, otherwise an unprivileged account.
 */
export async function accountFor(directory: string, local: string): Promise<Account> {
  for (const path of [local, directory]) {
    const owner = await stat(path).catch(missing)
    if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  }
  for (const name of ['postgres', 'nobody']) {
    try {
      const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
    } catch {}
  }
  throw new Error('Postgres does not run as root, and this machine has no user "postgres" or "nobody".')
}
