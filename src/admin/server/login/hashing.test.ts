import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { createHashing } from '#/accounts/server/index.ts'
import { openWorld } from '#/app/testing/world.ts'
import { readConfig } from '#/kernel/server/config.ts'
import { createLog } from '#/kernel/server/log.ts'
import { createAdminBetterAuth } from './better-auth.ts'

const world = await openWorld()

test('a hash is salted and as long as it is meant to be, and only its password verifies', async () => {
  const { hash, verify } = createHashing()
  const [one, two] = await Promise.all([hash('bruno-and-luna'), hash('bruno-and-luna')])
  expect(one).toMatch(/^[\da-f]{32}:[\da-f]{128}$/)
  expect(one).not.toBe(two)
  expect(await verify({ hash: two, password: 'bruno-and-luna' })).toBe(true)
  expect(await verify({ hash: two, password: 'bruno-and-lune' })).toBe(false)
})

test('an admin’s password is hashed among the users’ passwords, and takes no extra core', async () => {
  const hashing = createHashing()
  const auth = createAdminBetterAuth({
    config: readConfig({ NODE_ENV: 'test', DATA_DIR: world.dataDir }),
    log: createLog('silent'),
    pool: world.app.database.pool,
    baseUrl: world.url,
    hashing,
  })
  const { password } = await auth.$context
  const cores = Math.max(1, availableParallelism() - 1)
  const done: string[] = []
  const users = Array.from({ length: 4 * cores }, () =>
    hashing.hash('bruno-and-luna').then(() => done.push('user')),
  )
  await Promise.all([...users, password.hash('the-admin’s-own').then(() => done.push('admin'))])
  // The last one to arrive is among the last to finish, so it has waited for a core like the others.
  expect(done.indexOf('admin')).toBeGreaterThan(done.length - 1 - cores)
})
