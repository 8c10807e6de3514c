import { sql } from 'kysely'
import { cardPathFor } from '#/appointments/card-path.ts'
import { destination } from '#/appointments/rules.ts'
import {
  asSeenBy,
  movable,
  refundIfCancelled,
  selectAppointments,
  writeMove,
} from '#/appointments/server/index.ts'
import { lockProvider } from '#/booking/server/index.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import type { RowSweep } from '#/kernel/server/jobs.ts'
import type { ActorWork, Work } from '#/kernel/server/work.ts'
import { addDays, type Day, dayOf, formatDay } from '#/kernel/time.ts'
import { notify } from '#/notifications/server/index.ts'
import { hasRoom } from '#/sitting/capacity.ts'
import { refuse } from '#/sitting/errors.ts'
import type { RequestEnded } from '#/sitting/events.ts'
import { type Occurrence, occurrencesOf } from '#/sitting/plan.ts'
import { type DayRange, overlapsAny, takenOn, whyNot } from '#/sitting/room.ts'
import { isFarEnough, weeksAhead } from '#/sitting/rules.ts'
import type { Leaving } from '#/sitting/shapes.ts'
import { titleOf } from '#/sitting/text.ts'
import { makeOccurrences, noteGaps, readRoom } from './accept.ts'
import { findBooked } from './asked-once.ts'
import { type Asked, covers, findPauses, planOf, selectRequests } from './request-rows.ts'
import type { SittingWork } from './sitting-work.ts'

export type Repeating = Work & Pick<SittingWork, 'config'>

/** Tells of a request `r` whether its sitter can act and neither side is leaving. */
export const isGoingOn = sql<boolean>`
  not exists (select from barred_providers b where b.id = r.sitter_id)
  and not exists (select from users u join pet_sitters s on s.user_id = u.id
                   where s.id = r.sitter_id and u.leaving_since is not null)
  and not exists (select from users u join pet_owners o on o.user_id = u.id
                   where o.id = r.pet_owner_id and u.leaving_since is not null)`

/** Makes the appointments of repeats four weeks ahead. */
export const extendRepeats = (config: SittingWork['config']): RowSweep => ({
  name: 'extend-sitting-repeats',
  cron: '7 * * * *',
  // Each waits for its sitter's lock.
  transactions: 'rows',
  async next(work, failed) {
    const { rows } = await sql<{ id: string }>`
      select r.id from sitting_requests r
       where r.schedule_type = 'repeat-weekly' and r.accepted_at is not null and r.ended_at is null
         and (r.end_date is null or r.made_until < r.end_date)
         and r.made_until < (${work.now}::timestamptz at time zone r.time_zone)::date + ${sql.lit(weeksAhead * 7 - 1)}
         -- Everywhere on earth the day is at most that of Kiritimati, which the index can be asked for.
         and r.made_until < (${work.now}::timestamptz at time zone 'Pacific/Kiritimati')::date + ${sql.lit(weeksAhead * 7 - 1)}
         and ${isGoingOn} and r.id <> all(${failed}::uuid[])
       order by r.made_until, r.id limit 1
    `.execute(work.db)
    const [row] = rows
    return row && { id: row.id, run: () => extendRepeat({ ...work, config }, row.id) }
  },
})

/**
 * Makes the missing appointments of one repeat for the next four weeks. Days without room become gaps, and both sides
 * are notified.
 */
export async function extendRepeat(work: Repeating, requestId: string): Promise<void> {
  const { db, now } = work
  const { sitter_id: providerId } = await db
    .selectFrom('sitting_requests')
    .select('sitter_id')
    .where('id', '=', requestId)
    .executeTakeFirstOrThrow()
  await lockProvider(db, { trade: 'sitting', providerId })
  const asked = await findRepeat(work, requestId)
  if (!asked?.made_until || asked.ended_at) return
  const from = addDays(asked.made_until, 1)
  const today = dayOf(now, asked.time_zone)
  const furthest = addDays(today, weeksAhead * 7 - 1)
  const plan = planOf(asked)
  const until = plan.endDate && plan.endDate < furthest ? plan.endDate : furthest
  if (until < from) return
  const pauses = await findPauses(work, asked.id)
  const upcoming = occurrencesOf(plan, asked.time_zone, from, until).filter(({ startsAt }) => startsAt > now)
  const paused = upcoming.flatMap(({ day }) => {
    const pause = pauses.find((one) => covers(one, day))
    return pause ? [{ day, reason: 'paused' as const, pauseId: pause.id }] : []
  })
  const wanted = upcoming.filter(({ day }) => !paused.some((one) => one.day === day))
  const inTime = wanted.filter(({ startsAt }) => isFarEnough(startsAt, now))
  const { possible, gaps } = await sortByRoom(work, asked, inTime)
  // After a standstill, such as a suspension, days that begin too soon are left out: nobody expects them, or could cancel for free.
  const soon = wanted.flatMap(({ day, startsAt }) =>
    isFarEnough(startsAt, now) ? [] : [{ day, reason: 'soon' as const }],
  )
  await makeOccurrences(work, asked, possible, null)
  await noteGaps(db, asked.id, [...paused, ...soon, ...gaps], now)
  await db.updateTable('sitting_requests').set({ made_until: until }).where('id', '=', asked.id).execute()
  await tellOfGaps(work, asked, gaps)
  if (from <= today && possible[0]) await tellThatItGoesOn(work, asked, possible[0].day)
}

