import { z } from 'zod'
import { type Provider, providers } from '#/accounts/providers.ts'
import { cleanLine } from '#/kernel/fields.ts'
import type { Config } from '#/kernel/server/config.ts'

export type SocialProvider = {
  id: Provider
  clientId: string
  clientSecret: string
  /** Names the provider in our tables for good, whatever its addresses are. */
  issuer: string
  scopes: string[]
  authorizationUrl: string
  authorizationUrlParams: Record<string, string>
  tokenUrl: string
  profileUrl: string
}

export function socialProviders(config: Config): SocialProvider[] {
  const all = [
    {
      id: 'google' as const,
      clientId: config.GOOGLE_CLIENT_ID,
      clientSecret: config.GOOGLE_CLIENT_SECRET,
      issuer: 'https://accounts.google.com',
      scopes: ['openid', 'email', 'profile'],
      authorizationUrl: config.GOOGLE_AUTHORIZATION_URL,
      authorizationUrlParams: { prompt: 'select_account' },
      tokenUrl: config.GOOGLE_TOKEN_URL,
      profileUrl: config.GOOGLE_PROFILE_URL,
    },
    {
      id: 'facebook' as const,
      clientId: config.FACEBOOK_CLIENT_ID,
      clientSecret: config.FACEBOOK_CLIENT_SECRET,
      issuer: 'https://www.facebook.com',
      scopes: ['public_profile', 'email'],
      authorizationUrl: config.FACEBOOK_AUTHORIZATION_URL,
      authorizationUrlParams: {},
      tokenUrl: config.FACEBOOK_TOKEN_URL,
      profileUrl: config.FACEBOOK_PROFILE_URL,
    },
  ]
  return all.filter((one): one is typeof one & SocialProvider => Boolean(one.clientId && one.clientSecret))
}

export const isSetUp = (config: Config) =>
  Object.fromEntries(
    providers.map((id) => [id, socialProviders(config).some((one) => one.id === id)]),
  ) as Record<Provider, boolean>

/** Short, because a person and one of our connections are waiting. */
const patience = 8_000

const tokenAnswer = z.object({ access_token: z.string().min(1) })

/** Exchanges the code for a token, which is used once and not stored. */
export async function fetchToken(
  provider: SocialProvider,
  {
    code,
    redirectURI,
    codeVerifier,
  }: { code: string; redirectURI: string; codeVerifier?: string | undefined },
): Promise<string> {
  const answer = await fetch(provider.tokenUrl, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectURI,
      client_id: provider.clientId,
      client_secret: provider.clientSecret,
      ...(codeVerifier && { code_verifier: codeVerifier }),
    }),
    signal: AbortSignal.timeout(patience),
    redirect: 'error',
  })
  if (!answer.ok) throw new Error(`${provider.id} answered ${answer.status} to the code`)
  return tokenAnswer.parse(await answer.json()).access_token
}

// Google says in `email_verified` whether it vouches for the address; Facebook has no such claim.
const profileAnswer = z
  .object({
    sub: z.string().optional(),
    id: z.string().optional(),
    email: z.string().optional(),
    email_verified: z.boolean().optional(),
    name: z.string().optional(),
  })
  .refine(({ sub, id }) => sub || id)

export type SocialProfile = { id: string; email?: string; vouched: boolean; name: string }

export async function fetchProfile(provider: SocialProvider, token: string): Promise<SocialProfile> {
  const answer = await fetch(provider.profileUrl, {
    headers: { accept: 'application/json', authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(patience),
    redirect: 'error',
  })
  if (!answer.ok) throw new Error(`${provider.id} answered ${answer.status} to the request for the profile`)
  const { sub, id, email, email_verified, name = '' } = profileAnswer.parse(await answer.json())
  return {
    id: sub ?? id ?? '',
    ...(email && { email: email.trim().toLowerCase() }),
    vouched: email_verified === true,
    name: cleanLine(name).slice(0, 100),
  }
}
