import { sql } from 'kysely'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import { columnsOf, valuesOf } from '#/kernel/server/record-rows.ts'
import type { FeedSearch } from '#/reports/contract.ts'
import { feedFields } from '#/reports/fields.ts'
import { feedPage } from '#/reports/rules.ts'
import type { FeedReport } from '#/reports/shapes.ts'
import { positionOf, presentCard } from './present.ts'
import { selectShown } from './queries.ts'

/** Lists active reports for programs, newest first, with what everyone sees. */
export async function listFeed(db: Db, search: FeedSearch) {
  const rows = await selectFeed(db, search).execute()
  return toPage(rows, {
    limit: feedPage,
    keyOf: (row) => [row.created_at.toISOString(), row.id],
    show: (row): FeedReport => {
      const { distanceKm: _, ...card } = presentCard(row)
      return {
        ...card,
        path: `/pet-reports/${row.id}`,
        ...valuesOf(feedFields, row),
        position: positionOf(row.shown_latitude, row.shown_longitude),
        updatedAt: row.updated_at,
      }
    },
  })
}

export function selectFeed(db: Db, { status, species, cursor }: FeedSearch) {
  const after = readCursor(cursor, ['date', 'uuid'])
  return selectShown(db)
    .select(sql<null>`null::float8`.as('distance'))
    .select(columnsOf(feedFields, 'r'))
    .select(['r.shown_latitude', 'r.shown_longitude', 'r.updated_at'])
    .where('r.is_active', '=', sql.lit(true))
    .where('u.suspended_at', 'is', null)
    .where('r.status', '=', status)
    .$if(species !== undefined, (query) => query.where('r.species', '=', species!))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(r.created_at, r.id) < (${after![0]}::timestamptz, ${after![1]}::uuid)`),
    )
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(feedPage + 1)
}
