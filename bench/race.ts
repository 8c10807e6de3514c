import { readFile, stat } from 'node:fs/promises'
import pg from 'pg'
import { type Client, clientAt, type Person } from '#/app/testing/people.ts'
import type { Figure } from './goals.ts'

type Slot = { date: string; startTime: string; endTime: string; startsAt: Date }
type Race = 'race for one slot' | 'race for overlapping times'
type Raced = { wrongRounds: number; otherAnswers: number; p50: number; worst: number; deadlocks: number }

/**
 * Sends 200 bookings at once through all servers, round after round: one wins, the rest are refused, and there is one row.
 * First all want the same slot; then half of them want one that begins in the middle of the other.
 */
export async function race(
  urls: string[],
  owners: Person[],
  database: { url: string; logFile: string },
  rounds: number,
): Promise<Figure[]> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query<{ id: string }>(
    'select id from veterinary_doctors order by id desc limit 100',
  )
  const vets = rows.map(({ id }) => id)
  const callers = urls.flatMap((url) => owners.map(({ cookie }) => clientAt(url, { cookie })))
  const run = (vetIds: string[], choose: typeof sameSlot) =>
    runRounds({ client, callers, vets: vetIds, rounds, choose, logFile: database.logFile })
  const same = await run(vets.slice(0, 50), sameSlot)
  await client.query(
    `insert into veterinary_schedules (id, veterinary_id, day_of_week, start_time, end_time)
     select gen_random_uuid(), veterinary_id, day_of_week, start_time + interval '15 min', end_time - interval '15 min'
     from veterinary_schedules where veterinary_id = any($1)`,
    [vets.slice(50)],
  )
  const overlapping = await run(vets.slice(50), overlappingSlots)
  await client.end()
  return [...figures('race for one slot', same), ...figures('race for overlapping times', overlapping)]
}

const sameSlot = (slots: Slot[]): [Slot, Slot] => [slots.at(-1)!, slots.at(-1)!]

function overlappingSlots(slots: Slot[]): [Slot, Slot] {
  for (const first of slots) {
    const second = slots.find(
      (slot) =>
        slot.startTime > first.startTime && slot.startTime < first.endTime && slot.endTime > first.endTime,
    )
    if (second) return [first, second]
  }
  throw new Error('No two free slots overlap')
}

async function runRounds(options: {
  client: pg.Client
  callers: Client[]
  vets: string[]
  rounds: number
  choose(slots: Slot[]): [Slot, Slot]
  logFile: string
}): Promise<Raced> {
  const { client, callers, vets, rounds, choose, logFile } = options
  const logged = (await stat(logFile)).size
  const times: number[] = []
  let wrongRounds = 0
  let otherAnswers = 0
  for (let round = 0; round < rounds; round++) {
    const vetId = vets[round % vets.length]!
    const { days } = await callers[0]!.booking.openDays({ trade: 'veterinary', providerId: vetId })
    const date = days.findLast(({ state }) => state === 'available')!.date
    const { slots } = await callers[0]!.booking.slots({ trade: 'veterinary', providerId: vetId, date })
    const wanted = choose(slots)
    const began = performance.now()
    const codes = await Promise.all(
      Array.from({ length: 200 }, async (_, racer) => {
        const { startTime, endTime } = wanted[racer % 2]!
        try {
          await callers[racer % callers.length]!.veterinary.book({
            vetId,
            slot: { date, startTime, endTime },
          })
          return 'won'
        } catch (error) {
          return String((error as { code?: string }).code)
        }
      }),
    )
    times.push(performance.now() - began)
    const { rowCount } = await client.query(
      `select from veterinary_appointments where veterinary_id = $1 and appointment_date = $2
       and start_time < $4 and end_time > $3 and status in ('pending', 'confirmed')`,
      [vetId, date, wanted[0].startTime, wanted[1].endTime],
    )
    const won = codes.filter((code) => code === 'won').length
    if (won !== 1 || rowCount !== 1) wrongRounds++
    otherAnswers += codes.filter((code) => code !== 'won' && code !== 'booking.slot_taken').length
  }
  times.sort((a, b) => a - b)
  const log = (await readFile(logFile, 'utf8')).slice(logged)
  return {
    wrongRounds,
    otherAnswers,
    p50: times[Math.floor(times.length / 2)]!,
    worst: times.at(-1)!,
    deadlocks: log.split('deadlock detected').length - 1,
  }
}

function figures(what: Race, { wrongRounds, otherAnswers, worst, p50, deadlocks }: Raced): Figure[] {
  return [
    { what: `${what}: rounds without exactly one winner and one row`, value: wrongRounds },
    { what: `${what}: answers that are neither`, value: otherAnswers },
    { what: `${what}: deadlocks in the log`, value: deadlocks },
    { what: `${what}: a round`, value: p50, at: 'median' },
    { what: `${what}: a round`, value: worst, at: 'slowest' },
  ]
}
