import { sql } from 'kysely'
import { z } from 'zod'
import { DAY } from '#/kernel/duration.ts'
import type { Db } from '#/kernel/server/db.ts'
import { deleteBatch } from '#/kernel/server/delete-batch.ts'
import { type Place, placeSchema } from '#/location/contract.ts'

const keptDays = 30
const oldest = (now: Date) => new Date(now.getTime() - keptDays * DAY)

type Question = { service: string; question: string }

export async function findLookup(db: Db, asked: Question, now: Date): Promise<Place[] | undefined> {
  const found = await db
    .selectFrom('place_lookups')
    .select('places')
    .where('service', '=', asked.service)
    .where('question', '=', asked.question)
    .where('answered_at', '>', oldest(now))
    .executeTakeFirst()
  return z.array(placeSchema).safeParse(found?.places).data
}

export async function keepLookup(db: Db, asked: Question, places: Place[], now: Date): Promise<void> {
  const answer = { places: JSON.stringify(places), answered_at: now }
  await db
    .insertInto('place_lookups')
    .values({ ...asked, ...answer })
    .onConflict((conflict) => conflict.columns(['service', 'question']).doUpdateSet(answer))
    .execute()
}

export function forgetLookups(db: Db, now: Date): Promise<number> {
  return deleteBatch(db, 'place_lookups', sql`answered_at <= ${oldest(now)}`)
}

/**
 * Takes the turn at a service for at most `leaseMs` and returns 0, or returns the milliseconds until it may be free. By
 * the database's clock and in one statement, so that no two processes have it at once.
 */
export async function takeTurn(db: Db, service: string, leaseMs: number): Promise<number> {
  const { rows } = await sql<{ wait: number }>`
    with taken as (
      insert into geocoder_turns as turns (service, next_at)
      values (${service}, clock_timestamp() + ${milliseconds(leaseMs)})
      on conflict (service) do update set next_at = excluded.next_at where turns.next_at <= clock_timestamp()
      returning 0::float8 as wait
    )
    select wait from taken
    union all
    select greatest(1, extract(epoch from next_at - clock_timestamp()) * 1000)::float8
      from geocoder_turns where service = ${service} and not exists (select from taken)
  `.execute(db)
  return rows[0]?.wait ?? leaseMs
}

/** Gives the turn back; the next may be taken after `pauseMs`. */
export async function endTurn(db: Db, service: string, pauseMs: number): Promise<void> {
  await sql`
    update geocoder_turns set next_at = clock_timestamp() + ${milliseconds(pauseMs)} where service = ${service}
  `.execute(db)
}

const milliseconds = (ms: number) => sql`make_interval(secs => ${ms / 1000}::float8)`
