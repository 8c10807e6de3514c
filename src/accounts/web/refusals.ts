import { connectionTitle, loginText, signupText } from '#/accounts/text.ts'
import { AuthError } from './auth.ts'

/** What a refused form shows: a line above its button, in passing a toast, and whether the address is the cause. */
export type Refusal = {
  inline: string
  toast: { title?: string; message: string }
  /** The address has an account already. */
  taken?: boolean
}

const plain = (message: string): Refusal => ({ inline: message, toast: { message } })

export function loginRefusal(error: unknown): Refusal {
  const { status, code } = asAuthError(error)
  if (status === 0) return unreachable(loginText.connection)
  if (status === 429) return plain(loginText.tooMany)
  if (code === 'EMAIL_NOT_VERIFIED')
    return { inline: loginText.unverifiedNext, toast: { message: loginText.unverified } }
  if (code === 'ACCOUNT_SUSPENDED') return plain(loginText.suspended)
  if (status === 400 || status === 401)
    return { inline: loginText.failed, toast: { message: loginText.wrong } }
  return {
    inline: loginText.unexpected,
    toast: { title: loginText.unexpectedTitle, message: loginText.unexpected },
  }
}

/** What the service itself says is never shown: it could be in anyone's words. */
export function signupRefusal(error: unknown): Refusal {
  const { status, code } = asAuthError(error)
  if (status === 0) return unreachable(signupText.connection)
  if (status === 429) return plain(signupText.tooMany)
  if (code === 'EMAIL_TAKEN') return { ...plain(signupText.taken), taken: true }
  if (/PASSWORD/.test(code)) return plain(signupText.weakPassword)
  if (code === 'INVALID_EMAIL') return plain(signupText.invalidEmail)
  return { inline: signupText.unexpected, toast: { message: signupText.unexpectedLater } }
}

const unreachable = (message: string): Refusal => ({
  inline: message,
  toast: { title: connectionTitle, message },
})

const asAuthError = (error: unknown) => (error instanceof AuthError ? error : new AuthError(500, ''))
