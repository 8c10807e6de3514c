import type { Db } from '#/kernel/server/db.ts'

export type DemoSignIn = { who: string; email: string; password: string }

/** Fills an empty database with the demo world, and says how to sign in to it. */
export async function seedDemo(_db: Db, _options: { now: Date; timeZone: string }): Promise<DemoSignIn[]> {
  return []
}
