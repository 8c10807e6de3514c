import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { signUpAt } from '#/app/testing/people.ts'
import { HOUR, MINUTE } from '#/kernel/duration.ts'
import type { Figure } from './goals.ts'
import { rpc } from './scenarios.ts'
import { timeOf } from './search.ts'
import { type Stage, say } from './stage.ts'

const people = 1_000_000
const reports = 100_000
/** The pet is lost here; the neighbours live within 5 km. */
const here = { lat: 12.975, lon: 77.643 }
const neighbours = 500

/** Spreads people and reports over India, and neighbours around the place. Half of the reports are of lost pets. */
async function seed(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`
    with made as (
      insert into users (id, email, name)
      select gen_random_uuid(), 'near' || n || '@bench.example', 'Near' from generate_series(1, ${people}) n
      returning id),
    numbered as (select id, row_number() over () as n from made)
    insert into alert_places (user_id, area, latitude, longitude, digest_at, updated_at)
    select id, 'Here',
      case when n <= ${neighbours} then ${here.lat} + random() * 0.04 - 0.02 else 15 + random() * 17 end,
      case when n <= ${neighbours} then ${here.lon} + random() * 0.04 - 0.02 else 69 + random() * 20 end,
      now() + interval '1 day', now() from numbered`)
  await client.query(`
    insert into pet_reports (id, user_id, status, species, pet_name, seen_at, location_address, latitude, longitude,
      created_at, updated_at, renewed_at, ask_at)
    select gen_random_uuid(), (select id from users limit 1), case when n % 2 = 0 then 'lost' else 'found' end,
      case when n % 3 = 0 then 'cat' else 'dog' end, 'Bruno', at, 'Somewhere', 8 + random() * 25, 69 + random() * 20,
      at, at, at, at + interval '7 days'
    from (select n, now() - n * interval '1 minute' as at from generate_series(1, ${reports}) n) as made`)
  await client.query('vacuum analyze')
  await client.end()
}

/** Returns milliseconds from the answer to a report until the first neighbour's notice is there, and until all are. */
async function alertAll(
  databaseUrl: string,
  url: string,
): Promise<{ first: number; all: number; id: string }> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const finder = await signUpAt(url, `finder-${Date.now()}`)
  const pet = await finder.call.pets.add({ name: 'Bruno', species: 'dog' })
  await client.query(`update pets set photo_url = '/portraits/bruno.svg' where id = $1`, [pet.id])
  const { id } = await finder.call.reports.create({
    status: 'lost',
    petName: 'Bruno',
    species: 'dog',
    petId: pet.id,
    seenAt: new Date(Date.now() - HOUR).toISOString(),
    place: { area: 'Here', position: here },
  })
  const began = performance.now()
  let first = 0
  for (;;) {
    const { rows } = await client.query(
      `select count(*)::integer as told from notifications where source = $1`,
      [`reports.near:${id}`],
    )
    if (rows[0].told > 0 && first === 0) first = performance.now() - began
    if (rows[0].told === neighbours) break
    if (performance.now() - began > MINUTE) throw new Error(`Only ${rows[0].told} neighbours were told`)
    await wait(5)
  }
  await client.end()
  return { first, all: performance.now() - began, id }
}

export async function measureReports(stage: Stage, seconds: number): Promise<Figure[]> {
  say(`\nSeeding ${people.toLocaleString('en')} people and ${reports.toLocaleString('en')} reports…`)
  const url = await stage.database('bench_reports')
  await seed(url)
  const server = await stage.server(url)
  const { first, all, id } = await alertAll(url, server.url)
  const map = (window: object) => (n: number) => {
    // Another window each time, as when somebody moves the map.
    const east = (n % 50) / 100
    const moved = Object.fromEntries(
      Object.entries(window).map(([side, degrees]) => [
        side,
        side === 'west' || side === 'east' ? degrees + east : degrees,
      ]),
    )
    return { method: 'GET' as const, path: rpc('reports/map', { status: 'lost', ...moved }) }
  }
  const figures: Figure[] = [
    { what: 'alert among 1,000,000 people: first neighbour told', value: first },
    { what: 'alert among 1,000,000 people: all within 5 km told', value: all, at: `${neighbours} people` },
    {
      what: 'map of 100,000 reports: a city',
      value: await timeOf(
        server.url,
        seconds,
        map({ north: 19.2, south: 18.9, west: 77, east: 77.4, zoom: 11 }),
      ),
    },
    {
      what: 'map of 100,000 reports: a state',
      value: await timeOf(server.url, seconds, map({ north: 20, south: 16, west: 75, east: 79, zoom: 7 })),
    },
    {
      what: 'map of 100,000 reports: the country',
      value: await timeOf(server.url, seconds, map({ north: 34, south: 7, west: 68, east: 90, zoom: 5 })),
    },
    {
      what: 'share page of a report: first byte',
      value: await timeOf(server.url, seconds, () => ({
        method: 'GET' as const,
        path: `/pet-reports/${id}`,
      })),
    },
  ]
  await server.end('SIGTERM')
  return figures
}
