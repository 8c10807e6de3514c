import type { Person } from '#/app/testing/people.ts'
import type { Figure } from './goals.ts'
import { measure, type Sample } from './load.ts'

/** Measures how much longer a day's slots take while four people at a time keep logging in. */
export async function measureSignIn(
  url: string,
  owners: Person[],
  slots: () => Sample,
  seconds: number,
): Promise<Figure> {
  let turn = 0
  const signIn = (): Sample => {
    const { email } = owners[turn++ % owners.length]!
    return {
      method: 'POST',
      path: '/api/auth/sign-in/email',
      headers: { 'content-type': 'application/json', origin: url },
      body: JSON.stringify({ email, password: `${email.split('@')[0]}-password` }),
    }
  }
  const ask = () => measure(url, { connections: 8, seconds, next: slots })
  await ask()
  const alone = await ask()
  const [meanwhile, signedIn] = await Promise.all([
    ask(),
    measure(url, { connections: 4, seconds, next: signIn }),
  ])
  if (signedIn.failed > 0) throw new Error(`${signedIn.failed} sign-ins failed`)
  return {
    what: 'slots of a day while others sign in: p99 beside p99 alone',
    value: meanwhile.p99 / alone.p99,
    at: `${signedIn.perSecond.toFixed(0)} sign-ins a second`,
  }
}
