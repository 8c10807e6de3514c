import { createHmac, timingSafeEqual } from 'node:crypto'
import { MINUTE } from '#/kernel/duration.ts'

export const signatureHeader = 'sandbox-signature'
const toleranceMs = 5 * MINUTE

const digest = (key: string, at: number, body: string) =>
  createHmac('sha256', key).update(`${at}.${body}`).digest('hex')

/** Returns 't=…,v1=…': the time, and an HMAC of the time and the body. */
export function sign(key: string, body: string, now: number): string {
  return `t=${now},v1=${digest(key, now, body)}`
}

/** Accepts signatures of the last five minutes. */
export function isSigned(key: string, body: string, header: unknown, now: number): boolean {
  const match = typeof header === 'string' ? /^t=(\d{10,16}),v1=([0-9a-f]{64})$/.exec(header) : null
  if (!match) return false
  const at = Number(match[1])
  if (Math.abs(now - at) > toleranceMs) return false
  return timingSafeEqual(Buffer.from(match[2]!, 'hex'), Buffer.from(digest(key, at, body), 'hex'))
}
