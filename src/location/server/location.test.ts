import { beforeEach, describe, expect, test } from 'vitest'
import { clientAt } from '#/app/testing/people.ts'
import { mondayMorning, openWorld } from '#/app/testing/world.ts'
import { DAY } from '#/kernel/duration.ts'
import { distanceKm } from './distance.ts'
import { json, knowsPune, openPeer, pune } from './peer.factory.ts'

const peer = await openPeer()
const world = await openWorld({
  GEOCODER_URL: `${peer.url}/maps/?key=secret`,
  CONTACT_EMAIL: 'care@pets.example',
})
const { db } = world
const { location } = world.visitor

const here = { lat: 18.5204303, lon: 73.8567437 }
const foundPune = {
  city: 'Pune',
  state: 'Maharashtra',
  country: 'India',
  display: 'Pune, Maharashtra, India',
  lat: 18.52,
  lon: 73.85,
  reachKm: 8,
}

beforeEach(async () => {
  peer.asked.length = 0
  peer.answer = knowsPune
  world.clock.now = mondayMorning
  await db.deleteFrom('place_lookups').execute()
  await db.deleteFrom('geocoder_turns').execute()
})

describe('with a service of the operator’s', () => {
  test('it is called as Nominatim is, at a rounded position, by a client that identifies itself', async () => {
    expect(await location.placeAt(here)).toEqual({ place: foundPune })
    const [{ url, headers }] = peer.asked as [(typeof peer.asked)[0]]
    expect(url.pathname).toBe('/maps/reverse')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      key: 'secret',
      format: 'json',
      lat: '18.52',
      lon: '73.86',
    })
    expect(headers['user-agent']).toMatch(/^Pawfolk\/.*care@pets\.example/)
    expect(headers['cookie']).toBeUndefined()
  })

  test('a town or a village is used if there is no city', async () => {
    for (const [kind, lat] of [
      ['town', 1],
      ['village', 2],
    ] as const) {
      await db.deleteFrom('geocoder_turns').execute()
      peer.answer = json({ ...pune, address: { [kind]: 'Lonavala', country: 'India' } })
      expect((await location.placeAt({ lat, lon: 1 })).place).toMatchObject({
        city: 'Lonavala',
        state: null,
        display: 'Lonavala, India',
      })
    }
  })

  test('a name is looked up, and not again within 30 days', async () => {
    expect(await location.placesNamed({ name: 'Pune' })).toEqual({ places: [foundPune] })
    expect(peer.asked[0]!.url.pathname).toBe('/maps/search')
    expect(peer.asked[0]!.url.searchParams.get('q')).toBe('Pune')
    world.clock.now = new Date(mondayMorning.getTime() + 29 * DAY)
    expect(await location.placesNamed({ name: ' pune ' })).toEqual({ places: [foundPune] })
    expect(peer.asked).toHaveLength(1)
    await db.deleteFrom('geocoder_turns').execute()
    world.clock.now = new Date(mondayMorning.getTime() + 31 * DAY)
    await location.placesNamed({ name: 'Pune' })
    expect(peer.asked).toHaveLength(2)
  })

  test('positions within a kilometre share one look-up, and nothing finer is stored', async () => {
    await location.placeAt(here)
    await location.placeAt({ lat: 18.5230001, lon: 73.8599999 })
    expect(peer.asked).toHaveLength(1)
    const kept = await db.selectFrom('place_lookups').selectAll().execute()
    expect(kept).toMatchObject([
      { service: `${peer.url}/maps`, question: 'at 18.52,73.86', places: [foundPune] },
    ])
  })

  test('many simultaneous requests for the same cost one call', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => location.placeAt(here)))
    for (const { place } of answers) expect(place).toEqual(foundPune)
    expect(peer.asked).toHaveLength(1)
  })

  test('an empty result is an answer too, and is stored', async () => {
    peer.answer = json({ error: 'Unable to geocode' })
    expect(await location.placeAt({ lat: 0, lon: -30 })).toEqual({ place: null })
    expect(await location.placeAt({ lat: 0, lon: -30 })).toEqual({ place: null })
    expect(peer.asked).toHaveLength(1)
  })

  test('of several places a clear favourite is returned alone, otherwise all are, each once', async () => {
    const called = (state: string, importance: number) => ({
      ...pune,
      importance,
      address: { city: 'Aurangabad', state, country: 'India' },
    })
    peer.answer = json([called('Maharashtra', 0.6), called('Maharashtra', 0.6), called('Bihar', 0.4)])
    expect((await location.placesNamed({ name: 'Aurangabad' })).places).toHaveLength(1)
    await db.deleteFrom('geocoder_turns').execute()
    peer.answer = json([called('Maharashtra', 0.45), called('Maharashtra', 0.44), called('Bihar', 0.4)])
    const { places } = await location.placesNamed({ name: 'Aurangabad, India' })
    expect(places.map(({ state }) => state)).toEqual(['Maharashtra', 'Bihar'])
  })

  test('a quarter keeps its name beside its city’s', async () => {
    peer.answer = json([{ ...pune, address: { ...pune.address, suburb: 'Koregaon Park' } }])
    const { places } = await location.placesNamed({ name: 'Koregaon Park' })
    expect(places).toMatchObject([{ city: 'Pune', display: 'Koregaon Park, Pune, Maharashtra, India' }])
    expect(places[0]).not.toHaveProperty('reachKm')
  })

  test('a city reaches as far as its box', async () => {
    peer.answer = json([{ ...pune, boundingbox: ['18.41', '18.64', '73.74', '73.99'] }])
    expect((await location.placesNamed({ name: 'Pune' })).places).toMatchObject([{ reachKm: 13 }])
  })

  test('required credits are returned', async () => {
    const { on, credits } = await location.service()
    expect(on).toBe(true)
    expect(credits.map(({ text }) => text)).toEqual([
      '© OpenStreetMap contributors',
      'GeoNames',
      'India Post',
    ])
  })
})

