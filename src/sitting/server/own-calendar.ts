import { lockProvider } from '#/booking/server/index.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { addDays, type Day, dayBounds, dayOf } from '#/kernel/time.ts'
import { refuse } from '#/sitting/errors.ts'
import { mostDaysAhead, mostHolidays } from '#/sitting/rules.ts'
import type { OwnCalendar } from '#/sitting/shapes.ts'

type Own = Pick<ActorWork, 'db' | 'actor' | 'now'>

/** Finds the caller's calendar as a sitter, in any state of their record. */
export async function findOwnCalendar({ db, actor, now }: Own): Promise<OwnCalendar> {
  const own = await findOwnSitter(db, actor.userId)
  const holidays = await db
    .selectFrom('pet_sitter_holidays')
    .select(['id', 'start_date as startDate', 'end_date as endDate', 'reason'])
    .where('pet_sitter_id', '=', own.id)
    .where('end_date', '>=', dayOf(now, own.time_zone))
    .orderBy('start_date')
    .orderBy('id')
    .execute()
  return {
    timeZone: own.time_zone,
    minimumNoticeMinutes: own.minimum_notice_minutes,
    maxPets: own.max_pets,
    holidays,
  }
}

/** Saves the settings. Pets that are already agreed stay, whatever the new settings. */
export async function saveSettings(
  work: ActorWork,
  { minimumNoticeMinutes, maxPets }: { minimumNoticeMinutes: number; maxPets: number },
): Promise<OwnCalendar> {
  const { db, actor, now } = work
  const own = await lockOwnSitter(db, actor.userId)
  await db
    .updateTable('pet_sitters')
    .set({ minimum_notice_minutes: minimumNoticeMinutes, max_pets: maxPets, updated_at: now })
    .where('id', '=', own.id)
    .execute()
  return findOwnCalendar(work)
}

/**
 * Adds days away, behind the sitter's lock, so that no request for them is accepted meanwhile.
 * @throws sitting.holiday_ends_first, sitting.past, sitting.too_far, sitting.holiday_known, sitting.bookings_then
 */
export async function addHoliday(
  work: ActorWork,
  { startDate, endDate, reason }: { startDate: Day; endDate: Day; reason: string | null },
): Promise<OwnCalendar> {
  const { db, actor, now } = work
  const own = await lockOwnSitter(db, actor.userId)
  const today = dayOf(now, own.time_zone)
  if (endDate < startDate) refuse('sitting.holiday_ends_first')
  if (endDate < today) refuse('sitting.past')
  if (endDate > addDays(today, mostDaysAhead * 2)) refuse('sitting.too_far')
  const known = await db
    .selectFrom('pet_sitter_holidays')
    .select(['start_date', 'end_date'])
    .where('pet_sitter_id', '=', own.id)
    .where('end_date', '>=', today)
    .execute()
  if (known.some((one) => one.start_date <= startDate && endDate <= one.end_date))
    refuse('sitting.holiday_known')
  if (known.length >= mostHolidays) refuse('sitting.too_many_holidays')
  const booked = await db
    .selectFrom('appointments')
    .select('id')
    .where('provider_id', '=', own.id)
    .where('status', '=', 'confirmed')
    .where('starts_at', '<', dayBounds(endDate, own.time_zone).endsAt)
    .where('ends_at', '>', dayBounds(startDate, own.time_zone).startsAt)
    .limit(1)
    .executeTakeFirst()
  if (booked) refuse('sitting.bookings_then')
  await db
    .insertInto('pet_sitter_holidays')
    .values({ id: newId(), pet_sitter_id: own.id, start_date: startDate, end_date: endDate, reason })
    .execute()
  return findOwnCalendar(work)
}

export async function removeHoliday(work: ActorWork, { id }: { id: string }): Promise<OwnCalendar> {
  const { db, actor } = work
  const own = await lockOwnSitter(db, actor.userId)
  const removed = await db
    .deleteFrom('pet_sitter_holidays')
    .where('id', '=', id)
    .where('pet_sitter_id', '=', own.id)
    .executeTakeFirst()
  if (removed.numDeletedRows === 0n) return refuseRequest('request.not_found')
  return findOwnCalendar(work)
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
