import { sql } from 'kysely'
import { destination } from '#/appointments/rules.ts'
import { asSeenBy, movable, selectAppointments, writeMove } from '#/appointments/server/index.ts'
import { lockProvider } from '#/booking/server/index.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Sweep } from '#/kernel/server/jobs.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { ActorWork, Work } from '#/kernel/server/work.ts'
import { addDays, type Day, dayOf, formatDay } from '#/kernel/time.ts'
import { notify } from '#/notifications/server/index.ts'
import { hasRoom } from '#/sitting/capacity.ts'
import { refuse } from '#/sitting/errors.ts'
import type { RequestEnded } from '#/sitting/events.ts'
import { occurrencesOf } from '#/sitting/plan.ts'
import { type DayRange, takenOn } from '#/sitting/room.ts'
import { mostDaysAhead, mostPauses, weeksAhead } from '#/sitting/rules.ts'
import { titleOf } from '#/sitting/text.ts'
import { type Asked, makeOccurrences, noteGaps, planOf, readRoom, selectRequests } from './accept.ts'
import type { SittingWork } from './request.ts'

type Repeating = Work & Pick<SittingWork, 'config'>

/** Makes the appointments of repeats four weeks ahead. Each repeat has its own transaction, because it waits for its sitter's lock. */
export const extendRepeats = (config: SittingWork['config']): Sweep => ({
  name: 'extend-sitting-repeats',
  cron: '7 * * * *',
  transactions: 'batches',
  async run(work) {
    const { rows } = await sql<{ id: string }>`
      select r.id from sitting_requests r
       where r.schedule_type = 'repeat-weekly' and r.accepted_at is not null and r.ended_at is null
         and (r.end_date is null or r.made_until < r.end_date)
         and r.made_until < (${work.now}::timestamptz at time zone r.time_zone)::date + ${sql.lit(weeksAhead * 7 - 1)}
         -- Everywhere on earth the day is at most that of Kiritimati, which the index can be asked for.
         and r.made_until < (${work.now}::timestamptz at time zone 'Pacific/Kiritimati')::date + ${sql.lit(weeksAhead * 7 - 1)}
         and not exists (select from barred_providers b where b.id = r.sitter_id)
         and not exists (select from users u join pet_sitters s on s.user_id = u.id
                          where s.id = r.sitter_id and u.leaving_since is not null)
         and not exists (select from users u join pet_owners o on o.user_id = u.id
                          where o.id = r.pet_owner_id and u.leaving_since is not null)
       order by r.made_until, r.id limit 1
    `.execute(work.db)
    for (const { id } of rows) await extendRepeat({ ...work, config }, id)
    return rows.length
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
  const soon = addDays(dayOf(now, asked.time_zone), weeksAhead * 7 - 1)
  const plan = planOf(asked)
  const until = plan.endDate && plan.endDate < soon ? plan.endDate : soon
  if (until < from) return
  const pauses = await findPauses(work, asked.id)
  const room = await readRoom(db, asked.sitter_id, { ...plan, startDate: from }, until)
  const pets = await countPets(work, asked)
  const others = { ...room, repeats: room.repeats.filter(({ id }) => id !== asked.id) }
  const made = []
  const gaps: { day: Day; reason: 'paused' | 'away' | 'full' }[] = []
  for (const occurrence of occurrencesOf(plan, asked.time_zone, from, until)) {
    const { day, startsAt } = occurrence
    if (startsAt <= now) continue
    if (covers(pauses, day)) gaps.push({ day, reason: 'paused' })
    else if (covers(room.holidays, day)) gaps.push({ day, reason: 'away' })
    else if (
      !hasRoom(
        takenOn(others, { first: addDays(day, -1), last: addDays(day, 1) }),
        [occurrence],
        pets,
        room.maxPets,
      )
    )
      gaps.push({ day, reason: 'full' })
    else made.push(occurrence)
  }
  await makeOccurrences(work, asked, made, null)
  await noteGaps(db, asked.id, gaps, now)
  await db.updateTable('sitting_requests').set({ made_until: until }).where('id', '=', asked.id).execute()
  await tellOfGaps(
    work,
    asked,
    gaps.flatMap(({ day, reason }) => (reason === 'paused' ? [] : [{ day, reason }])),
  )
}

const covers = (ranges: readonly DayRange[], day: Day) =>
  ranges.some(({ startDate, endDate }) => startDate <= day && day <= endDate)

async function findRepeat({ db }: Pick<Work, 'db'>, requestId: string): Promise<Asked | undefined> {
  return selectRequests(db)
    .where('r.id', '=', requestId)
    .where('d.is_asking', '=', true)
    .forNoKeyUpdate(['r'])
    .executeTakeFirst()
}

function findPauses({ db }: Work, requestId: string): Promise<DayRange[]> {
  return db
    .selectFrom('sitting_pauses')
    .select(['start_date as startDate', 'end_date as endDate'])
    .where('request_id', '=', requestId)
    .execute()
}

async function countPets({ db }: Work, asked: Asked): Promise<number> {
  const { count } = await db
    .selectFrom('appointment_pets')
    .where('appointment_id', '=', asked.appointment_id)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Math.max(1, Number(count))
}

/** Notifies both sides about days without an appointment. */
async function tellOfGaps(
  work: Work,
  asked: Asked,
  gaps: readonly { day: Day; reason: 'away' | 'full' }[],
): Promise<void> {
  if (gaps.length === 0) return
  const row = await selectAppointments(work.db)
    .where('a.id', '=', asked.appointment_id)
    .executeTakeFirstOrThrow()
  const days = list.format(gaps.map(({ day }) => formatDay(day)))
  const isAway = gaps.every(({ reason }) => reason === 'away')
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
      message: `${row.provider_name} ${isAway ? 'is away' : 'has no room'} on ${days}, so there is no ${title} then. The other days stay as agreed.`,
      href: '/appointments?side=bookings&tab=upcoming',
    },
    {
      ...notice,
      userId: row.provider_user_id,
      title: `No ${title} on some days`,
      message: `${isAway ? 'You’re away' : 'Your places are taken'} on ${days}, so we left out the weekly ${title} for ${asSeenBy('provider', row).owner_name || 'a pet owner'}.`,
      href: '/appointments?side=visits&tab=upcoming',
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
  const cancelled = await cancelFrom(work, asked.id, side, null, { reason: 'Ended', isToldTogether: true })
  if (cancelled === 0 && asked.schedule_type === 'one-time') refuse('sitting.nothing_left')
  await work.announce<RequestEnded>('sitting.ended', { requestId: asked.id })
  return { cancelled }
}

/**
 * Pauses a repeat from one day to another: cancels its appointments on these days, and makes no new ones for them.
 * @throws request.not_found, sitting.nothing_left, sitting.ends_first, sitting.past, sitting.too_far
 */
export async function pauseRequest(
  work: ActorWork,
  { requestId, startDate, endDate }: Ending & DayRange,
): Promise<{ cancelled: number }> {
  const { db, now } = work
  const { asked, side } = await findOwn(work, requestId)
  if (asked.schedule_type !== 'repeat-weekly' || !asked.accepted_at || asked.ended_at)
    return refuse('sitting.nothing_left')
  const today = dayOf(now, asked.time_zone)
  if (endDate < startDate) refuse('sitting.ends_first')
  if (startDate < today) refuse('sitting.past')
  if (endDate > addDays(today, mostDaysAhead)) refuse('sitting.too_far')
  if ((await findPauses(work, asked.id)).length >= mostPauses) refuse('sitting.too_many_pauses')
  await db
    .insertInto('sitting_pauses')
    .values({ id: newId(), request_id: asked.id, start_date: startDate, end_date: endDate, created_at: now })
    .execute()
  return { cancelled: await cancelFrom(work, asked.id, side, { startDate, endDate }, { reason: 'Paused' }) }
}

async function findOwn({ db, actor }: ActorWork, requestId: string) {
  const asked = await findRepeat({ db }, requestId)
  const side =
    asked?.pet_owner_id === actor.records['pet_owner']
      ? 'owner'
      : asked?.sitter_id === actor.records['pet_sitter']
        ? 'provider'
        : undefined
  return asked && side ? ({ asked, side } as const) : refuseRequest('request.not_found')
}

/** Cancels a request's appointments that haven't begun, in the order of their ids. */
async function cancelFrom(
  work: ActorWork,
  requestId: string,
  side: 'owner' | 'provider',
  range: DayRange | null,
  how: { reason: string; isToldTogether?: boolean },
): Promise<number> {
  let query = selectAppointments(work.db)
    .innerJoin('sitting_details as d', 'd.appointment_id', 'a.id')
    .where('d.request_id', '=', requestId)
    .where('a.status', '=', 'confirmed')
    .where('a.starts_at', '>', work.now)
  if (range) query = query.where('d.day', '>=', range.startDate).where('d.day', '<=', range.endDate)
  const rows = await query.orderBy('a.id').forNoKeyUpdate(['a']).execute()
  let cancelled = 0
  for (const row of rows) {
    const to = destination('cancel', side, movable(row), work.now)
    if (!to) continue
    await writeMove(work, row, { to, by: side, actorUserId: work.actor.userId, ...how })
    cancelled += 1
  }
  return cancelled
}
