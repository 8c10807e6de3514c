import { createHmac, hkdfSync } from 'node:crypto'

/** Derives a 32-byte key for one purpose from the one secret: learning it reveals no other. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'pawfolk', purpose, 32))
}

/** Returns a text's hash for one purpose, in base64url: without the secret, nobody can tell whose it is by trying. */
export const keyedHash = (secret: string, purpose: string, text: string): string =>
  createHmac('sha256', deriveKey(secret, purpose)).update(text).digest('base64url')
