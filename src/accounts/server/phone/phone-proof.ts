import { createHmac, timingSafeEqual } from 'node:crypto'
import { HOUR } from '#/kernel/duration.ts'
import { deriveKey } from '#/kernel/server/keys.ts'

/** Leaves time to send a form over a bad network. */
const lifeMs = HOUR

const signed = (secret: string, phoneNumber: string, until: number) =>
  createHmac('sha256', deriveKey(secret, 'phone proofs'))
    .update(`${phoneNumber} ${until}`)
    .digest('base64url')

/** Returns a proof that its holder has just read a code on this phone. It doesn't log anyone in. */
export function makePhoneProof(secret: string, phoneNumber: string, now: Date): string {
  const until = now.getTime() + lifeMs
  return `${until}.${signed(secret, phoneNumber, until)}`
}

/** Tells whether the proof is ours, for this number, and not older than an hour. */
export function isPhoneProof(
  secret: string,
  { phoneNumber, proof }: { phoneNumber: string; proof: string },
  now: Date,
): boolean {
  const [until = '', signature = ''] = proof.split('.')
  const expected = Buffer.from(signed(secret, phoneNumber, Number(until)))
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected) && Number(until) > now.getTime()
}
