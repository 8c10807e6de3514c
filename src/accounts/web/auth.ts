import { queryClient } from '#/kernel/web/query-client.ts'

/** What the sign-in service said when it refused: its code and status decide the words on screen. */
export class AuthError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.name = 'AuthError'
    this.status = status
    this.code = code
  }
}

async function post(path: string, body: object): Promise<Record<string, unknown>> {
  let response: Response
  try {
    response = await fetch(`/api/auth${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  } catch {
    throw new AuthError(0, 'UNREACHABLE', 'unreachable')
  }
  const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>
  if (!response.ok)
    throw new AuthError(response.status, String(answer['code'] ?? ''), String(answer['message'] ?? ''))
  return answer
}

export async function signIn(email: string, password: string): Promise<void> {
  await post('/sign-in/email', { email, password })
  await sessionChanged()
}

/** Answers whether the new account is signed in already; if not, its e-mail address has to be verified first. */
export async function signUp(email: string, password: string): Promise<{ signedIn: boolean }> {
  const { token } = await post('/sign-up/email', { email, password, name: '', callbackURL: '/verify-email' })
  await sessionChanged()
  return { signedIn: Boolean(token) }
}

export async function signOut(): Promise<void> {
  await post('/sign-out', {})
  await sessionChanged()
}

const tabs = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('pawfolk-session')

/** Another person's data must not stay on screen, in this tab or in any other. */
async function sessionChanged(): Promise<void> {
  tabs?.postMessage('changed')
  await forgetEverything()
}

async function forgetEverything(): Promise<void> {
  await queryClient.cancelQueries()
  queryClient.removeQueries({ predicate: ({ queryKey }) => !isSessionQuery(queryKey) })
  await queryClient.invalidateQueries({ predicate: ({ queryKey }) => isSessionQuery(queryKey) })
}

const isSessionQuery = (key: readonly unknown[]) =>
  JSON.stringify(key[0]) === JSON.stringify(['accounts', 'me'])

/** Follows sign-ins and sign-outs of other tabs; answers with how to stop. */
export function followOtherTabs(): () => void {
  const follow = () => void forgetEverything()
  tabs?.addEventListener('message', follow)
  return () => tabs?.removeEventListener('message', follow)
}
