import { addDays, dayOf } from '#/kernel/time.ts'
import type { Figure } from './goals.ts'
import { measure, type Sample } from './load.ts'
import { rpc, signUpOwners } from './scenarios.ts'
import { benchCities, benchPositions, seedSearch } from './seed.ts'
import { type Stage, say } from './stage.ts'

const providers = 100_000

/** Returns the input of a search; `n` counts requests, so that no two in a row are the same. */
export type Searches = Partial<Record<Figure['what'], (n: number) => object>>

const vets: Searches = {
  // About 130 vets share an area and a city, and one in five of them is a surgeon.
  'vets among 100,000, by words that few have': (n) => ({
    location: `Area ${10 + (n % 80)}, ${benchCities[n % benchCities.length]}`,
    specialization: 'surg',
  }),
  'vets among 100,000, by words that 20,000 have': () => ({ location: 'area', specialization: 'general' }),
  'vets among 100,000, by a place': (n) => ({
    location: `Area ${10 + (n % 80)}, ${benchCities[n % benchCities.length]}`,
  }),
  'vets among 100,000, by a name': (n) => ({ q: `vet ${10_000 + ((n * 7919) % 90_000)}` }),
  'vets among 100,000, best rated': () => ({}),
  'vets among 100,000, cheapest': () => ({ sort: 'price' }),
  'vets among 100,000, nearest': (n) => ({ sort: 'distance', ...positionOf(n) }),
  'vets among 100,000, within 5 km, best rated': (n) => ({ within: 5, ...positionOf(n) }),
  'vets among 100,000, up to a price that 80 have': () => ({ maxPrice: 50_003 }),
  'vets among 100,000, rated 4.5 or better, cheapest': () => ({ minRating: 4.5, sort: 'price' }),
  'vets among 100,000, online, nearest': (n) => ({ meeting: 'online', sort: 'distance', ...positionOf(n) }),
  'vets among 100,000, in person, best rated': () => ({ meeting: 'in_person' }),
  'vets among 100,000, free within 7 days': () => ({ freeWithin: 7 }),
  'vets among 100,000, free on chosen days': (n) => ({ freeOn: [inDays(2 + (n % 3)), inDays(6)] }),
  'vets among 100,000, free within 7 days, nearest': (n) => ({
    freeWithin: 7,
    sort: 'distance',
    ...positionOf(n),
  }),
}

/** Filters, hours and pages of the other trades. The module is the same that `vets` measures. */
const trainers: Searches = {
  'trainers among 100,000, by a speciality and a place': (n) => ({
    location: `Area ${10 + (n % 80)}, ${benchCities[n % benchCities.length]}`,
    specialization: 'Agility Training',
  }),
  'trainers among 100,000, best rated': () => ({}),
  'trainers among 100,000, nearest': (n) => ({ sort: 'distance', ...positionOf(n) }),
  'trainers among 100,000, free within 7 days': () => ({ freeWithin: 7 }),
}
const stylists: Searches = {
  'stylists among 100,000, by a service and a place': (n) => ({
    location: `Area ${10 + (n % 80)}, ${benchCities[n % benchCities.length]}`,
    service: 'Nail Trimming',
  }),
  'stylists among 100,000, best rated': () => ({}),
  'stylists among 100,000, nearest': (n) => ({ sort: 'distance', ...positionOf(n) }),
  'stylists among 100,000, free within 7 days': () => ({ freeWithin: 7 }),
}
const searches: Record<string, Searches> = {
  'veterinary/vets': vets,
  'training/trainers': trainers,
  'styling/stylists': stylists,
}

/** Returns a day after today in India, where the providers are. */
const inDays = (count: number) => addDays(dayOf(new Date(), 'Asia/Kolkata'), count)

export function positionOf(n: number) {
  const [lat, lon] = benchPositions[n % benchPositions.length]!
  return { lat: lat + ((n % 7) - 3) / 50, lon: lon + ((n % 5) - 2) / 50 }
}

/** Returns the median times of pages of 20 out of 100,000 providers of a trade, one request at a time. */
export async function measureSearch(stage: Stage, seconds: number): Promise<Figure[]> {
  say(`\nSeeding ${providers.toLocaleString('en')} vets, trainers and stylists…`)
  const url = await stage.database('bench_search')
  await seedSearch(url, providers)
  const server = await stage.server(url)
  const [owner] = await signUpOwners(server.url, 1)
  const figures: Figure[] = []
  for (const [path, ofTrade] of Object.entries(searches))
    for (const [what, search] of Object.entries(ofTrade)) {
      const value = await timeOf(server.url, seconds, (n) => ({
        method: 'GET' as const,
        path: rpc(path, search(n)),
        headers: { cookie: owner!.cookie },
      }))
      figures.push({ what: what as Figure['what'], value })
    }
  await server.end('SIGTERM')
  return figures
}

/** Returns the median time of an answer in milliseconds, after a warm-up. */
export async function timeOf(url: string, seconds: number, sample: (n: number) => Sample): Promise<number> {
  let turn = 0
  const next = () => sample(turn++)
  await measure(url, { connections: 1, seconds: seconds / 3, next })
  const { p50, failed } = await measure(url, { connections: 1, seconds, next })
  if (failed > 0) throw new Error(`${failed} searches failed: ${sample(0).path}`)
  return p50
}
