/**
 * `npm run bench`: what the app does a second, beside a bare server that does the same work in one prepared round trip
 * on the same Postgres, in turns, in one run. Quote the ratios: absolute numbers move with the machine's mood.
 * It reports and never fails by time. Options: `--quick` for short turns, `--sizes=20000,1000000`.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { type Person, signUpAt } from '#/app/testing/people.ts'
import { startServerProcess } from '#/app/testing/server-process.ts'
import { startEmbeddedPostgres } from '#/kernel/server/embedded-postgres.ts'
import { findBrokenInvariants } from '#/kernel/server/invariants.ts'
import { migrate } from '#/kernel/server/migrate.ts'
import { addDays, dayOf } from '#/kernel/time.ts'
import { type Measured, measure, type Sample, together } from './load.ts'
import { cpuOf, cpuOfChildren, memoryOf } from './processes.ts'
import { race } from './race.ts'
import { benchCities, seedBench } from './seed.ts'
import { measureSlots } from './slots.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    sizes: { type: 'string', default: '20000,1000000' },
    only: { type: 'string', default: '' },
  },
})
const seconds = options.quick ? 1 : 3
const turns = options.quick ? 1 : 3
const rounds = options.quick ? 10 : 100
const say = (line: string) => process.stdout.write(`${line}\n`)

type Row = {
  appointments: number
  what: string
  connections: number
  ours: Measured
  yardstick: Measured
  ratio: number
  /** Milliseconds of CPU for one answer of ours, in our process and in Postgres. */
  serverCpuMs: number
  databaseCpuMs: number
}

