import type { Provider } from '#/accounts/providers.ts'
import { queryClientHere } from '#/kernel/web/query-client-here.ts'
import { expectToast } from '#/kernel/web/toast.ts'
import { askForSession, nobodyIsSignedIn } from './known-session.ts'

/** What the sign-in service said when it refused. Status 0: it could not be reached. */
export class AuthError extends Error {
  readonly status: number
  readonly code: string
  /** For how many seconds asking again is of no use. */
  readonly retryAfter: number

  constructor(status: number, code: string, retryAfter = 0) {
    super(code)
    this.name = 'AuthError'
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
  }
}

/** Longer than the service lets anything wait, so that a lost connection is told from a slow one. */
const patience = 30_000

async function post(path: string, body: object): Promise<Record<string, unknown>> {
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

/** Answers whether the new account is signed in already; if not, its email address has to be verified first. */
export async function signUp(email: string, password: string): Promise<{ signedIn: boolean }> {
  const { signedIn } = await post('/sign-up/email', { email, password })
  if (signedIn) await sessionChanged()
  return { signedIn: Boolean(signedIn) }
}

/** The answer is the same whether or not the address waits to be verified. */
export async function sendVerificationMail(email: string): Promise<void> {
  await post('/send-verification-email', { email })
}

/** Which of the two pages somebody is at. */
export type Intent = 'login' | 'signup'

/** Answers with the provider's address to go to. */
export async function beginSocial(provider: Provider, from: Intent): Promise<string> {
  return String((await post('/sign-in/social', { provider, from }))['url'])
}

/** The same, to add a way in to the account that is signed in. */
export async function beginLinking(provider: Provider): Promise<string> {
  return String((await post('/link-social', { provider }))['url'])
}

export async function linkPhone(phoneNumber: string, code: string): Promise<void> {
  await post('/phone', { phoneNumber, code })
  await sessionChanged()
}

/** For who is kept out by a password that is guessed first. Signs nobody in. */
export async function replacePassword(change: {
  email: string
  current: string
  password: string
}): Promise<void> {
  const { email, current: currentPassword, password } = change
  await post('/replace-password', { email, currentPassword, password })
}

/** Shows that it is oneself who sits here, before what would change how one gets in. */
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

/** The same at a provider, whose address it answers with. */
export async function beginProof(provider: Provider): Promise<string> {
  return String((await post('/prove/social', { provider }))['url'])
}

/** Ends all sessions but this one. Without a current password for somebody who has none. */
export async function changePassword(currentPassword: string, password: string): Promise<void> {
  await post('/change-password', { currentPassword, password })
}

/** Has a link sent to an address, which confirms it as that of whoever is signed in. */
export async function askToConfirm(email: string): Promise<void> {
  await post('/email', { email })
}

/** The same once more, for the address that waits. */
export async function askToConfirmAgain(): Promise<void> {
  await post('/email/again', {})
}

/** Answers whether it signed in too: a link that was used before does not. */
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

/** Answers whether the number had no account before. */
export async function signInByPhone(phoneNumber: string, code: string): Promise<{ isNew: boolean }> {
  const { isNew } = await post('/sign-in/phone', { phoneNumber, code })
  await sessionChanged()
  return { isNew: Boolean(isNew) }
}

/** The answer is the same whether or not the address has an account. */
export async function requestPasswordReset(email: string): Promise<void> {
  await post('/request-password-reset', { email })
}

/** Refuses with INVALID_TOKEN where the link was used or is too old; asking does not use it. */
export async function checkResetLink(token: string): Promise<void> {
  await post('/reset-password/check', { token })
}

export async function resetPassword(token: string, password: string): Promise<void> {
  await post('/reset-password', { token, password })
  await sessionChanged()
}

let left = false
/** Whether the last sign-out was one of this tab's own. */
export const hasLeft = () => left
export function hasArrived() {
  left = false
}

export async function signOut(): Promise<void> {
  await post('/sign-out', {})
  left = true
  await nobodyIsHere()
  await sessionChanged('ended')
}

/** Known at once: a page of theirs that is drawn once more would ask for what is forgotten now, and be refused. */
async function nobodyIsHere(): Promise<void> {
  await queryClientHere()?.cancelQueries()
  nobodyIsSignedIn()
}

type News = 'changed' | 'ended'

const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('pawfolk-session')

/** Another person's data must not stay on screen, in this tab or in any other. */
async function sessionChanged(news: News = 'changed'): Promise<void> {
  tabs?.postMessage(news)
  await forgetEverything()
}

async function forgetEverything(): Promise<void> {
  await queryClientHere()?.cancelQueries()
  queryClientHere()?.removeQueries()
  await askForSession()
}

/** Follows sign-ins and sign-outs of other tabs; answers with how to stop. */
export function followOtherTabs(): () => void {
  const follow = async ({ data }: MessageEvent<News>) => {
    if (data === 'ended') await nobodyIsHere()
    await forgetEverything()
  }
  tabs?.addEventListener('message', follow)
  return () => tabs?.removeEventListener('message', follow)
}