describe('when the service fails, the bundled cities answer and it is left alone for a while', () => {
  test.each([
    ['is down', (_url: URL, response) => void response.destroy()],
    ['has had enough', json({}, 429, { 'retry-after': '120' })],
    ['is broken', json({ error: 'oops' }, 500)],
    [
      'says something that is not JSON',
      (_url: URL, response) => void response.end('<html>Please log in</html>'),
    ],
    ['says something else', json({ hello: 'world' })],
    ['sends a position that is none', json({ ...pune, lat: 'north', lon: '1e9' })],
    ['sends without end', (_url: URL, response) => void response.end('x'.repeat(1_000_000))],
    ['points elsewhere', (_url: URL, response) => void response.writeHead(302, { location: '/' }).end()],
    ['never answers', () => undefined],
    ['begins to answer and stops', (_url: URL, response) => void response.writeHead(200).write('{')],
  ] as [string, typeof peer.answer][])('because it %s', async (_how, answer) => {
    peer.answer = answer
    const { place } = await location.placeAt(here)
    expect(place).toMatchObject({ city: 'Pune', display: 'Pune, Maharashtra, India' })
    peer.answer = knowsPune
    const { places } = await location.placesNamed({ name: 'Hyderabad' })
    expect(places).toMatchObject([{ state: 'Telangana' }])
    expect(peer.asked).toHaveLength(1)
    expect(await db.selectFrom('place_lookups').selectAll().execute()).toEqual([])
  })

  test('a service’s Retry-After is respected', async () => {
    peer.answer = json({}, 429, { 'retry-after': '600' })
    await location.placeAt(here)
    const { next_at } = await db.selectFrom('geocoder_turns').select('next_at').executeTakeFirstOrThrow()
    const seconds = (next_at.getTime() - Date.now()) / 1000
    expect(seconds).toBeGreaterThan(500)
    expect(seconds).toBeLessThan(660)
  })

  test('while it hangs, it holds no database connection', async () => {
    let arrived = () => {}
    const asked = new Promise<void>((resolve) => {
      arrived = resolve
    })
    peer.answer = (_url, response) => {
      arrived()
      response.on('close', () => undefined)
    }
    const waiting = location.placeAt({ lat: 20, lon: 78 })
    await asked
    const { idleCount, totalCount } = world.app.database.pool
    expect(idleCount).toBe(totalCount)
    await waiting
  })
})

test('answers that an earlier version stored in another shape are requested again', async () => {
  await location.placeAt(here)
  await db
    .updateTable('place_lookups')
    .set({ places: JSON.stringify([{ town: 'Pune' }]) })
    .execute()
  await db.deleteFrom('geocoder_turns').execute()
  expect(await location.placeAt(here)).toEqual({ place: foundPune })
  expect(peer.asked).toHaveLength(2)
})

