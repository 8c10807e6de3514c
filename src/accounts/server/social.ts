import { genericOAuth } from 'better-auth/plugins'
import { emailForNobody, isEmail } from '#/accounts/rules.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { findUserByEmail } from './queries.ts'
import { fetchProfile, fetchToken, type SocialProfile, type SocialProvider } from './social-providers.ts'

type Options = {
  db: Db
  providers: SocialProvider[]
  /** Whether the request at hand adds a way in to an account that somebody is signed in to. */
  isLinking(): boolean
}

/**
 * Google and Facebook for the sign-in library, which sees to state, PKCE and cookies. Its own settings for them fix their
 * addresses, and asking a provider for its addresses at the start would make every sign-in wait for it.
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
        return userFrom(db, email ? { ...profile, email } : profile, isLinking())
      },
    })),
  })
}

/**
 * The address a new account gets. One that the provider does not vouch for could be anybody's: it is offered to be
 * confirmed, and is none until then. Unless it has an account: then the library refuses, and the person is told to log
 * in with the password. Whose account of the provider is known already is not looked for by address at all.
 */
async function userFrom(db: Db, { email, vouched, name }: SocialProfile, isLinking: boolean) {
  if (email && isEmail(email)) {
    // Whoever adds it to their account has shown on both sides who they are.
    if (isLinking) return { email, emailVerified: true, name }
    if (vouched || (await findUserByEmail(db, email))) return { email, emailVerified: vouched, name }
    return { email: emailForNobody(newId()), emailVerified: false, proposedEmail: email, name }
  }
  return { email: emailForNobody(newId()), emailVerified: isLinking, name }
}

/** Whose account a provider's answer is to be added to, if that is what was asked of it; or whether it only is to prove who it is. */
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
