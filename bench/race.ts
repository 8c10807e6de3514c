import pg from 'pg'
import { clientAt, type Person } from '#/app/testing/people.ts'

export type Raced = {
  rounds: number
  oneWinnerEach: boolean
  otherAnswers: number
  p50Ms: number
  worstMs: number
  deadlocks: number
}

/** 200 bookings of one slot at once, through all servers, again and again: one wins, the rest are told. */
export async function race(
  urls: string[],
  owners: Person[],
  databaseUrl: string,
  rounds: number,
): Promise<Raced> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows: vets } = await client.query<{ id: string }>(
    'select id from veterinary_doctors order by id desc limit 50',
  )
  const callers = urls.flatMap((url) => owners.map(({ cookie }) => clientAt(url, { cookie })))
  const times: number[] = []
  let oneWinnerEach = true
  let otherAnswers = 0
  for (let round = 0; round < rounds; round++) {
    const vetId = vets[round % vets.length]!.id
    const { days } = await callers[0]!.veterinary.openDays({ id: vetId })
    const date = days.findLast(({ state }) => state === 'available')!.date
    const { slots } = await callers[0]!.veterinary.slots({ id: vetId, date })
    const { startTime, endTime } = slots.at(-1)!
    const began = performance.now()
    const codes = await Promise.all(
      Array.from({ length: 200 }, async (_, racer) => {
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
    const won = codes.filter((code) => code === 'won').length
    oneWinnerEach &&= won === 1
    otherAnswers += codes.filter((code) => code !== 'won' && code !== 'booking.slot_taken').length
  }
  const { rows } = await client.query<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  await client.end()
  times.sort((a, b) => a - b)
  return {
    rounds,
    oneWinnerEach,
    otherAnswers,
    p50Ms: Math.round(times[Math.floor(times.length / 2)]!),
    worstMs: Math.round(times.at(-1)!),
    deadlocks: Number(rows[0]?.deadlocks),
  }
}