type Gap = { day: Day; reason: 'away' | 'closed' | 'full' | 'booked' }

/** Separates the days of a repeat on which its sitter has room from the others. The caller holds the sitter's lock. */
export async function sortByRoom(
  work: Work,
  asked: Asked,
  occurrences: readonly Occurrence[],
): Promise<{ possible: Occurrence[]; gaps: Gap[] }> {
  const possible: Occurrence[] = []
  const gaps: Gap[] = []
  const [first] = occurrences
  if (!first) return { possible, gaps }
  const plan = planOf(asked)
  const room = await readRoom(
    work.db,
    asked.sitter_id,
    { ...plan, startDate: first.day },
    occurrences.at(-1)!.day,
  )
  const petIds = await findPetIds(work, asked)
  const pets = Math.max(1, petIds.length)
  const booked = await findBooked(work.db, {
    sitterId: asked.sitter_id,
    ownerId: asked.pet_owner_id,
    petIds,
    from: first.startsAt,
    until: occurrences.at(-1)!.endsAt,
    exceptRequestId: asked.id,
  })
  const others = { ...room, repeats: room.repeats.filter(({ id }) => id !== asked.id) }
  for (const occurrence of occurrences) {
    const { day } = occurrence
    const then = takenOn(others, { first: addDays(day, -1), last: addDays(day, 1) })
    const why = whyNot(room, plan, occurrence)
    if (why === 'away' || why === 'closed') gaps.push({ day, reason: why })
    else if (overlapsAny(occurrence, booked)) gaps.push({ day, reason: 'booked' })
    else if (!hasRoom(then, [occurrence], pets, room.maxPets)) gaps.push({ day, reason: 'full' })
    else possible.push(occurrence)
  }
  return { possible, gaps }
}

function findRepeat(
  { db }: Pick<Work, 'db'>,
  requestId: string,
  { isLocked = true } = {},
): Promise<Asked | undefined> {
  return selectRequests(db)
    .where('r.id', '=', requestId)
    .where('d.is_asking', '=', true)
    .$if(isLocked, (query) => query.forNoKeyUpdate(['r']))
    .executeTakeFirst()
}

async function findPetIds({ db }: Work, asked: Asked): Promise<string[]> {
  const rows = await db
    .selectFrom('appointment_pets')
    .where('appointment_id', '=', asked.appointment_id)
    .select('pet_id')
    .execute()
  return rows.map(({ pet_id }) => pet_id)
}

/** Why a sitter leaves days out: of them, for the owner, and for themselves. */
const gapWords: Readonly<Record<Gap['reason'], readonly [string, string]>> = {
  away: ['is away', 'You’re away'],
  closed: ['doesn’t work at that time', 'You don’t work at that time'],
  booked: ['has another booking with you', 'You have another booking with the same owner'],
  full: ['has no room', 'Your places are taken'],
}

/** Notifies both sides about days without an appointment. */
async function tellOfGaps(work: Work, asked: Asked, gaps: readonly Gap[]): Promise<void> {
  if (gaps.length === 0) return
  const row = await selectAppointments(work.db)
    .where('a.id', '=', asked.appointment_id)
    .executeTakeFirstOrThrow()
  const days = list.format(gaps.map(({ day }) => formatDay(day)))
  const reasons = new Set(gaps.map(({ reason }) => reason))
  const [forOwner, forSitter] = gapWords[reasons.size === 1 ? gaps[0]!.reason : 'full']
  const title = titleOf(asked.service_type).toLowerCase()
  const notice = {
    type: 'sitting_changed' as const,
    source: `sitting.gaps:${asked.id}:${gaps[0]!.day}`,
    metadata: { appointment_id: row.id },
  }
  await notify(
    work,
    {
      ...notice,
      userId: row.owner_user_id,
      title: `No ${title} on some days`,
      message: `${row.provider_name} ${forOwner} on ${days}, so there is no ${title} then. The other days stay as agreed.`,
      href: cardPathFor('owner', 'upcoming', row.id),
    },
    {
      ...notice,
      userId: row.provider_user_id,
      title: `No ${title} on some days`,
      message: `${forSitter} on ${days}, so we left out the weekly ${title} for ${asSeenBy('provider', row).owner_name || 'a pet owner'}.`,
      href: cardPathFor('provider', 'upcoming', row.id),
    },
  )
}

