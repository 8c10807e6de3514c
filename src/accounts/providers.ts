export const providers = ['google', 'facebook'] as const
export type Provider = (typeof providers)[number]

export const providerNames: Readonly<Record<Provider, string>> = { google: 'Google', facebook: 'Facebook' }

export const providerFrom = (value: string | null): Provider | undefined =>
  providers.find((provider) => provider === value)
