import type { z } from 'zod'
import { accountsContract, ownWaysIn, type SessionUser, sessionUser } from '#/accounts/contract.ts'
import { answer } from './answers.ts'
import { made, newId } from './made.ts'

/** Signs an owner in: the session of someone who signed up by email in India, and logs in with a password alone. */
export function signIn(name: string, fields: Partial<z.input<typeof sessionUser>> = {}): SessionUser {
  const user = made(sessionUser, {
    name,
    email: `${name.toLowerCase().replace(/\W+/g, '.')}@example.org`,
    timeZone: 'Asia/Kolkata',
    role: 'pet_owner',
    profiles: ['pet_owner'],
    records: { pet_owner: newId() },
    ...fields,
  }) as SessionUser
  answer(accountsContract.me, { user })
  answer(accountsContract.ownWaysIn, made(ownWaysIn, { email: user.email, password: true }))
  return user
}

/** Nobody is logged in. */
export function signOut(): void {
  answer(accountsContract.me, { user: null })
}
