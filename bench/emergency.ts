import pg from 'pg'
import { MINUTE } from '#/kernel/duration.ts'
import type { Figure } from './goals.ts'
import { rpc } from './scenarios.ts'
import { positionOf, timeOf } from './search.ts'
import { benchPositions } from './seed.ts'
import { type Stage, say } from './stage.ts'

const clinics = 100_000
/** In minutes of the week. The whole week, which is always open, and a minute of it that is never now. */
const always = '{[0,10080)}'

/** Clinics of which half are near eight cities and half anywhere in India; a third are open, a third closed, the rest unknown. */
async function seed(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `insert into emergency_places (id, kind, name, phone, city, latitude, longitude, opening_hours, open_minutes, time_zone,
       checked_on, updated_at)
     select gen_random_uuid(), 'clinic', 'Clinic ' || n, '+910000000000', 'City ' || n % 1000,
       case when n % 2 = 0 then ($1::float8[])[1 + n / 2 % $3] + random() - 0.5 else 8 + random() * 25 end,
       case when n % 2 = 0 then ($2::float8[])[1 + n / 2 % $3] + random() - 0.5 else 69 + random() * 20 end,
       case n / 16 % 3 when 0 then 'open' when 1 then 'closed' end,
       (case n / 16 % 3 when 0 then $4 when 1 then $5 end)::int4multirange, 'Asia/Kolkata', current_date, now()
     from generate_series(1, ${clinics}) n`,
    [
      benchPositions.map(([lat]) => lat),
      benchPositions.map(([, lon]) => lon),
      benchPositions.length,
      always,
      closedNow(),
    ],
  )
  await client.query('vacuum analyze')
  await client.end()
}

/** An hour of the week twelve hours ago. */
function closedNow(): string {
  const kolkata = Math.floor(Date.now() / MINUTE) + 330
  // The epoch was a Thursday.
  const minute = (kolkata + 3 * 1440 - 720) % 10_080
  return minute + 60 <= 10_080 ? `{[${minute},${minute + 60})}` : '{[0,60)}'
}

/** Measures the directory among 100,000 clinics: near a city, where nothing is, and where none of the near ones is open. */
export async function measureEmergency(stage: Stage, seconds: number): Promise<Figure[]> {
  say(`\nSeeding ${clinics.toLocaleString('en')} clinics…`)
  const url = await stage.database('bench_emergency')
  await seed(url)
  const server = await stage.server(url)
  const near = (asked: (n: number) => object) =>
    timeOf(server.url, seconds, (n) => ({
      method: 'GET' as const,
      path: rpc('emergency/directory', asked(n)),
    }))
  const figures: Figure[] = [
    { what: 'clinics among 100,000, nearest open', value: await near(positionOf) },
    {
      what: 'clinics among 100,000, where there are none',
      value: await near((n) => ({ lat: 0 + (n % 7) / 50, lon: 60 })),
    },
  ]
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `update emergency_places set open_minutes = $1::int4multirange where open_minutes is not null`,
    [closedNow()],
  )
  await client.query('vacuum analyze emergency_places')
  await client.end()
  figures.push({ what: 'clinics among 100,000, none open within 60 km', value: await near(positionOf) })
  await server.end('SIGTERM')
  return figures
}
