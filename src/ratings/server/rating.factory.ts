import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'

type RatingInput = {
  appointmentId: string
  providerId: string
  ownerId: string
  stars: number
  feedback?: string | null
  at?: Date
}

/** Inserts a rating of an appointment in any trade, and returns its id. */
export async function makeRating(db: Db, input: RatingInput): Promise<string> {
  const id = newId<'rating'>()
  const { series_id } = await db
    .selectFrom('appointments')
    .select('series_id')
    .where('id', '=', input.appointmentId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('ratings')
    .values({
      id,
      appointment_id: input.appointmentId,
      series_id,
      provider_id: input.providerId,
      pet_owner_id: input.ownerId,
      rating: input.stars,
      feedback: input.feedback ?? null,
      created_at: input.at ?? new Date(),
    })
    .execute()
  return id
}
