import type { PgBoss } from 'pg-boss'
import { dueSweep, sweepQueue } from '#/kernel/server/jobs.ts'

/** Makes a sweep due at once, as its schedule would. */
export async function sendSweep(boss: PgBoss, name: string): Promise<void> {
  const { data, options } = dueSweep(name)
  await boss.send(sweepQueue, data, options)
}
