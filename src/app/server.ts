import { accountsEndpoints } from '#/accounts/server/endpoints.ts'
import { forgetExpired } from '#/accounts/server/sweeps.ts'
import { forgetOldKeys } from '#/kernel/server/idempotency.ts'
import type { Subscriber, Sweep } from '#/kernel/server/jobs.ts'
import { forgetOldAttempts } from '#/kernel/server/rate-limit.ts'
import { notificationsEndpoints } from '#/notifications/server/endpoints.ts'
import { petsEndpoints } from '#/pets/server/endpoints.ts'
import { privacyEndpoints } from '#/privacy/server/endpoints.ts'
import { eraseThoseWhoLeft } from '#/privacy/server/sweeps.ts'
import { supportEndpoints } from '#/support/server/endpoints.ts'
import { tellOfOpened } from '#/support/server/wishes.ts'
import { cancelForLeaver } from '#/veterinary/server/closing.ts'
import { veterinaryEndpoints } from '#/veterinary/server/endpoints.ts'
import { tellBothSides } from '#/veterinary/server/subscribers.ts'
import { completeEnded, expireUnanswered } from '#/veterinary/server/sweeps.ts'
import { serviceAt } from './route-table.ts'

/** The only list of endpoints, subscribers and sweeps. */
export const router = {
  accounts: accountsEndpoints,
  veterinary: veterinaryEndpoints,
  pets: petsEndpoints,
  notifications: notificationsEndpoints,
  support: supportEndpoints(serviceAt),
  privacy: privacyEndpoints,
}

export const subscribers: Subscriber[] = [tellBothSides, cancelForLeaver]

export const sweeps: Sweep[] = [
  expireUnanswered,
  completeEnded,
  forgetExpired,
  eraseThoseWhoLeft,
  tellOfOpened(serviceAt),
  { name: 'forget-old-idempotency-keys', cron: '17 * * * *', run: ({ db }) => forgetOldKeys(db) },
  { name: 'forget-old-attempts', cron: '27 * * * *', run: ({ db }) => forgetOldAttempts(db) },
]
