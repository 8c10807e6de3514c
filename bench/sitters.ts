import { addDays, dayOf } from '#/kernel/time.ts'
import type { SitterSearchInput } from '#/sitting/search.ts'
import type { Figure } from './goals.ts'
import { rpc, signUpOwners } from './scenarios.ts'
import { positionOf, timeOf } from './search.ts'
import { benchCities } from './seed.ts'
import { seedSitters } from './seed-sitters.ts'
import { type Stage, say } from './stage.ts'

const sitters = 100_000

type Search = (n: number, petIds: string[]) => SitterSearchInput

const searches: Partial<Record<Figure['what'], Search>> = {
  'sitters among 100,000, recommended': () => ({}),
  'sitters among 100,000, best rated': () => ({ sort: 'rating' }),
  'sitters among 100,000, cheapest night': () => ({ service: 'hostel-checkin', sort: 'price' }),
  'sitters among 100,000, cheapest hour': () => ({ service: 'dog-walking', sort: 'price' }),
  'sitters among 100,000, nearest': (n) => ({ sort: 'distance', ...positionOf(n) }),
  'sitters among 100,000, for a stay': () => ({ service: 'hostel-checkin' }),
  'sitters among 100,000, for walks': () => ({ service: 'dog-walking' }),
  'sitters among 100,000, for day care': () => ({ service: 'day-care' }),
  'sitters among 100,000, by words that few have': (n) => ({
    location: `Area ${10 + (n % 80)}, ${benchCities[n % benchCities.length]}`,
  }),
  'sitters among 100,000, by a name': (n) => ({ q: `sitter ${10_000 + ((n * 7919) % 90_000)}` }),
  'sitters among 100,000, within 5 km': (n) => ({ within: 5, ...positionOf(n) }),
  'sitters among 100,000, up to a price that 80 have': () => ({ maxPrice: 10_003 }),
  'sitters among 100,000, rated 4.5 or better, nearest': (n) => ({
    minRating: 4.5,
    sort: 'distance',
    ...positionOf(n),
  }),
  'sitters among 100,000, with years that 100 have': () => ({ minYears: 45 }),
  'sitters among 100,000, verified, which 500 are': () => ({ isVerified: true }),
  'sitters among 100,000, for giant pets, without pets of their own, nearest': (n) => ({
    size: 'giant',
    noOwnPets: true,
    sort: 'distance',
    ...positionOf(n),
  }),
  'sitters among 100,000, for services and sizes that 200 take': () => ({
    service: 'day-care',
    size: 'small',
    isVerified: true,
    minYears: 20,
    noOwnPets: true,
  }),
  'sitters among 100,000, for two own pets': (_, petIds) => ({ petIds }),
  'sitters among 100,000, with room for a stay of 7 days': (n, petIds) => ({
    petIds,
    service: 'hostel-checkin',
    startDate: soon(n),
    endDate: soon(n, 7),
  }),
  'sitters among 100,000, with room for a stay of 7 days, nearest': (n, petIds) => ({
    petIds,
    service: 'hostel-checkin',
    startDate: soon(n),
    endDate: soon(n, 7),
    sort: 'distance',
    ...positionOf(n),
  }),
  'sitters among 100,000, with room for day care on 7 days': (n, petIds) => ({
    petIds,
    service: 'day-care',
    startDate: soon(n),
    endDate: soon(n, 6),
    startTime: '09:00',
    endTime: '18:00',
  }),
  'sitters among 100,000, with room for walks each week': (n, petIds) => ({
    petIds,
    service: 'dog-walking',
    schedule: 'repeat-weekly',
    startDate: soon(n),
    daysOfWeek: ['monday', 'wednesday', 'friday'],
    startTime: '17:00',
    endTime: '18:00',
  }),
}

const soon = (n: number, days = 0) => addDays(dayOf(new Date(), 'Asia/Kolkata'), 2 + (n % 3) + days)

/**
 * Returns the median times of pages of 20 out of 100,000 sitters, one request at a time, each beside a bare server that reads
 * the same order in one statement, without filters and rooms.
 */
export async function measureSitters(stage: Stage, seconds: number): Promise<Figure[]> {
  say(`\nSeeding ${sitters.toLocaleString('en')} sitters…`)
  const url = await stage.database('bench_sitters')
  await seedSitters(url, sitters)
  const server = await stage.server(url)
  const yardstick = await stage.yardstick(url)
  const [owner] = await signUpOwners(server.url, 1)
  const petIds: string[] = []
  for (const name of ['Bruno', 'Rani']) {
    const { id } = await owner!.call.pets.add({ name, species: 'dog', sizeLbs: 30 })
    petIds.push(id)
  }
  const figures: Figure[] = []
  for (const [what, search] of Object.entries(searches)) {
    const value = await timeOf(server.url, seconds, (n) => ({
      method: 'GET' as const,
      path: rpc('sitting/sitters', search(n, petIds)),
      headers: { cookie: owner!.cookie },
    }))
    const bare = await timeOf(yardstick.url, seconds / 3, (n) => ({
      method: 'GET' as const,
      path: `/sitters?${new URLSearchParams(Object.entries(search(n, petIds)).map(([key, one]) => [key, String(one)]))}`,
    }))
    figures.push({ what: what as Figure['what'], value, at: `bare server ${bare.toFixed(2)} ms` })
  }
  await server.end('SIGTERM')
  yardstick.process.kill('SIGTERM')
  return figures
}
