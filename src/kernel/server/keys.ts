import { hkdfSync } from 'node:crypto'

/** A key of 32 bytes for one purpose, from the one secret there is: whoever learns it learns no other. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'pawfolk', purpose, 32))
}
