import { expect, test } from 'vitest'
import { openWorld } from '#/app/testing/world.ts'
import { feedPage } from '#/reports/rules.ts'
import { makeReport } from './report.factory.ts'

const world = await openWorld()
const { db, clock } = world
const asha = await world.signUp('asha')
const at = (minutes: number) => new Date(clock.now.getTime() - minutes * 60_000)
const feed = async (search: string) => {
  const answer = await fetch(`${world.url}/api/pet-reports/feed?${search}`)
  const body = (await answer.json()) as { rows: Record<string, unknown>[]; nextCursor: string }
  return { status: answer.status, ...body }
}

test('programs read active reports of a kind without an account, newest first, page by page', async () => {
  const made: string[] = []
  for (let minute = 1; minute <= feedPage + 1; minute++)
    made.push(await makeReport(db, { userId: asha.userId, at: at(minute) }))
  await makeReport(db, { userId: asha.userId, at: at(1), status: 'found' })
  const closed = { state: 'reunited', closed_at: clock.now } as const
  await makeReport(db, { userId: asha.userId, at: at(1), facts: closed })
  const first = await feed('status=lost')
  expect(first.rows.map(({ id }) => id)).toEqual(made.slice(0, feedPage))
  const second = await feed(`status=lost&cursor=${encodeURIComponent(first.nextCursor)}`)
  expect(second).toMatchObject({ rows: [{ id: made.at(-1) }], nextCursor: null })
  expect((await feed('status=found')).rows.length).toBe(1)
  expect((await feed('status=lost&species=cat')).rows).toEqual([])
  expect((await feed('')).status).toBe(400)
})

test('a report in the feed has what a shelter compares, and no private part', async () => {
  await makeReport(db, {
    userId: asha.userId,
    at: at(0),
    position: { lat: 12.97531, lon: 77.64217 },
    facts: {
      breed: 'Indie',
      colours: 'Brown',
      exact_place: 'Planted-Exact',
      secret_mark: 'Planted-Secret',
      microchip: '956000087654321',
      contact_phone: '+919845000199',
      has_reward: true,
    },
  })
  const { rows } = await feed('status=lost')
  expect(rows[0]).toMatchObject({
    petName: 'Bruno',
    breed: 'Indie',
    colours: 'Brown',
    area: 'Indiranagar, Bengaluru',
    position: { lat: 12.975, lon: 77.643 },
    hasReward: true,
    path: `/pet-reports/${rows[0]!['id']}`,
  })
  const text = JSON.stringify(rows)
  for (const trace of ['Planted', '9560000', '98450', '12.97531', '77.64217'])
    expect(text).not.toContain(trace)
})
