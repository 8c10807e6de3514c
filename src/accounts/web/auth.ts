import type { Provider } from '#/accounts/providers.ts'
import { ownDataCache } from '#/kernel/own-data.ts'
import { expectToast } from '#/kernel/web/toast.ts'
import { sessionChanged, sessionEnded } from './session-news.ts'

/** A refusal of the sign-in service. Status 0: it couldn't be reached. */
export class AuthError extends Error {
  readonly status: number
  readonly code: string
  /** In seconds. */
  readonly retryAfter: number

  constructor(status: number, code: string, retryAfter = 0) {
    super(code)
    this.name = 'AuthError'
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
  }
}

/** Longer than the service lets anything wait, to tell a lost connection from a slow one. */
const patience = 30_000

export async function post(path: string, body: object): Promise<Record<string, unknown>> {
  expectToast()
  let response: Response
  try {
    response = await fetch(`/api/auth${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patience),
    })
  } catch {
    throw new AuthError(0, 'UNREACHABLE')
  }
  const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>
  if (!response.ok) {
    const retryAfter = Number(response.headers.get('retry-after') ?? 0)
    throw new AuthError(response.status, String(answer['code'] ?? ''), retryAfter)
  }
  return answer
}

export async function signIn(email: string, password: string): Promise<void> {
  await post('/sign-in/email', { email, password })
  await sessionChanged()
}

/** Returns whether the new account is already logged in; otherwise its email has to be verified first. */
export async function signUp(email: string, password: string): Promise<{ signedIn: boolean }> {
  const { signedIn } = await post('/sign-up/email', { email, password })
  if (signedIn) await sessionChanged()
  return { signedIn: Boolean(signedIn) }
}

/** Gets the same answer whether or not the address waits to be verified. */
export async function sendVerificationMail(email: string): Promise<void> {
  await post('/send-verification-email', { email })
}

export type Intent = 'login' | 'signup'

/** Returns the provider's address to go to. */
export async function beginSocial(provider: Provider, from: Intent): Promise<string> {
  return String((await post('/sign-in/social', { provider, from }))['url'])
}

/** Does the same to link the provider to the logged-in account. */
export async function beginLinking(provider: Provider): Promise<string> {
  return String((await post('/link-social', { provider }))['url'])
}

export async function linkPhone(phoneNumber: string, code: string): Promise<void> {
  await post('/phone', { phoneNumber, code })
  await sessionChanged()
}

/** Replaces a password that keeps the person out because it's common. Logs nobody in. */
export async function replacePassword(change: {
  email: string
  current: string
  password: string
}): Promise<void> {
  const { email, current: currentPassword, password } = change
  await post('/replace-password', { email, currentPassword, password })
}

/** Proves who is using the session, before a change to the ways to log in. */
export async function proveByPassword(password: string): Promise<void> {
  await post('/prove/password', { password })
}

export async function proveByPhone(code: string): Promise<void> {
  await post('/prove/phone', { code })
}

export async function sendMailCode(): Promise<void> {
  await post('/prove/email-code', {})
}

export async function proveByEmail(code: string): Promise<void> {
  await post('/prove/email', { code })
}

/** Does the same at a provider, whose address it returns. */
export async function beginProof(provider: Provider): Promise<string> {
  return String((await post('/prove/social', { provider }))['url'])
}

/** Ends all other sessions. People without a password pass an empty current one. */
export async function changePassword(currentPassword: string, password: string): Promise<void> {
  await post('/change-password', { currentPassword, password })
}

/** Sends a link that confirms the address for the logged-in person. */
export async function askToConfirm(email: string): Promise<void> {
  await post('/email', { email })
}

/** Sends the link to the pending address again. */
export async function askToConfirmAgain(): Promise<void> {
  await post('/email/again', {})
}

/** Returns whether it logged in too: a used link doesn't. */
export async function confirmSignUp(token: string): Promise<{ signedIn: boolean }> {
  const { signedIn } = await post('/verify-email', { token })
  if (signedIn) await sessionChanged()
  return { signedIn: Boolean(signedIn) }
}

export async function confirmEmail(token: string): Promise<void> {
  await post('/confirm-email', { token })
  await sessionChanged()
}

export async function sendPhoneCode(phoneNumber: string): Promise<void> {
  await post('/phone-codes', { phoneNumber })
}

/** Returns whether the number had no account before. */
export async function signInByPhone(phoneNumber: string, code: string): Promise<{ isNew: boolean }> {
  const { isNew } = await post('/sign-in/phone', { phoneNumber, code })
  await sessionChanged()
  return { isNew: Boolean(isNew) }
}

/** Gets the same answer whether or not the address has an account. */
export async function requestPasswordReset(email: string): Promise<void> {
  await post('/request-password-reset', { email })
}

/** Refuses with INVALID_TOKEN if the link was used or has expired; checking doesn't use it up. */
export async function checkResetLink(token: string): Promise<void> {
  await post('/reset-password/check', { token })
}

export async function resetPassword(token: string, password: string): Promise<void> {
  await post('/reset-password', { token, password })
  await sessionChanged()
}

export async function signOut(): Promise<void> {
  await post('/sign-out', {})
  // The service worker does so too, but not every page has one: a forced reload goes without.
  await globalThis.caches?.delete(ownDataCache)
  await sessionEnded()
}
