import type { Figure } from './goals.ts'
import { measure } from './load.ts'
import { rpc, signUpOwners } from './scenarios.ts'
import { benchCities, seedSearch } from './seed.ts'
import { type Stage, say } from './stage.ts'

const vets = 100_000

/** Returns the median time of a page of 20 out of 100,000 vets, searched by words in two fields, one request at a time. */
export async function measureSearch(stage: Stage, seconds: number): Promise<Figure[]> {
  say(`\nSeeding ${vets.toLocaleString('en')} vets…`)
  const url = await stage.database('bench_search')
  await seedSearch(url, vets)
  const server = await stage.server(url)
  const [owner] = await signUpOwners(server.url, 1)
  let turn = 0
  const median = async (filters: (n: number) => object) => {
    const next = () => ({
      method: 'GET' as const,
      path: rpc('veterinary/vets', filters(turn++)),
      headers: { cookie: owner!.cookie },
    })
    await measure(server.url, { connections: 1, seconds: seconds / 3, next })
    const { p50, failed } = await measure(server.url, { connections: 1, seconds, next })
    if (failed > 0) throw new Error(`${failed} searches failed`)
    return p50
  }
  // About 130 vets share an area and a city, and one in five of them is a surgeon.
  const few = await median((n) => ({
    location: `Area ${10 + (n % 80)}, ${benchCities[n % benchCities.length]}`,
    specialization: 'surg',
  }))
  const many = await median(() => ({ location: 'area', specialization: 'general' }))
  await server.end('SIGTERM')
  return [
    { what: 'vets among 100,000, by words that few have', value: few },
    { what: 'vets among 100,000, by words that 20,000 have', value: many },
  ]
}
