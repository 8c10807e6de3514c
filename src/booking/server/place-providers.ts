import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import type { Sweep } from '#/kernel/server/jobs.ts'
import type { Position } from '#/location/rules.ts'
import { findPlacesNamed, type Looking } from '#/location/server/index.ts'

const batch = 100

/**
 * Looks up the positions of providers who are new or have changed their place, so that searches by distance find them.
 */
export function placeProviders({ config, log }: Pick<Looking, 'config' | 'log'>): Sweep {
  return {
    name: 'place-providers',
    cron: '* * * * *',
    transactions: 'none',
    async run({ db, now }) {
      if (!config.LOCATION_LOOKUP) return 0
      let placed = 0
      for (const location of await unplaced(db)) {
        const [place] = await findPlacesNamed({ config, log, db, now }, location)
        placed += await keepPosition(db, location, place)
      }
      return placed
    },
  }
}

async function unplaced(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('providers')
    .select(sql<string>`location`.as('location'))
    .where(sql<boolean>`location is not null and not is_placed`)
    .orderBy('id')
    .limit(batch)
    .execute()
  return [...new Set(rows.map(({ location }) => location))]
}

/** Skips providers who have changed their place since; they're looked up again. */
export async function keepPosition(
  db: Db,
  location: string,
  position: Position | undefined,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('providers')
    .set({ latitude: position?.lat ?? null, longitude: position?.lon ?? null, is_placed: true })
    .where(sql<boolean>`location is not null and not is_placed`)
    .where('location', '=', location)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
