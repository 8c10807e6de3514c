import { accountsEndpoints } from '#/accounts/server/endpoints.ts'
import { forgetOldKeys } from '#/kernel/server/idempotency.ts'
import type { Subscriber, Sweep } from '#/kernel/server/jobs.ts'
import { forgetOldAttempts } from '#/kernel/server/rate-limit.ts'

/** The only list of endpoints, subscribers and sweeps. */
export const router = {
  accounts: accountsEndpoints,
}

export const subscribers: Subscriber[] = []

export const sweeps: Sweep[] = [
  { name: 'forget-old-idempotency-keys', cron: '17 * * * *', run: ({ db }) => forgetOldKeys(db) },
  { name: 'forget-old-attempts', cron: '27 * * * *', run: ({ db }) => forgetOldAttempts(db) },
]
