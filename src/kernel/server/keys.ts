import { hkdfSync } from 'node:crypto'

/** Derives a 32-byte key for one purpose from the one secret: learning it reveals no other. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'pawfolk', purpose, 32))
}
