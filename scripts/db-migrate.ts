import { migrate } from '#/kernel/server/migrate.ts'
import { withDatabaseInUse } from './database-in-use.ts'

await withDatabaseInUse(async (url) => {
  await migrate(url)
  process.stdout.write('The database has all migrations.\n')
})
