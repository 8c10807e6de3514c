import { sql } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'

type NewMessage = {
  id: string
  name: string
  email: string | null
  phone: string | null
  topic: string
  message: string
  userId: string | null
  now: Date
}

/** Stores a message; answers with its number. */
export async function insertMessage(db: Db, { userId, now, ...row }: NewMessage): Promise<number> {
  const { number } = await db
    .insertInto('contact_messages')
    .values({ ...row, user_id: userId, created_at: now })
    .returning('number')
    .executeTakeFirstOrThrow()
  return number
}

/** A number as a message would have got it, which none will have. */
export async function skipNumber(db: Db): Promise<number> {
  const { rows } = await sql<{ number: number }>`select nextval('contact_message_number') as number`.execute(
    db,
  )
  return rows[0]!.number
}
