import { signInRefusedText } from '#/admin/text.ts'
import { deskSessionChanged } from '#/admin/web/frame/admin.ts'
import { requestText, unknownErrorText } from '#/kernel/text.ts'

/** A refusal of the sign-in service. Status 0: it couldn't be reached. */
class SignInError extends Error {
  readonly status: number

  constructor(status: number) {
    super(String(status))
    this.status = status
  }
}

const patience = 30_000

async function post(path: string, body: object): Promise<Record<string, unknown>> {
  let response: Response
  try {
    response = await fetch(`/api/admin/auth${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patience),
    })
  } catch {
    throw new SignInError(0)
  }
  if (!response.ok) throw new SignInError(response.status)
  return (await response.json()) as Record<string, unknown>
}

/** Returns the step after the right password: the code or, the first time, setting up the authenticator. */
export async function sendPassword(email: string, password: string): Promise<'code' | 'authenticator'> {
  const { next } = await post('/sign-in/email', { email: email.trim(), password })
  return next === 'authenticator' ? 'authenticator' : 'code'
}

/** Returns an otpauth address to set up an authenticator app with. */
export async function beginAuthenticator(password: string): Promise<string> {
  const { uri } = await post('/two-factor/enable', { password })
  return String(uri)
}

/** True if the last session was ended here. */
let left = false
export const hasLeft = () => left

export async function sendCode(code: string): Promise<void> {
  await post('/two-factor/verify-totp', { code })
  left = false
  await deskSessionChanged()
}

export async function leaveDesk(): Promise<void> {
  await post('/sign-out', {})
  left = true
  await deskSessionChanged()
}

export function signInProblem(error: unknown): string {
  const status = error instanceof SignInError ? error.status : 500
  if (status === 401) return signInRefusedText
  return status === 0 || status === 503 ? requestText['request.unavailable'] : unknownErrorText
}
