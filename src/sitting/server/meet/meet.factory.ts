import type { Insertable } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { MeetGreets } from '#/kernel/server/schema.ts'
import { meetAnswerBy } from '#/sitting/meet.ts'

type MeetInput = {
  ownerId: string
  sitterId: string
  petIds?: readonly string[]
  times: [Date, ...Date[]]
  at: Date
  /** Agrees to the first time. */
  isAgreed?: boolean
  facts?: Partial<Insertable<MeetGreets>>
}

/** Makes a meet & greet in a park, for which an owner has asked, and returns its id. */
export async function makeMeet(
  db: Db,
  { ownerId, sitterId, petIds = [], times, at, isAgreed = false, facts = {} }: MeetInput,
): Promise<string> {
  const id = newId<'meet & greet'>()
  await db
    .insertInto('meet_greets')
    .values({
      id,
      pet_owner_id: ownerId,
      sitter_id: sitterId,
      service_type: 'day-care',
      kind: 'public',
      place: 'Cubbon Park, main gate',
      time_zone: 'Asia/Kolkata',
      suggested_by: 'owner',
      times,
      answer_by: meetAnswerBy(times, at),
      created_at: at,
      updated_at: at,
      ...(isAgreed && { status: 'agreed', starts_at: times[0], agreed_at: at, revision: 1 }),
      ...facts,
    })
    .execute()
  for (const [index, pet_id] of petIds.entries())
    await db
      .insertInto('meet_greet_pets')
      .values({ meet_greet_id: id, pet_id, position: index + 1 })
      .execute()
  return id
}
