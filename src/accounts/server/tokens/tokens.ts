import { createHash, randomInt } from 'node:crypto'
import { accountsErrors } from '#/accounts/errors.ts'
import { deviceOfSession, tellOfChange } from '#/accounts/server/email/change-mail.ts'
import { lockUser } from '#/accounts/server/passwords/passwords.ts'
import { isProved } from '#/accounts/server/proof/proof.ts'
import type { ApiToken } from '#/accounts/token-contract.ts'
import { type TokenScope, tokenLimits, tokenPrefix } from '#/accounts/token-scopes.ts'
import { DAY } from '#/kernel/duration.ts'
import { refuseRequest, refuser } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { ActorWork } from '#/kernel/server/work.ts'

const refuse = refuser(accountsErrors)

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const length = 40
const shown = 4

export const isTokenShaped = (text: string) => new RegExp(`^${tokenPrefix}[A-Za-z0-9]{${length}}$`).test(text)

/** A plain hash is enough: 238 random bits can't be guessed. */
export const hashOfToken = (token: string) => createHash('sha256').update(token).digest('base64url')

const randomToken = () =>
  tokenPrefix + Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

export async function listTokens(db: Db, userId: string): Promise<ApiToken[]> {
  const rows = await db
    .selectFrom('api_tokens')
    .select(['id', 'name', 'start', 'scopes', 'created_at', 'expires_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ scopes, created_at, expires_at, last_used_at, ...row }) => ({
    ...row,
    scopes: scopes as TokenScope[],
    createdAt: created_at,
    expiresAt: expires_at,
    lastUsedAt: last_used_at,
  }))
}

type Wish = { name: string; scopes: TokenScope[]; days: number | null }

/**
 * @returns the token, which is shown once and kept nowhere
 * @throws accounts.proof_needed, accounts.token_name_taken, accounts.too_many_tokens
 */
export async function makeToken(
  work: ActorWork,
  { name, scopes, days }: Wish,
  product: string,
): Promise<{ id: string; token: string }> {
  const { db, actor, now } = work
  const { userId } = actor
  if (!(await isProved(db, actor))) refuse('accounts.proof_needed')
  await lockUser(db, userId)
  const { count } = await db
    .selectFrom('api_tokens')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (Number(count) >= tokenLimits.perPerson) refuse('accounts.too_many_tokens')
  const token = randomToken()
  const id = newId()
  await db
    .insertInto('api_tokens')
    .values({
      id,
      name,
      scopes,
      user_id: userId,
      start: token.slice(0, tokenPrefix.length + shown),
      token_hash: hashOfToken(token),
      created_at: now,
      expires_at: days === null ? null : new Date(now.getTime() + days * DAY),
    })
    .execute()
  const device = await deviceOfSession(db, actor.sessionId)
  await tellOfChange(work, { userId, change: { kind: 'token-made', name }, product, device })
  return { id, token }
}

export async function revokeToken(db: Db, userId: string, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('api_tokens')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) refuseRequest('request.not_found')
}
