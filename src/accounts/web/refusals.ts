import {
  connectionTitle,
  emailText,
  loginText,
  phoneText,
  resetText,
  settingsText,
  signupText,
  socialText,
} from '#/accounts/text.ts'
import { AuthError } from './auth.ts'

/** Describes a refused form: a line above its button, a toast, and whether the email is the cause. */
export type Refusal = {
  inline: string
  toast: { title?: string; message: string }
  taken?: boolean
  /** Other ways to log in still work. */
  otherWays?: boolean
}

const plain = (message: string): Refusal => ({ inline: message, toast: { message } })

export function loginRefusal(error: unknown): Refusal {
  const { status, code } = asAuthError(error)
  if (status === 0) return unreachable(loginText.connection)
  if (status === 429) return { ...plain(loginText.tooMany), otherWays: true }
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

/** Never shows the service's own message, which could be in anyone's words. */
export function signupRefusal(error: unknown): Refusal {
  const { status, code } = asAuthError(error)
  if (status === 0) return unreachable(signupText.connection)
  if (status === 429) return plain(signupText.tooMany)
  if (code === 'EMAIL_TAKEN') return { ...plain(signupText.taken), taken: true }
  if (/PASSWORD/.test(code)) return plain(signupText.weakPassword)
  if (code === 'INVALID_EMAIL') return plain(signupText.invalidEmail)
  return { inline: signupText.unexpected, toast: { message: signupText.unexpectedLater } }
}

export function resetRefusal(error: unknown, otherwise: string): string {
  const { status, code } = asAuthError(error)
  if (status === 0) return loginText.connection
  if (status === 429) return resetText.tooMany
  if (code === 'INVALID_TOKEN') return resetText.invalid
  if (code === 'NO_MAILS_HERE') return resetText.notHere
  if (code === 'PASSWORD_TOO_COMMON') return resetText.common
  return /PASSWORD/.test(code) ? signupText.weakPassword : otherwise
}

export function askForResetRefusal(error: unknown): string {
  return asAuthError(error).status === 429 ? resetText.askedEnough : resetRefusal(error, resetText.askFailed)
}

/** Explains why a code couldn't be sent or wasn't accepted. */
export function phoneReason(error: unknown): string {
  const { status, code, retryAfter } = asAuthError(error)
  if (status === 0) return phoneText.connection
  if (code === 'TOO_SOON') return phoneText.wait(retryAfter)
  if (status === 429) return phoneText.tooMany(retryAfter)
  return phoneReasons[code] ?? phoneText.unexpected
}

const phoneReasons: Readonly<Record<string, string>> = {
  INVALID_PHONE_NUMBER: phoneText.numberInvalid,
  NO_TEXTS_HERE: phoneText.notHere,
  CODE_NOT_SENT: phoneText.notSent,
  INVALID_CODE: phoneText.wrong,
  WRONG_CODE: phoneText.wrong,
  CODE_USED_UP: phoneText.usedUp,
  ACCOUNT_SUSPENDED: phoneText.suspended,
  PHONE_TAKEN: settingsText.phoneTaken,
  PROOF_NEEDED: settingsText.proofNeeded,
}

/** Explains why a login at a provider couldn't begin. */
export function socialReason(error: unknown, provider: string): string {
  const { status, code } = asAuthError(error)
  if (status === 0) return socialText.connection
  if (status === 429) return socialText.tooMany
  return status === 404 ? socialText.notSetUp(provider) : socialCodeText(code, provider)
}

/** Explains an error code that a provider's answer left in the URL. */
export function socialCodeText(code: string, provider: string): string {
  if (code === 'account_not_linked') return socialText.notLinked(provider)
  if (code === 'account_already_linked_to_different_user') return socialText.elsewhere(provider)
  if (code === 'access_denied') return socialText.refused
  if (code === 'ACCOUNT_SUSPENDED') return socialText.suspended
  if (code === 'SIGNED_OUT') return socialText.signedOut
  if (code === 'PROOF_NEEDED') return settingsText.proofNeeded
  // As a proof, only a provider account that is already linked counts.
  if (code === 'unable_to_link_account') return socialText.notTheOne(provider)
  if (code === 'TOO_MANY_ATTEMPTS') return socialText.tooMany
  if (/state|expired/i.test(code)) return socialText.tooOld
  return /code|user_info/.test(code) ? socialText.noAnswer(provider) : socialText.unexpected
}

/** Explains why a confirmation link couldn't be sent or used. */
export function emailRefusal(error: unknown): string {
  const { status, code } = asAuthError(error)
  if (status === 0) return emailText.connection
  if (status === 429) return emailText.tooMany
  return emailReasons[code] ?? emailText.unexpected
}

const emailReasons: Readonly<Record<string, string>> = {
  INVALID_EMAIL: signupText.invalidEmail,
  HAS_EMAIL: emailText.hasOne,
  EMAIL_TAKEN: emailText.taken,
  NOTHING_PENDING: emailText.nothingPending,
  INVALID_TOKEN: emailText.invalid,
  SIGNED_OUT: emailText.signedOut,
  NO_MAILS_HERE: emailText.notHere,
  PROOF_NEEDED: settingsText.proofNeeded,
}

export function passwordRefusal(error: unknown): string {
  const { status, code } = asAuthError(error)
  if (status === 0) return loginText.connection
  if (status === 429) return resetText.tooMany
  if (code === 'WRONG_PASSWORD') return settingsText.passwordWrong
  if (code === 'PASSWORD_TOO_COMMON') return resetText.common
  if (code === 'PROOF_NEEDED') return settingsText.proofNeeded
  if (code === 'NO_EMAIL') return settingsText.passwordNeedsEmail
  return /PASSWORD/.test(code) ? signupText.weakPassword : settingsText.passwordFailed
}

const unreachable = (message: string): Refusal => ({
  inline: message,
  toast: { title: connectionTitle, message },
})

const asAuthError = (error: unknown) => (error instanceof AuthError ? error : new AuthError(500, ''))
