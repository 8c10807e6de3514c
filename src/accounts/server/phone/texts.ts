import type { TextMessage } from '#/kernel/server/sms.ts'

/** Fits into one SMS. */
export function yourCode({ to, product, code }: { to: string; product: string; code: string }): TextMessage {
  return { to, text: `${code} is your ${product} code. It works for 5 minutes. Never give it to anyone.` }
}
