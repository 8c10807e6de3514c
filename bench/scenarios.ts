import pg from 'pg'
import { type Person, signUpAt } from '#/app/testing/people.ts'
import { addDays, dayOf } from '#/kernel/time.ts'
import type { Sample } from './load.ts'
import { benchCities } from './seed.ts'

export type Scenario = {
  what:
    | 'slots of a day'
    | 'open days of a month'
    | 'vet list with both filters'
    | 'bookings of distinct slots'
  ours(): Sample
  yardstick(): Sample
}

export const rpc = (path: string, input: object) =>
  `/rpc/${path}?data=${encodeURIComponent(JSON.stringify({ json: input }))}`

export async function signUpOwners(url: string, count = 40): Promise<Person[]> {
  const owners: Person[] = []
  for (let n = 0; n < count; n++) owners.push(await signUpAt(url, `owner${n}-${Date.now()}`))
  return owners
}

export async function vetIds(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ id: string }>('select id from veterinary_doctors order by id')
  await client.end()
  return rows.map(({ id }) => id)
}

const words = ['Surg', 'Derma', 'general', 'cats', 'bird']
// Half hours from 9:00 to 17:00, without lunch at 13:00.
const halfHours = [0, 1, 2, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15]
const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** The requests, each for another vet by another owner, and the same for the bare server. */
export function scenariosFor(vets: string[], owners: Person[], name: string): Scenario[] {
  const today = dayOf(new Date(), 'Asia/Kolkata')
  let turn = 0
  const vetOf = (n: number) => vets[n % vets.length]!
  const cookieOf = (n: number) => ({ cookie: owners[n % owners.length]!.cookie })
  const get = (path: string, n: number): Sample => ({ method: 'GET', path, headers: cookieOf(n) })
  const bare = (path: string): Sample => ({ method: 'GET', path })

  let booked = 0
  /** Each request has its own slot, owner and key. */
  function booking(): Sample {
    const n = booked++
    const round = Math.floor(n / vets.length)
    const minute = 9 * 60 + 30 * halfHours[round % 14]!
    const date = addDays(today, 29 - (Math.floor(round / 14) % 2))
    const slot = { date, startTime: clock(minute), endTime: clock(minute + 30) }
    return {
      method: 'POST',
      path: '/rpc/veterinary/book',
      headers: {
        ...cookieOf(round + n),
        'content-type': 'application/json',
        'idempotency-key': `bench-${name}-${n}`,
      },
      body: JSON.stringify({ json: { vetId: vetOf(n), slot } }),
    }
  }

  let inserted = 0
  return [
    {
      what: 'slots of a day',
      ours: () => {
        const n = turn++
        return get(
          rpc('booking/slots', {
            trade: 'veterinary',
            providerId: vetOf(n),
            date: addDays(today, 1 + (n % 28)),
          }),
          n,
        )
      },
      yardstick: () => {
        const n = turn++
        return bare(`/slots?id=${vetOf(n)}&date=${addDays(today, 1 + (n % 28))}`)
      },
    },
    {
      what: 'open days of a month',
      ours: () => {
        const n = turn++
        return get(rpc('booking/openDays', { trade: 'veterinary', providerId: vetOf(n) }), n)
      },
      yardstick: () => bare(`/days?id=${vetOf(turn++)}`),
    },
    {
      what: 'vet list with both filters',
      ours: () => {
        const n = turn++
        const filters = {
          location: benchCities[n % benchCities.length],
          specialization: words[n % words.length],
        }
        return get(rpc('veterinary/vets', filters), n)
      },
      yardstick: () => {
        const n = turn++
        const city = encodeURIComponent(benchCities[n % benchCities.length]!)
        return bare(`/vets?location=${city}&specialization=${words[n % words.length]}`)
      },
    },
    {
      what: 'bookings of distinct slots',
      ours: booking,
      yardstick: () => {
        const n = inserted++
        const user = owners[n % owners.length]!.userId
        return { method: 'POST', path: `/book?id=${vetOf(n)}&user=${user}&at=${n * 1_800_000}` }
      },
    },
  ]
}
