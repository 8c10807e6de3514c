import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Gazetteer, openGazetteer } from './gazetteer.ts'
import type { GazetteerTables } from './gazetteer-tables.ts'

const reader = fileURLToPath(new URL('./read-gazetteer.ts', import.meta.url))
const patienceMs = 30_000

let opened: { homeZone: string; gazetteer: Promise<Gazetteer> } | undefined

/** The places that came with the packages, read when they are first asked for. `homeZone` says whose are meant first. */
export function bundledPlaces(homeZone: string): Promise<Gazetteer> {
  if (opened?.homeZone !== homeZone) {
    const gazetteer = readTables(homeZone).then(openGazetteer)
    opened = { homeZone, gazetteer }
    // What failed once is tried again by the next one who asks.
    gazetteer.catch(() => {
      if (opened?.gazetteer === gazetteer) opened = undefined
    })
  }
  return opened.gazetteer
}

async function readTables(homeZone: string): Promise<GazetteerTables> {
  const child = fork(reader, [homeZone], {
    execArgv: [],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: patienceMs,
  })
  const [tables] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`The places could not be read: the process ended with ${code}`)
    }),
  ])) as [GazetteerTables]
  return tables
}
