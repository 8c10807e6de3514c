import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Gazetteer, openGazetteer } from './gazetteer.ts'
import type { GazetteerTables } from './gazetteer-tables.ts'
import type { PostOfficeTables } from './post-office-tables.ts'
import { openPostOffices, type PostOffices } from './post-offices.ts'

const placesReader = fileURLToPath(new URL('./read-gazetteer.ts', import.meta.url))
const postOfficesReader = fileURLToPath(new URL('./read-post-offices.ts', import.meta.url))
const patienceMs = 30_000

let opened: { homeZone: string; gazetteer: Promise<Gazetteer> } | undefined
let openedOffices: Promise<PostOffices> | undefined

/** Reads the bundled places on first use. `homeZone` says which country's come first. */
export function bundledPlaces(homeZone: string): Promise<Gazetteer> {
  if (opened?.homeZone !== homeZone) {
    const gazetteer = readTables<GazetteerTables>(placesReader, homeZone).then(openGazetteer)
    opened = { homeZone, gazetteer }
    gazetteer.catch(() => {
      if (opened?.gazetteer === gazetteer) opened = undefined
    })
  }
  return opened.gazetteer
}

/** Reads India's areas and PIN codes when a name is first looked up; undefined for an operator elsewhere. */
export async function bundledPostOffices(cities: Gazetteer): Promise<PostOffices | undefined> {
  if (cities.homeCountry !== 'IN') return undefined
  openedOffices ??= readTables<PostOfficeTables>(postOfficesReader)
    .then((tables) => openPostOffices(tables, cities))
    .catch((error: unknown) => {
      openedOffices = undefined
      throw error
    })
  return openedOffices
}

async function readTables<Tables>(reader: string, ...input: string[]): Promise<Tables> {
  const child = fork(reader, input, {
    execArgv: [],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    timeout: patienceMs,
  })
  const [tables] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`${reader} could not be read: the process ended with ${code}`)
    }),
  ])) as [Tables]
  return tables
}
