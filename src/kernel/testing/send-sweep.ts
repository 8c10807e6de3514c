import type { PgBoss } from 'pg-boss'

/** Makes a sweep due at once, as its schedule would. */
export async function sendSweep(boss: PgBoss, name: string): Promise<void> {
  await boss.send('sweeps', { sweep: name }, { singletonKey: name, group: { id: name } })
}
