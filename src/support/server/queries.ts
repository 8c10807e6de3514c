import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import type { ContactTopic } from '#/support/rules.ts'

type NewMessage = {
  id: string
  name: string
  email: string | null
  phone: string | null
  topic: ContactTopic
  message: string
  userId: string | null
  now: Date
}

/** Stores a message; returns its number. */
export async function insertMessage(db: Db, { userId, now, ...row }: NewMessage): Promise<number> {
  const { number } = await db
    .insertInto('contact_messages')
    .values({ ...row, user_id: userId, created_at: now })
    .returning('number')
    .executeTakeFirstOrThrow()
  return number
}

/** Uses up a message number, so that no message gets it. */
export async function skipNumber(db: Db): Promise<number> {
  const { rows } = await sql<{ number: number }>`select nextval('contact_message_number') as number`.execute(
    db,
  )
  return rows[0]!.number
}

export async function findWishes(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('service_wishes')
    .select('service')
    .where('user_id', '=', userId)
    .orderBy('service')
    .execute()
  return rows.map(({ service }) => service)
}

export async function insertWish(
  db: Db,
  { userId, service, now }: { userId: string; service: string; now: Date },
): Promise<void> {
  await db
    .insertInto('service_wishes')
    .values({ user_id: userId, service, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteWish(db: Db, userId: string, service: string): Promise<void> {
  await db.deleteFrom('service_wishes').where('user_id', '=', userId).where('service', '=', service).execute()
}

export async function findWishedServices(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('service_wishes').select('service').distinct().execute()
  return rows.map(({ service }) => service)
}

const atOnce = 500

/** Deletes a batch of requests for a service; returns their user ids. */
export async function takeWishes(db: Db, service: string): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    delete from service_wishes where service = ${service} and user_id in (
      select user_id from service_wishes where service = ${service}
      order by user_id limit ${atOnce} for update skip locked
    ) returning user_id
  `.execute(db)
  return rows.map(({ user_id }) => user_id)
}
