import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'

const sticky = 0o1000
/** Not what developers and tests keep beside it, some of which Postgres has to reach. */
const isKeptByTheApp = /^(?:auth-secret|files|incoming|outbox|payment-sandbox\.sqlite.*)$/

/**
 * Closes DATA_DIR to the machine's other accounts, also one that was made when it was open to them. Started by root, the
 * folder can still be entered but not read: below it an embedded Postgres may run as another account, now or later, for
 * the app or for its tests, and it stops when it cannot reach its cluster any more. What the app keeps is closed.
 */
export function closeDataDir({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): void {
  withdraw(DATA_DIR, process.getuid?.() === 0 ? 0o711 : 0o700)
  for (const entry of readdirSync(DATA_DIR)) {
    if (isKeptByTheApp.test(entry)) withdraw(join(DATA_DIR, entry), 0o700)
  }
}

/** Takes away what goes beyond `most`; what is somebody else's, and folders that all share, are left as they are. */
function withdraw(path: string, most: number): void {
  const found = lstatSync(path)
  const isOurs = found.uid === process.getuid?.() && !(found.mode & sticky)
  if (!isOurs || found.isSymbolicLink() || !(found.mode & 0o777 & ~most)) return
  try {
    chmodSync(path, found.mode & most)
  } catch {
    // A file system without modes: the operator's to close.
  }
}
