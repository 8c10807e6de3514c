import type { Sweep } from '#/kernel/server/jobs.ts'
import { eraseLeavers } from './erase.ts'

export const eraseThoseWhoLeft: Sweep = {
  name: 'erase-accounts-that-were-left',
  cron: '7 * * * *',
  run: eraseLeavers,
}
