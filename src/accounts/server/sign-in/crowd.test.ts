import { sql } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ask } from '#/accounts/server/sign-in.factory.ts'
import { openWorld } from '#/app/testing/world.ts'

const world = await openWorld({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' })

const trySignIn = (number: number) =>
  ask(
    world.url,
    '/sign-in/email',
    { email: `someone-${number}@example.org`, password: 'a-wrong-guess' },
    { 'x-forwarded-for': `10.1.${number >> 8}.${number & 255}` },
  )

async function attemptsCounted(): Promise<number> {
  const { rows } = await sql<{ sum: number }>`select sum(attempts)::int as sum from rate_limits`.execute(
    world.db,
  )
  return rows[0]!.sum
}

test('a login refused because too many are waiting doesn’t use up a try', async () => {
  // Better Auth logs to the console that the table is unavailable.
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  onTestFinished(() => said.mockRestore())
  const many = 300
  // Counts per network, per account from there, per region's first try, and of all such firsts.
  const countsOfOneTry = 4
  const statuses: number[] = []
  let all: Promise<unknown> | undefined
  await world.db.transaction().execute(async (tx) => {
    // The lock blocks every lookup, so the queue fills up; once the table is gone, it empties.
    await sql`lock table users in access exclusive mode`.execute(tx)
    const tries = Array.from({ length: many }, (_, number) =>
      trySignIn(number).then(({ status }) => statuses.push(status)),
    )
    all = Promise.all(tries)
    await vi.waitUntil(() => statuses.length >= 30, { timeout: 10_000 })
    await vi.waitUntil(async () => (await attemptsCounted()) === (many - statuses.length) * countsOfOneTry)
    await sql`alter table users rename to users_away`.execute(tx)
  })
  await all
  await sql`alter table users_away rename to users`.execute(world.db)
  const turnedAway = statuses.filter((status) => status === 503).length
  expect(turnedAway).toBeGreaterThanOrEqual(30)
  expect(await attemptsCounted()).toBe((many - turnedAway) * countsOfOneTry)
})
