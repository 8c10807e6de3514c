/** Endpoints without one of these scopes accept no tokens. */
export const tokenScopes = [
  'profile:read',
  'appointments:read',
  'appointments:write',
  'availability:read',
  'availability:write',
  'pets:read',
  'notes:read',
  'notes:write',
  'earnings:read',
] as const
export type TokenScope = (typeof tokenScopes)[number]

export const scopeText: Readonly<Record<TokenScope, string>> = {
  'profile:read': 'See your name, contact details and provider profiles',
  'appointments:read': 'See your appointments and visits, with the owner’s contact details',
  'appointments:write': 'Accept, decline, cancel and complete appointments',
  'availability:read': 'See your hours, holidays and free times',
  'availability:write': 'Change your hours, holidays and calendar settings',
  'pets:read': 'See your pets and the pets of your visits',
  'notes:read': 'Read visit notes',
  'notes:write': 'Draft visit notes; only you can sign them',
  'earnings:read': 'See your earnings and payouts',
}

export const tokenLimits = { name: 60, perPerson: 20, days: 366 } as const

/** Lets scanners for leaked secrets recognize a token. */
export const tokenPrefix = 'pf_'
