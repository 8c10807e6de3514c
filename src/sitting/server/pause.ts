import { lockProvider } from '#/booking/server/index.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { addDays, type Day, dayOf } from '#/kernel/time.ts'
import { refuse } from '#/sitting/errors.ts'
import type { RequestPaused, RequestResumed } from '#/sitting/events.ts'
import { type Occurrence, occurrencesOf } from '#/sitting/plan.ts'
import type { DayRange } from '#/sitting/room.ts'
import { isFarEnough, mostDaysAhead, mostPauses } from '#/sitting/rules.ts'
import type { Resumed } from '#/sitting/shapes.ts'
import { makeOccurrences, noteGaps } from './accept.ts'
import { cancelFrom, findOwn, isGoingOn, type Repeating, sortByRoom } from './repeat.ts'
import { type Asked, covers, findPauses, planOf } from './request-rows.ts'

/**
 * Pauses a repeat from one day to another: cancels its appointments on these days, and makes no new ones for them. One
 * notice tells each side.
 * @throws request.not_found, sitting.nothing_left, sitting.ends_first, sitting.past, sitting.too_far,
 * sitting.paused_already, sitting.too_many_pauses
 */
export async function pauseRequest(
  work: ActorWork,
  { requestId, startDate, endDate }: { requestId: string } & DayRange,
): Promise<{ cancelled: number }> {
  const { db, now } = work
  const { asked, side } = await findOwn(work, requestId)
  if (!goesOn(asked)) return refuse('sitting.nothing_left')
  const today = dayOf(now, asked.time_zone)
  if (endDate < startDate) refuse('sitting.ends_first')
  if (startDate < today) refuse('sitting.past')
  if (endDate > addDays(today, mostDaysAhead)) refuse('sitting.too_far')
  const own = (await findPauses(work, asked.id)).filter(({ by }) => (by === 'owner') === (side === 'owner'))
  if (isCovered({ startDate, endDate }, own)) refuse('sitting.paused_already')
  const { count } = await db
    .selectFrom('sitting_pauses')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('request_id', '=', asked.id)
    .executeTakeFirstOrThrow()
  if (Number(count) >= mostPauses) refuse('sitting.too_many_pauses')
  const pauseId = newId()
  await db
    .insertInto('sitting_pauses')
    .values({
      id: pauseId,
      request_id: asked.id,
      start_date: startDate,
      end_date: endDate,
      created_at: now,
      made_by: side === 'owner' ? 'owner' : 'sitter',
    })
    .execute()
  const { days, refund } = await cancelFrom(work, asked.id, side, { startDate, endDate }, 'Paused')
  await noteGaps(
    db,
    asked.id,
    days.map((day) => ({ day, reason: 'paused', pauseId })),
    now,
  )
  await work.announce<RequestPaused>('sitting.paused', { pauseId, refund })
  return { cancelled: days.length }
}

/** Tells whether pauses leave no day of a range out, one alone or several together. */
function isCovered({ startDate, endDate }: DayRange, pauses: readonly DayRange[]): boolean {
  for (let day = startDate; day <= endDate; day = addDays(day, 1))
    if (!pauses.some((pause) => covers(pause, day))) return false
  return true
}

const goesOn = (asked: Asked) =>
  asked.schedule_type === 'repeat-weekly' && asked.accepted_at !== null && asked.ended_at === null

/**
 * Ends a pause early for the side that made it: makes the appointments again that it cancelled or left out, if they are
 * far enough ahead and the sitter still has room. One notice tells each side.
 * @throws request.not_found, sitting.nothing_left, sitting.not_paused, sitting.not_your_pause
 */
export async function resumeRequest(
  work: ActorWork & Repeating,
  { requestId, pauseId }: { requestId: string; pauseId: string },
): Promise<Resumed> {
  const { db, now } = work
  // The sitter's lock comes first, before that of the request.
  const { asked: seen } = await findOwn(work, requestId, { isLocked: false })
  await lockProvider(db, { trade: 'sitting', providerId: seen.sitter_id })
  const { asked, side } = await findOwn(work, requestId)
  if (!goesOn(asked)) return refuse('sitting.nothing_left')
  const pauses = await findPauses(work, asked.id)
  const pause = pauses.find(({ id }) => id === pauseId)
  if (!pause || pause.endDate < dayOf(now, asked.time_zone)) return refuse('sitting.not_paused')
  if ((pause.by === 'owner') !== (side === 'owner')) return refuse('sitting.not_your_pause')
  await db.updateTable('sitting_pauses').set({ resumed_at: now }).where('id', '=', pauseId).execute()
  const resumed = await makeAgain(
    work,
    asked,
    pauseId,
    pauses.filter(({ id }) => id !== pauseId),
  )
  await work.announce<RequestResumed>('sitting.resumed', { pauseId, ...resumed })
  return resumed
}

/** Makes the days of an ended pause again, except those that another pause covers. */
async function makeAgain(
  work: ActorWork & Repeating,
  asked: Asked,
  pauseId: string,
  others: Awaited<ReturnType<typeof findPauses>>,
): Promise<Resumed> {
  const { db, now } = work
  const gaps = await db
    .selectFrom('sitting_gaps')
    .select('day')
    .where('pause_id', '=', pauseId)
    .orderBy('day')
    .execute()
  const free: Day[] = []
  for (const { day } of gaps) {
    const other = others.find((one) => covers(one, day))
    if (other) await changeGap(work, asked.id, day, { reason: 'paused', pause_id: other.id })
    else free.push(day)
  }
  const [first] = free
  if (!first) return { made: [], left: [] }
  const upcoming = occurrencesOf(planOf(asked), asked.time_zone, first, free.at(-1)!).filter(
    ({ day, startsAt }) => free.includes(day) && startsAt > now,
  )
  const inTime = upcoming.filter(({ startsAt }) => isFarEnough(startsAt, now))
  const { possible, gaps: without } = await sortOut(work, asked, inTime)
  const made = possible.map(({ day }) => day)
  if (made.length > 0) {
    await db
      .updateTable('sitting_details')
      .set({ remade_at: now })
      .where('request_id', '=', asked.id)
      .where('day', 'in', made)
      .where('remade_at', 'is', null)
      .execute()
    await db.deleteFrom('sitting_gaps').where('request_id', '=', asked.id).where('day', 'in', made).execute()
    await makeOccurrences(work, asked, possible, null)
  }
  for (const { day, reason } of without) await changeGap(work, asked.id, day, { reason, pause_id: null })
  const soon = upcoming.filter(({ startsAt }) => !isFarEnough(startsAt, now))
  return { made, left: [...soon.map(({ day }) => ({ day, reason: 'soon' as const })), ...without] }
}

/** Nothing is made with a sitter who can't act at the moment, or for somebody who is leaving. */
async function sortOut(work: ActorWork & Repeating, asked: Asked, occurrences: readonly Occurrence[]) {
  const going = await work.db
    .selectFrom('sitting_requests as r')
    .select('r.id')
    .where('r.id', '=', asked.id)
    .where(isGoingOn)
    .executeTakeFirst()
  if (going) return await sortByRoom(work, asked, occurrences)
  return { possible: [], gaps: occurrences.map(({ day }) => ({ day, reason: 'away' as const })) }
}

const changeGap = (
  { db }: Pick<ActorWork, 'db'>,
  requestId: string,
  day: Day,
  to: { reason: 'paused' | 'away' | 'closed' | 'full' | 'booked'; pause_id: string | null },
) =>
  db.updateTable('sitting_gaps').set(to).where('request_id', '=', requestId).where('day', '=', day).execute()
