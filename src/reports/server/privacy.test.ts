import { expect, test } from 'vitest'
import { listEndpoints } from '#/app/access.ts'
import { openWorld, type Person } from '#/app/testing/world.ts'
import { HOUR } from '#/kernel/duration.ts'
import { makePhoto } from '#/pets/server/photo.factory.ts'
import { privateFields } from '#/reports/fields.ts'

const world = await openWorld()
const people = ['asha', 'ravi'].map(world.signUp)
const [asha, ravi] = (await Promise.all(people)) as [Person, Person]

/** A value for each text that isn't for everyone, so that a new field is looked for too. */
const written = Object.fromEntries(
  Object.entries(privateFields)
    .filter(([, { kind }]) => ['line', 'lines'].includes(kind))
    .map(([name]) => [name, name === 'microchip' ? '956000087654321' : `Planted-${name}`]),
)
const planted = { lat: 12.97531, lon: 77.64217, phone: '+919845000199' }
const traces = [...Object.values(written), '12.97531', '77.64217']

const report = async (contactPhone: string | null) =>
  (
    await asha.call.reports.create({
      status: 'lost',
      petName: 'Bruno',
      species: 'dog',
      hasChip: true,
      seenAt: new Date(world.clock.now.getTime() - HOUR).toISOString(),
      place: { area: 'Indiranagar', position: { lat: planted.lat, lon: planted.lon } },
      ...written,
      contactPhone,
      photos: [await makePhoto()],
    })
  ).id

await world.db.updateTable('users').set({ email_verified: true }).where('id', '=', ravi.userId).execute()
const hidden = await report(null)
const open = await report(planted.phone)
await ravi.call.reports.follow({ id: open, isFollowed: true })
await asha.call.reports.comment({ id: open, text: 'Any news?' })
await asha.call.reports.change({ id: open, story: 'He ran off.' })
await world.app.jobs.deliverEvents(world.clock.now)

/** Returns the answers of every reading endpoint that needs no row's id, and of those that name a report. */
async function everyAnswer(headers: Record<string, string>): Promise<string> {
  const answers: string[] = []
  for (const { name, method, path } of listEndpoints()) {
    if (method !== 'GET' || name.startsWith('admin.')) continue
    for (const id of [hidden, open]) {
      const url = new URL(`/api${path.replace('{id}', id).replace(/\{\w+\}/g, id)}`, world.url)
      url.searchParams.set('status', 'lost')
      for (const [key, value] of Object.entries({
        lat: '12.98',
        lon: '77.64',
        within: '25',
        north: '13.1',
        south: '12.9',
        west: '77.5',
        east: '77.7',
        zoom: '17',
      }))
        url.searchParams.set(key, value)
      answers.push(await (await fetch(url, { headers })).text())
    }
  }
  return answers.join('\n')
}

test('the reporter sees every planted value, so the search for them can find some', async () => {
  const all = await everyAnswer({ cookie: asha.cookie })
  for (const trace of [...traces, planted.phone]) expect(all).toContain(trace)
})

test('no endpoint gives another person the exact place, position, chip or secret mark; the phone only if shown', async () => {
  const all = await everyAnswer({ cookie: ravi.cookie })
  expect(all).toContain(hidden)
  for (const trace of traces) expect(all).not.toContain(trace)
  expect(all).toContain(planted.phone)
  expect(JSON.stringify(await ravi.call.reports.report({ id: hidden }))).not.toContain(planted.phone)
})

test('no endpoint gives a visitor any of them', async () => {
  const all = await everyAnswer({})
  expect(all).toContain(hidden)
  for (const trace of [...traces, planted.phone]) expect(all).not.toContain(trace)
})

test('no notification carries any of them', async () => {
  const rows = await world.db.selectFrom('notifications').selectAll().execute()
  expect(rows.length).toBeGreaterThan(0)
  for (const trace of [...traces, planted.phone]) expect(JSON.stringify(rows)).not.toContain(trace)
})
