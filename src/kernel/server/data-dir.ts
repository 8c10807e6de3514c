import { chmodSync, lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'

const sticky = 0o1000
/** Leaves out what developers and tests keep here, because Postgres must reach some of it. */
const isKeptByTheApp = /^(?:auth-secret|files|incoming|outbox|payment-sandbox\.sqlite.*)$/

/**
 * Closes DATA_DIR to the machine's other accounts, even if it was open before. Started by root, the folder itself can
 * still be entered but not read: an embedded Postgres below it may run as another account, and stops if it can't reach
 * its cluster any more. Everything the app keeps in it is closed.
 */
export function closeDataDir({ DATA_DIR }: Pick<Config, 'DATA_DIR'>): void {
  withdraw(DATA_DIR, process.getuid?.() === 0 ? 0o711 : 0o700)
  for (const entry of readdirSync(DATA_DIR)) {
    if (isKeptByTheApp.test(entry)) withdraw(join(DATA_DIR, entry), 0o700)
  }
}

function withdraw(path: string, most: number): void {
  const found = lstatSync(path)
  const isOurs = found.uid === process.getuid?.() && !(found.mode & sticky)
  if (!isOurs || found.isSymbolicLink() || !(found.mode & 0o777 & ~most)) return
  try {
    chmodSync(path, found.mode & most)
  } catch {
    // The file system has no modes, so the operator must close it.
  }
}