test('answers are deleted after 30 days', async () => {
  await location.placeAt(here)
  const later = new Date(mondayMorning.getTime() + 30 * DAY)
  expect(await world.app.jobs.runSweep('forget-old-place-lookups', mondayMorning)).toBe(0)
  expect(await world.app.jobs.runSweep('forget-old-place-lookups', later)).toBe(1)
})

const alone = await openWorld()
describe('without a service', () => {
  test('the bundled cities answer, and only they are credited', async () => {
    expect((await alone.visitor.location.placeAt(here)).place?.display).toBe('Pune, Maharashtra, India')
    expect((await alone.visitor.location.placesNamed({ name: 'Kochi' })).places[0]?.state).toBe('Kerala')
    expect((await alone.visitor.location.service()).credits).toHaveLength(2)
    expect(await alone.db.selectFrom('place_lookups').selectAll().execute()).toEqual([])
  })

  test('a position may be text in a URL, and nonsense is refused', async () => {
    const ask = (query: string) => fetch(`${alone.url}/api/location/place-at?${query}`)
    const answer = (await (await ask('lat=18.52&lon=73.85')).json()) as { place: { city: string } }
    expect(answer.place.city).toBe('Pune')
    for (const query of [
      '',
      'lat=18.52',
      'lat=91&lon=0',
      'lat=0&lon=181',
      'lat=NaN&lon=0',
      'lat=1e1&lon=0',
      'lat=&lon=',
    ])
      expect((await ask(query)).status, query).toBe(400)
  })
})

test.each([
  ['a quarter of Bengaluru', { lat: 12.98, lon: 77.64 }, 4],
  ['the country around Pune', here, 40],
  ['London', { lat: 51.5, lon: -0.12 }, 20],
  ['India', { lat: 22, lon: 80 }, 1500],
  ['the world', { lat: 20, lon: 0 }, 20_000],
])('a map of %s gets names that stand well apart', async (_, middle, km) => {
  const { areas } = await location.areasAround({ ...middle, km })
  expect(areas.length).toBeGreaterThan(4)
  for (const [index, area] of areas.entries()) {
    expect(distanceKm(area, middle)).toBeLessThan(km * 1.5)
    for (const other of areas.slice(0, index)) expect(distanceKm(area, other)).toBeGreaterThanOrEqual(km / 4)
  }
})

test('maps without a place begin with the operator’s country', async () => {
  const { home } = await location.home()
  expect(home!.lat).toBeCloseTo(22, -1)
  expect(home!.lon).toBeCloseTo(80, -1)
  expect(home!.degrees).toBeGreaterThan(20)
  expect(home!.degrees).toBeLessThan(40)
})

test('the areas around a position can be read from a URL', async () => {
  const url = `${world.url}/api/location/areas-around?lat=12.98&lon=77.64&km=4.5`
  const { areas } = (await (await fetch(url)).json()) as { areas: unknown[] }
  expect(areas.length).toBeGreaterThan(4)
})

test('when switched off, nothing is looked up and the browser learns so', async () => {
  const off = await openWorld({ LOCATION_LOOKUP: 'off', GEOCODER_URL: peer.url })
  expect(await off.visitor.location.service()).toEqual({ on: false, credits: [], tiles: null })
  expect(await off.visitor.location.home()).toEqual({ home: null })
  expect(await off.visitor.location.placeAt(here)).toEqual({ place: null })
  expect(await off.visitor.location.placesNamed({ name: 'Pune' })).toEqual({ places: [] })
  expect(await off.visitor.location.areasAround({ ...here, km: 5 })).toEqual({ areas: [] })
  expect(peer.asked).toEqual([])
})

test('the 61st look-up in ten minutes from one address is refused, another address’s is not', async () => {
  const limited = await openWorld({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' })
  const from = (address: string) => clientAt(limited.url, { 'x-forwarded-for': address }).location
  for (let asked = 0; asked < 30; asked++) {
    await from('203.0.113.1').placeAt(here)
    await from('203.0.113.1').placesNamed({ name: 'Pune' })
  }
  await expect(from('203.0.113.1').placeAt(here)).rejects.toMatchObject({
    code: 'request.too_many',
    status: 429,
  })
  await expect(from('203.0.113.1').placesNamed({ name: 'Pune' })).rejects.toMatchObject({ status: 429 })
  expect((await from('203.0.113.2').placeAt(here)).place).not.toBeNull()
})