async function startYardstick(databaseUrl: string): Promise<{ url: string; process: ChildProcess }> {
  const child = spawn(process.execPath, [new URL('./yardstick.ts', import.meta.url).pathname], {
    env: { DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [url] = (await once(createInterface({ input: child.stdout! }), 'line')) as [string]
  return { url, process: child }
}

const rpc = (path: string, input: object) =>
  `/rpc/${path}?data=${encodeURIComponent(JSON.stringify({ json: input }))}`

async function benchSize(
  postgresUrl: string,
  postmaster: number,
  appointments: number,
): Promise<{ rows: Row[]; facts: Record<string, unknown> }> {
  const name = `bench_${appointments}`
  const url = postgresUrl.replace('/bench?', `/${name}?`)
  const admin = new pg.Client({ connectionString: postgresUrl })
  await admin.connect()
  await admin.query(`drop database if exists ${name} with (force)`)
  await admin.query(`create database ${name}`)
  await admin.end()
  await migrate(url)
  say(`\nSeeding ${appointments.toLocaleString('en')} appointments…`)
  await seedBench(url, appointments)

  const began = performance.now()
  const settings = { DATABASE_URL: url, AUTH_SECRET: 'the secret that both processes of a bench run know' }
  const server = await startServerProcess({ ...settings, LOG_LEVEL: 'info' })
  await fetch(`${server.url}/readyz`)
  const startMs = Math.round(performance.now() - began)
  const idleMb = await memoryOf(server.process.pid!)
  const yardstick = await startYardstick(url)
  const owners: Person[] = []
  for (let n = 0; n < 40; n++) owners.push(await signUpAt(server.url, `owner${n}-${Date.now()}`))

  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows: vets } = await client.query<{ id: string }>('select id from veterinary_doctors order by id')
  await client.end()
  const today = dayOf(new Date(), 'Asia/Kolkata')
  let turn = 0
  const vetOf = (n: number) => vets[n % vets.length]!.id
  const cookieOf = (n: number) => ({ cookie: owners[n % owners.length]!.cookie })
  const words = ['Surg', 'Derma', 'general', 'cats', 'bird']

  // Each booking of a run has a slot, an owner and a key of its own.
  let booked = 0
  const nextBooking = (): Sample => {
    const n = booked++
    const minute =
      9 * 60 + 30 * ([0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15][Math.floor(n / vets.length) % 14] ?? 0)
    const clock = (m: number) =>
      `${String(Math.floor(m / 60)).padStart(2, '0')}:${String(m % 60).padStart(2, '0')}`
    const date = addDays(today, 29 - (Math.floor(n / vets.length / 14) % 2))
    const slot = { date, startTime: clock(minute), endTime: clock(minute + 30) }
    return {
      method: 'POST',
      path: '/rpc/veterinary/book',
      headers: {
        ...cookieOf(Math.floor(n / vets.length) + n),
        'content-type': 'application/json',
        'idempotency-key': `bench-${appointments}-${n}`,
      },
      body: JSON.stringify({ json: { vetId: vetOf(n), slot } }),
    }
  }
  let inserted = 0
  const scenarios: { what: string; ours(): Sample; yardstick(): Sample }[] = [
    {
      what: 'slots of one vet for one day',
      ours: () => {
        const n = turn++
        return {
          method: 'GET',
          path: rpc('veterinary/slots', { id: vetOf(n), date: addDays(today, 1 + (n % 28)) }),
          headers: cookieOf(n),
        }
      },
      yardstick: () => {
        const n = turn++
        return { method: 'GET', path: `/slots?id=${vetOf(n)}&date=${addDays(today, 1 + (n % 28))}` }
      },
    },
    {
      what: 'open days for 31 days',
      ours: () => {
        const n = turn++
        return { method: 'GET', path: rpc('veterinary/openDays', { id: vetOf(n) }), headers: cookieOf(n) }
      },
      yardstick: () => ({ method: 'GET', path: `/days?id=${vetOf(turn++)}` }),
    },
    {
      what: 'vet list with both filters',
      ours: () => {
        const n = turn++
        const input = {
          location: benchCities[n % benchCities.length],
          specialization: words[n % words.length],
        }
        return { method: 'GET', path: rpc('veterinary/vets', input), headers: cookieOf(n) }
      },
      yardstick: () => {
        const n = turn++
        const city = encodeURIComponent(benchCities[n % benchCities.length]!)
        return { method: 'GET', path: `/vets?location=${city}&specialization=${words[n % words.length]}` }
      },
    },
    {
      what: 'bookings of distinct slots',
      ours: nextBooking,
      yardstick: () => {
        const n = inserted++
        return {
          method: 'POST',
          path: `/book?id=${vetOf(n)}&user=${owners[n % owners.length]!.userId}&at=${n * 1_800_000}`,
        }
      },
    },
  ]

  const rows: Row[] = []
  for (const scenario of scenarios.filter(({ what }) => what.includes(options.only))) {
    for (const connections of [1, 32]) {
      const ours: Measured[] = []
      const bare: Measured[] = []
      await measure(server.url, { connections, seconds: seconds / 3, next: scenario.ours })
      await measure(yardstick.url, { connections, seconds: seconds / 3, next: scenario.yardstick })
      const cpu = { server: 0, database: 0, answers: 0 }
      for (let n = 0; n < turns; n++) {
        const before = { server: await cpuOf(server.process.pid!), database: await cpuOfChildren(postmaster) }
        ours.push(await measure(server.url, { connections, seconds, next: scenario.ours }))
        cpu.server += (await cpuOf(server.process.pid!)) - before.server
        cpu.database += (await cpuOfChildren(postmaster)) - before.database
        cpu.answers += ours.at(-1)!.perSecond * seconds
        bare.push(await measure(yardstick.url, { connections, seconds, next: scenario.yardstick }))
      }
      const row = {
        appointments,
        what: scenario.what,
        connections,
        ours: together(ours),
        yardstick: together(bare),
        ratio: together(ours).perSecond / together(bare).perSecond,
        serverCpuMs: (cpu.server * 1000) / cpu.answers,
        databaseCpuMs: (cpu.database * 1000) / cpu.answers,
      }
      rows.push(row)
      say(line(row))
    }
  }
  const loadedMb = await memoryOf(server.process.pid!)
  const second = await startServerProcess(settings)
  const raced = await race([server.url, second.url], owners, url, rounds)
  say(`200 bookings of one slot at once, ${rounds} rounds: ${JSON.stringify(raced)}`)
  const broken = await findBrokenInvariants(url)
  await Promise.all([server.end('SIGTERM'), second.end('SIGTERM')])
  yardstick.process.kill('SIGTERM')
  return {
    rows,
    facts: { appointments, startMs, idleMb, loadedMb, race: raced, brokenInvariants: broken.length },
  }
}

const header = `${'what'.padEnd(30)}${'conns'.padStart(6)}${'ours/s'.padStart(9)}${'p50 ms'.padStart(8)}${'p99 ms'.padStart(8)}${'bare/s'.padStart(9)}${'p50 ms'.padStart(8)}${'p99 ms'.padStart(8)}${'ratio'.padStart(7)}${'cpu ms'.padStart(8)}${'db cpu'.padStart(8)}${'failed'.padStart(8)}`

function line({ what, connections, ours, yardstick, ratio, serverCpuMs, databaseCpuMs }: Row): string {
  const number = (value: number, width: number, digits = 0) => value.toFixed(digits).padStart(width)
  return `${what.padEnd(30)}${number(connections, 6)}${number(ours.perSecond, 9)}${number(ours.p50, 8, 2)}${number(ours.p99, 8, 2)}${number(yardstick.perSecond, 9)}${number(yardstick.p50, 8, 2)}${number(yardstick.p99, 8, 2)}${number(ratio, 7, 2)}${number(serverCpuMs, 8, 2)}${number(databaseCpuMs, 8, 2)}${number(ours.failed + yardstick.failed, 8)}`
}

const postgres = await startEmbeddedPostgres({ dataDir: '.data/bench', database: 'bench' })
const postmaster = Number.parseInt(await readFile(`${postgres.directory}/postmaster.pid`, 'utf8'), 10)
try {
  const results = []
  say(`slot function: ${measureSlots().microsecondsPerDay.toFixed(1)} µs a provider-day`)
  for (const size of options.sizes.split(',').map(Number)) {
    say(`\n${header}`)
    results.push(await benchSize(postgres.url, postmaster, size))
  }
  const facts = results.map((result) => result.facts)
  say(`\n${header}`)
  for (const row of results.flatMap((result) => result.rows)) say(line(row))
  for (const fact of facts) say(JSON.stringify(fact))
  const report = { slotFunction: measureSlots(), rows: results.flatMap((result) => result.rows), facts }
  await mkdir('.data/bench-results', { recursive: true })
  await writeFile('.data/bench-results/latest.json', `${JSON.stringify(report, null, 2)}\n`)
  say('\nAs JSON: .data/bench-results/latest.json')
} finally {
  await postgres.stop()
}
