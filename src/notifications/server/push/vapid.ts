import { createECDH } from 'node:crypto'
import { deriveKey } from '#/kernel/server/keys.ts'

export type VapidKeys = { publicKey: string; privateKey: string }

/**
 * Returns the keys with which we prove to push services who we are (RFC 8292). They come from the one secret, so there is
 * nothing to store; with a new secret, browsers subscribe again.
 */
export function vapidKeys(secret: string): VapidKeys {
  const curve = createECDH('prime256v1')
  for (let attempt = 0; ; attempt++) {
    const key = deriveKey(secret, `web push ${attempt}`)
    try {
      curve.setPrivateKey(key)
    } catch {
      // One in four billion isn't a number below the curve's order.
      continue
    }
    return { publicKey: curve.getPublicKey('base64url'), privateKey: key.toString('base64url') }
  }
}
