import { findBrokenInvariants } from '#/kernel/server/invariants.ts'
import { withDatabaseInUse } from './database-in-use.ts'

await withDatabaseInUse(async (url) => {
  const broken = await findBrokenInvariants(url)
  for (const { invariant, first, second } of broken) {
    process.stdout.write(`${[invariant, first, second].filter(Boolean).join('  ')}\n`)
  }
  process.stdout.write(broken.length === 0 ? 'Every promise holds.\n' : `${broken.length} broken.\n`)
  if (broken.length > 0) process.exitCode = 1
})
