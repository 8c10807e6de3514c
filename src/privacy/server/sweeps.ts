import type { RowSweep } from '#/kernel/server/jobs.ts'
import { eraseLeaver } from './erase.ts'
import { findDue } from './leaving.ts'

export const eraseThoseWhoLeft: RowSweep = {
  name: 'erase-accounts-that-were-left',
  cron: '7 * * * *',
  transactions: 'rows',
  async next(work, seen) {
    const id = await findDue(work, seen)
    return id === undefined ? undefined : { id, run: () => eraseLeaver(work, id) }
  },
}
