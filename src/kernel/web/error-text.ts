import { ORPCError } from '@orpc/client'
import { requestText, unknownErrorText } from '#/kernel/text.ts'

type Texts = Readonly<Record<string, string>>

/**
 * Returns the sentence for an error: the domain's own, the general one, or `fallback`. Codes never reach the screen.
 */
export function errorText(error: unknown, texts: Texts = {}, fallback: string = unknownErrorText): string {
  const code = errorCode(error)
  return texts[code] ?? (requestText as Texts)[code] ?? fallback
}

export function errorCode(error: unknown): string {
  return error instanceof ORPCError ? error.code : ''
}
