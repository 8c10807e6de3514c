import { lockProvider } from '#/booking/server/index.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import type { BookingRules } from '#/sitting/shapes.ts'

type Own = Pick<ActorWork, 'db' | 'actor'>

/** Finds the caller's booking rules as a sitter, in any state of their record. */
export async function findBookingRules({ db, actor }: Own): Promise<BookingRules> {
  const own = await findOwnSitter(db, actor.userId)
  return {
    timeZone: own.time_zone,
    minimumNoticeMinutes: own.minimum_notice_minutes,
    maxPets: own.max_pets,
  }
}

/** Saves the rules. Pets that are already agreed stay, whatever the new rules. */
export async function saveBookingRules(
  work: ActorWork,
  { minimumNoticeMinutes, maxPets }: { minimumNoticeMinutes: number; maxPets: number },
): Promise<BookingRules> {
  const { db, actor, now } = work
  const own = await lockOwnSitter(db, actor.userId)
  await db
    .updateTable('pet_sitters')
    .set({ minimum_notice_minutes: minimumNoticeMinutes, max_pets: maxPets, updated_at: now })
    .where('id', '=', own.id)
    .execute()
  return findBookingRules(work)
}

async function findOwnSitter(db: Db, userId: string) {
  const row = await db
    .selectFrom('pet_sitters')
    .select(['id', 'time_zone', 'minimum_notice_minutes', 'max_pets'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row ?? refuseRequest('request.not_found')
}

async function lockOwnSitter(db: Db, userId: string) {
  const { id } = await findOwnSitter(db, userId)
  await lockProvider(db, { trade: 'sitting', providerId: id })
  return findOwnSitter(db, userId)
}
