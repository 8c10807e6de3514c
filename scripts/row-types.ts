import { type DatabaseMetadata, generate, PostgresDialect } from 'kysely-codegen'
import { openDatabase } from '#/kernel/server/db.ts'
import { createLog } from '#/kernel/server/log.ts'
import { closedLists } from './closed-lists.ts'

/** Returns the row types of a migrated database as TypeScript. A column whose check lists strings is a union of them. */
export async function rowTypes(url: string): Promise<string> {
  const { db, pool, close } = openDatabase(url, {
    log: createLog('error'),
    max: 1,
    name: 'pawfolk row types',
  })
  try {
    return await generate({
      db,
      dialect: new PostgresDialect({ dateParser: 'string', numericParser: 'number' }),
      outFile: null,
      // pg-boss owns its tables.
      excludePattern: 'jobs.*',
      postprocess: async ({ metadata }) => withUnions(metadata, await closedLists(pool)),
    })
  } finally {
    await close()
  }
}

function withUnions(metadata: DatabaseMetadata, lists: Map<string, string[]>): DatabaseMetadata {
  for (const table of metadata.tables) {
    for (const column of table.columns) {
      column.enumValues ??= lists.get(`${table.schema}.${table.name}.${column.name}`) ?? null
    }
  }
  return metadata
}
