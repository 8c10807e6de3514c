import type { Sweep } from '#/kernel/server/jobs.ts'
import { forgetLookups } from './queries.ts'

export const forgetOldLookups: Sweep = {
  name: 'forget-old-place-lookups',
  cron: '47 * * * *',
  transactions: 'batches',
  run: ({ db, now }) => forgetLookups(db, now),
}
