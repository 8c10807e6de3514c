/**
 * `npm run bench` measures the app against a bare server that does the same work in one prepared round trip on the same
 * Postgres, in turns. Quote the ratios: absolute numbers vary with the machine. It reports, and never fails because of time.
 * Options: `--quick` for short turns, `--sizes=20000,1000000`, `--parts=load,race`.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { findBrokenInvariants } from '#/kernel/server/invariants.ts'
import { buildIfStale } from '../scripts/build.ts'
import { measureAppointments } from './appointments.ts'
import { measureBrowser } from './browser.ts'
import { measureCharges } from './charges.ts'
import { untilDelivered } from './deliveries.ts'
import { measureEmergency } from './emergency.ts'
import { type Figure, judge, showVerdicts } from './goals.ts'
import { type Measurable, measureGrowth } from './growth.ts'
import { memoryOf } from './processes.ts'
import { race } from './race.ts'
import { measureRecovery } from './recovery.ts'
import { measureReports } from './reports.ts'
import { figuresOf, header, measureRow, type Row, showRow } from './rows.ts'
import { scenariosFor, signUpOwners, vetIds } from './scenarios.ts'
import { measureSearch } from './search.ts'
import { seedBench } from './seed.ts'
import { measureShop } from './shop.ts'
import { measureSignIn } from './sign-in.ts'
import { measureSitters } from './sitters.ts'
import { measureSlots } from './slots.ts'
import { openStage, type Stage, say } from './stage.ts'
import { measureStreams } from './streams.ts'
import { measureTodo } from './todo.ts'

const allParts = [
  'slots',
  'load',
  'sign-in',
  'race',
  'recovery',
  'search',
  'sitters',
  'shop',
  'reports',
  'emergency',
  'todo',
  'streams',
  'charges',
  'appointments',
  'browser',
] as const
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    sizes: { type: 'string', default: '20000,1000000' },
    parts: { type: 'string', default: allParts.join() },
    /** The number of charges due at once. */
    charges: { type: 'string', default: '100000' },
    /** Runs only the load scenarios with this in their name. */
    only: { type: 'string', default: '' },
  },
})
const pace = options.quick ? { seconds: 1, turns: 1 } : { seconds: 3, turns: 3 }
const rounds = options.quick ? 10 : 100
const parts = new Set(options.parts.split(','))
const sizes = options.sizes.split(',').map(Number)
const has = (part: (typeof allParts)[number]) => parts.has(part)

type Bench = { rows: Row[]; figures: Figure[]; measured: Measurable }

async function benchSize(stage: Stage, appointments: number): Promise<Bench> {
  const name = `bench_${appointments}`
  const databaseUrl = await stage.database(name)
  const at = `${appointments.toLocaleString('en')} appointments`
  say(`\nSeeding ${at}…`)
  await seedBench(databaseUrl, appointments)

  const began = performance.now()
  const server = await stage.server(databaseUrl)
  await fetch(`${server.url}/readyz`)
  const startMs = performance.now() - began
  const idleMb = await memoryOf(server.process.pid!)
  const yardstick = await stage.yardstick(databaseUrl)
  const owners = await signUpOwners(server.url)
  const scenarios = scenariosFor(await vetIds(databaseUrl), owners, name)
  const figures: Figure[] = [
    { what: 'start to the first answer, database up', value: startMs, at },
    { what: 'memory, idle', value: idleMb, at },
  ]

  const rows: Row[] = []
  if (has('load')) {
    say(`\n${header}`)
    const beside = {
      url: server.url,
      pid: server.process.pid!,
      yardstickUrl: yardstick.url,
      postmaster: await stage.postmaster(),
      delivered: () => untilDelivered(databaseUrl),
    }
    for (const scenario of scenarios.filter(({ what }) => what.includes(options.only))) {
      for (const connections of [1, 32])
        rows.push(await measureRow(scenario, appointments, connections, beside, pace))
    }
    figures.push({ what: 'memory, loaded', value: await memoryOf(server.process.pid!), at })
  }
  const [slots, , , bookings] = scenarios
  if (has('sign-in')) figures.push(await measureSignIn(server.url, owners, slots!.ours, pace.seconds))
  if (has('race')) {
    say(`\nRacing, ${rounds} rounds of 200, twice…`)
    const second = await stage.server(databaseUrl)
    const database = { url: databaseUrl, logFile: stage.postgres.logFile }
    figures.push(...(await race([server.url, second.url], owners, database, rounds)))
    await second.end('SIGTERM')
  }
  if (has('recovery')) {
    const recovered = await measureRecovery(stage, server, databaseUrl, bookings!.ours)
    figures.push(...recovered.map((figure) => ({ ...figure, at })))
  }
  const broken = await findBrokenInvariants(databaseUrl)
  figures.push({ what: 'promises broken in the database afterwards', value: broken.length, at })
  await server.end('SIGTERM')
  yardstick.process.kill('SIGTERM')
  return { rows, figures, measured: { appointments, databaseUrl, scenarios } }
}

await buildIfStale()
const stage = await openStage()
try {
  const rows: Row[] = []
  const figures: Figure[] = []
  if (has('slots'))
    figures.push({ what: 'slot function, one provider-day', value: measureSlots().microsecondsPerDay })
  if (['load', 'sign-in', 'race', 'recovery'].some((part) => parts.has(part))) {
    const databases: Measurable[] = []
    for (const size of sizes) {
      const bench = await benchSize(stage, size)
      rows.push(...bench.rows)
      figures.push(...bench.figures)
      databases.push(bench.measured)
    }
    if (has('load')) figures.push(...(await measureGrowth(stage, databases, pace)))
  }
  figures.push(...figuresOf(rows))
  if (has('search')) figures.push(...(await measureSearch(stage, pace.seconds)))
  if (has('sitters')) figures.push(...(await measureSitters(stage, pace.seconds)))
  if (has('shop')) figures.push(...(await measureShop(stage, pace.seconds)))
  if (has('reports')) figures.push(...(await measureReports(stage, pace.seconds)))
  if (has('emergency')) figures.push(...(await measureEmergency(stage, pace.seconds)))
  if (has('todo')) figures.push(...(await measureTodo(stage, pace.seconds)))
  if (has('streams')) figures.push(...(await measureStreams(stage, 10_000, rounds)))
  if (has('charges')) figures.push(...(await measureCharges(stage, Number(options.charges))))
  if (has('appointments'))
    figures.push(...(await measureAppointments(stage, pace.seconds, options.quick ? 3 : 9)))
  if (has('browser')) figures.push(...(await measureBrowser(stage, options.quick ? 3 : 9)))

  const verdicts = figures.map(judge)
  if (rows.length > 0) say(`\n${header}`)
  for (const row of rows) say(showRow(row))
  say(`\n${showVerdicts(verdicts)}`)
  await mkdir('.data/bench-results', { recursive: true })
  await writeFile('.data/bench-results/latest.json', `${JSON.stringify({ rows, verdicts }, null, 2)}\n`)
  say('\nAs JSON: .data/bench-results/latest.json')
} finally {
  await stage.clear()
}