/** Notifies both sides that a stalled repeat has appointments again. */
async function tellThatItGoesOn(work: Work, asked: Asked, first: Day): Promise<void> {
  const row = await selectAppointments(work.db)
    .where('a.id', '=', asked.appointment_id)
    .executeTakeFirstOrThrow()
  const title = titleOf(asked.service_type).toLowerCase()
  const notice = {
    type: 'sitting_changed' as const,
    source: `sitting.goes_on:${asked.id}:${first}`,
    metadata: { appointment_id: row.id },
    title: `Weekly ${title} resumes`,
  }
  await notify(
    work,
    {
      ...notice,
      userId: row.owner_user_id,
      message: `Your weekly ${title} with ${row.provider_name} resumes on ${formatDay(first)}. If you no longer need it, pause or end it under Appointments.`,
      href: cardPathFor('owner', 'upcoming', row.id),
    },
    {
      ...notice,
      userId: row.provider_user_id,
      message: `The weekly ${title} for ${asSeenBy('provider', row).owner_name || 'a pet owner'} resumes on ${formatDay(first)}.`,
      href: cardPathFor('provider', 'upcoming', row.id),
    },
  )
}

const list = new Intl.ListFormat('en')

type Ending = { requestId: string }

/**
 * Ends a repeat, or the rest of several days, for either side: cancels everything upcoming, each appointment with the
 * refund that its own start allows. One notice tells each side about all of them.
 * @throws request.not_found, sitting.nothing_left
 */
export async function endRequest(work: ActorWork, { requestId }: Ending): Promise<{ cancelled: number }> {
  const { db, now } = work
  const { asked, side } = await findOwn(work, requestId)
  if (!asked.accepted_at || asked.ended_at) return refuse('sitting.nothing_left')
  await db
    .updateTable('sitting_requests')
    .set({ ended_at: now, ended_by: side === 'owner' ? 'owner' : 'sitter' })
    .where('id', '=', asked.id)
    .execute()
  const { days, refund } = await cancelFrom(work, asked.id, side, null, 'Ended')
  const cancelled = days.length
  if (cancelled === 0 && asked.schedule_type === 'one-time') refuse('sitting.nothing_left')
  await work.announce<RequestEnded>('sitting.ended', { requestId: asked.id, refund })
  return { cancelled }
}

/** Finds a repeat of the caller with their side, and locks it. @throws request.not_found */
export async function findOwn(
  { db, actor }: Pick<ActorWork, 'db' | 'actor'>,
  requestId: string,
  { isLocked = true } = {},
) {
  const asked = await findRepeat({ db }, requestId, { isLocked })
  const side =
    asked?.pet_owner_id === actor.records['pet_owner']
      ? 'owner'
      : asked?.sitter_id === actor.records['pet_sitter']
        ? 'provider'
        : undefined
  return asked && side ? ({ asked, side } as const) : refuseRequest('request.not_found')
}

/** Selects a request's appointments that haven't begun, on all days or some. */
function selectUpcoming({ db, now }: Pick<Work, 'db' | 'now'>, requestId: string, range: DayRange | null) {
  const query = selectAppointments(db)
    .innerJoin('sitting_details as d', 'd.appointment_id', 'a.id')
    .select('d.day')
    .where('d.request_id', '=', requestId)
    .where('a.status', '=', 'confirmed')
    .where('a.starts_at', '>', now)
  return range ? query.where('d.day', '>=', range.startDate).where('d.day', '<=', range.endDate) : query
}

/** Finds what `cancelFrom` would cancel and refund now. @throws request.not_found */
export async function findLeaving(
  work: Pick<ActorWork, 'db' | 'actor' | 'now'>,
  { requestId, startDate, endDate }: { requestId: string } & Partial<DayRange>,
): Promise<Leaving> {
  const { asked, side } = await findOwn(work, requestId, { isLocked: false })
  const range = startDate && endDate ? { startDate, endDate } : null
  const rows = await selectUpcoming(work, asked.id, range).orderBy('a.starts_at').execute()
  const going = rows.filter((row) => destination('cancel', side, movable(row), work.now))
  const sums = going.map((row) => refundIfCancelled(row, side, work.now))
  const sum = (of: 'paid' | 'refund') => ({
    amount: sums.reduce((total, one) => total + one[of], 0),
    currency: rows[0]?.currency ?? 'INR',
  })
  return { days: going.map(({ day }) => day), paid: sum('paid'), refund: sum('refund') }
}

/**
 * Cancels a request's appointments that haven't begun, in the order of their ids, and returns their days and
 * the sum of their refunds. The caller tells both sides about all of them.
 */
export async function cancelFrom(
  work: ActorWork,
  requestId: string,
  side: 'owner' | 'provider',
  range: DayRange | null,
  reason: string,
): Promise<{ days: Day[]; refund: number }> {
  const rows = await selectUpcoming(work, requestId, range).orderBy('a.id').forNoKeyUpdate(['a']).execute()
  const days: Day[] = []
  let refund = 0
  for (const { day, ...row } of rows) {
    const to = destination('cancel', side, movable(row), work.now)
    if (!to) continue
    const step = { to, by: side, actorUserId: work.actor.userId, reason, isToldTogether: true }
    refund += await writeMove(work, row, step)
    days.push(day)
  }
  return { days, refund }
}
