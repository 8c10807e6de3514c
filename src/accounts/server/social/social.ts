import { genericOAuth } from 'better-auth/plugins'
import { asciiEmail, emailForNobody, isEmail } from '#/accounts/rules.ts'
import { findUserByEmail } from '#/accounts/server/queries.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { fetchProfile, fetchToken, type SocialProfile, type SocialProvider } from './providers.ts'

type Options = {
  db: Db
  providers: SocialProvider[]
  /** Tells whether the request links a provider to a logged-in account. */
  isLinking(): boolean
}

/**
 * Adds Google and Facebook to Better Auth, which handles state, PKCE and cookies. Its built-in providers have fixed
 * addresses, and looking them up at the start would make every login wait.
 */
export function socialSignIn({ db, providers, isLinking }: Options) {
  return genericOAuth({
    config: providers.map((provider) => ({
      providerId: provider.id,
      clientId: provider.clientId,
      clientSecret: provider.clientSecret,
      accountIssuer: provider.issuer,
      accountSubject: ({ profile }) => String(profile.id),
      authorizationUrl: provider.authorizationUrl,
      authorizationUrlParams: provider.authorizationUrlParams,
      tokenUrl: provider.tokenUrl,
      userInfoUrl: provider.profileUrl,
      scopes: provider.scopes,
      pkce: true,
      getToken: async (given) => ({ accessToken: await fetchToken(provider, given) }),
      getUserInfo: async ({ accessToken = '' }) => {
        const { vouched, ...profile } = await fetchProfile(provider, accessToken)
        return { ...profile, emailVerified: vouched }
      },
      mapProfileToUser: (raw) => {
        const { id, email, name } = raw
        const profile = { id: String(id), name: name ?? '', vouched: raw.emailVerified === true }
        return userFrom(db, email ? { ...profile, email: asciiEmail(email) } : profile, isLinking())
      },
    })),
  })
}

/**
 * Decides the address of a new account. One that the provider doesn't vouch for could be anybody's, so it is only
 * proposed for confirmation. If it already has an account, Better Auth refuses, and the person is told to log in with
 * the password. Known provider accounts aren't looked up by address at all.
 */
async function userFrom(db: Db, { email, vouched, name }: SocialProfile, isLinking: boolean) {
  if (email && isEmail(email)) {
    // A person who links a provider has shown on both sides who they are.
    if (isLinking) return { email, emailVerified: true, name }
    if (vouched || (await findUserByEmail(db, email))) return { email, emailVerified: vouched, name }
    return { email: emailForNobody(newId()), emailVerified: false, proposedEmail: email, name }
  }
  return { email: emailForNobody(newId()), emailVerified: isLinking, name }
}

/**
 * Returns the account to link a provider to, if the request asked for that, or whether it is only to prove who the
 * person is.
 */
export async function findLinking(
  db: Db,
  state: string,
): Promise<{ userId: string; isProof: boolean } | undefined> {
  const kept = await db
    .selectFrom('verifications')
    .select('value')
    .where('identifier', '=', state)
    .executeTakeFirst()
  if (!kept) return undefined
  const { link, callbackURL = '' } = JSON.parse(kept.value) as {
    link?: { userId?: string }
    callbackURL?: string
  }
  return link?.userId ? { userId: link.userId, isProof: callbackURL.includes('proved=1') } : undefined
}
