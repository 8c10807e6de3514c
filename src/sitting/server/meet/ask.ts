import { sql } from 'kysely'
import { isConfirmed } from '#/accounts/server/index.ts'
import { refuse as refuseAppointment } from '#/appointments/errors.ts'
import { hasLink } from '#/kernel/contact.ts'
import { DAY } from '#/kernel/duration.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Config } from '#/kernel/server/config.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { refuse } from '#/sitting/errors.ts'
import type { MeetChanged } from '#/sitting/events.ts'
import {
  hostOf,
  isLinkedPlace,
  type MeetStatus,
  type MeetTime,
  meetAnswerBy,
  meetRestDays,
  meetTimeAt,
  mostMeetsADay,
  mostMeetsWaiting,
  mostOpenMeets,
  mostWithdrawnMeets,
} from '#/sitting/meet.ts'
import type { MeetAsk, MeetGreet } from '#/sitting/meet-contract.ts'
import { findOwnPets } from '#/sitting/server/sitters.ts'
import { selectMeets, showMeet } from './find.ts'
import { endOverdueMeets } from './overdue.ts'

type Asking = ActorWork & { config: Pick<Config, 'PHONE_TO_BOOK'> }

/**
 * Asks a sitter for a meet & greet. Locks the owner, so that requests that race see each other's count.
 * @throws the contract's errors
 */
export async function askToMeet(work: Asking, ask: MeetAsk): Promise<MeetGreet> {
  const { db, actor, now, announce } = work
  const { sitterId, service, petIds, kind, message } = ask
  const ownerId = await lockOwner(work)
  // In case the sweep hasn't come yet.
  await endOverdueMeets(work, ownerId)
  const sitter = await findSitter(work, { sitterId, ownerId })
  if (sitter.user_id === actor.userId) refuseAppointment('appointments.own_calendar')
  const pets = await findOwnPets(db, ownerId, petIds)
  if (!sitter.services.includes(service)) refuse('sitting.service_not_offered')
  if (service === 'dog-walking' && pets.some(({ species }) => species !== 'dog')) refuse('sitting.dogs_only')
  if (sitter.is_booked) refuse('sitting.meet_booked')
  await mustBeWelcome(work, { sitterId, ownerId })
  await mustHaveRoom(work, ownerId)
  if (sitter.is_blocked || sitter.waiting >= mostMeetsWaiting) refuse('sitting.meet_not_now')
  const place = hostOf(kind) === 'owner' ? ask.place : null
  if (hostOf(kind) === 'owner' && place === null) refuse('sitting.meet_place_needed')
  if (place !== null && isLinkedPlace(kind, place)) refuse('sitting.meet_place_link')
  if (message !== null && hasLink(message)) refuse('sitting.meet_message_link')
  const times = timesOf(ask.times, sitter.time_zone, now)
  const id = newId<'meet & greet'>()
  await db
    .insertInto('meet_greets')
    .values({
      id,
      pet_owner_id: ownerId,
      sitter_id: sitterId,
      service_type: service,
      kind,
      place,
      message,
      time_zone: sitter.time_zone,
      suggested_by: 'owner',
      times,
      answer_by: meetAnswerBy(times, now),
      created_at: now,
      updated_at: now,
    })
    .execute()
  await db
    .insertInto('meet_greet_pets')
    .values([...new Set(petIds)].map((pet_id, index) => ({ meet_greet_id: id, pet_id, position: index + 1 })))
    .execute()
  await announce<MeetChanged>('sitting.meet_changed', { meetId: id, revision: 0, by: 'owner' })
  return showMeet(await selectMeets(db).where('m.id', '=', id).executeTakeFirstOrThrow(), 'owner', now)
}

/** @throws appointments.no_owner_profile */
async function lockOwner({ db, actor }: ActorWork): Promise<string> {
  const owner = await db
    .selectFrom('pet_owners')
    .select('id')
    .where('id', '=', actor.records['pet_owner'] ?? null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return owner?.id ?? refuseAppointment('appointments.no_owner_profile')
}

async function findSitter(
  { db, now }: ActorWork,
  { sitterId, ownerId }: Record<'sitterId' | 'ownerId', string>,
) {
  const sitter = await db
    .selectFrom('pet_sitters as s')
    .innerJoin('calendar_providers as c', 'c.provider_id', 's.id')
    .select(['s.user_id', 's.services', 's.time_zone'])
    .select(
      sql<boolean>`exists (
        select from sitting_requests r
          join sitting_details d on d.request_id = r.id join appointments a on a.id = d.appointment_id
         where r.pet_owner_id = ${ownerId} and r.sitter_id = s.id and r.accepted_at is not null
           and a.phase in ('agreed', 'under_way', 'done'))`.as('is_booked'),
    )
    .select(
      sql<boolean>`exists (
        select from message_blocks b join pet_owners o on o.id = ${ownerId}
         where (b.blocker_id, b.blocked_id) in ((s.user_id, o.user_id), (o.user_id, s.user_id)))`.as(
        'is_blocked',
      ),
    )
    .select(
      sql<number>`(
        select count(*)::integer from meet_greets m
          join pet_owners o on o.id = m.pet_owner_id join users u on u.id = o.user_id
         where m.sitter_id = s.id and m.status = 'asked' and m.answer_by > ${now}
           and ${isConfirmed('u')})`.as('waiting'),
    )
    .where('c.trade', '=', sql.lit('sitting'))
    .where('c.listed', '=', true)
    .where('s.id', '=', sitterId)
    .executeTakeFirst()
  return sitter ?? refuseRequest('request.not_found')
}

/**
 * Refuses an owner who has an open meeting with this sitter, was recently declined, or keeps cancelling. One statement reads
 * all of these, because the unique index alone would let a request in right after an uncommitted decline.
 */
async function mustBeWelcome(
  { db, now }: ActorWork,
  { sitterId, ownerId }: Record<'sitterId' | 'ownerId', string>,
): Promise<void> {
  const rows = await db
    .selectFrom('meet_greets')
    .select('status')
    .where('pet_owner_id', '=', ownerId)
    .where('sitter_id', '=', sitterId)
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['asked', 'agreed']),
        eb.and([
          eb.or([eb('status', '=', 'declined'), eb.and({ status: 'cancelled', ended_by: 'owner' })]),
          eb('updated_at', '>', new Date(now.getTime() - meetRestDays * DAY)),
        ]),
      ]),
    )
    .execute()
  const count = (status: MeetStatus) => rows.filter((row) => row.status === status).length
  if (count('asked') + count('agreed') > 0) refuse('sitting.meet_open')
  if (count('declined') > 0) refuse('sitting.meet_declined')
  if (count('cancelled') >= mostWithdrawnMeets) refuse('sitting.meet_withdrawn')
}

/** Refuses an owner who has asked enough sitters. Meetings don't count as bookings, nor bookings as meetings. */
async function mustHaveRoom({ db, now, actor, config }: Asking, ownerId: string): Promise<void> {
  const dayAgo = new Date(now.getTime() - DAY)
  const { rows } = await sql<{ open: number; today: number; has_phone: boolean; has_email: boolean }>`
    select (count(m.id) filter (where m.status in ('asked', 'agreed')))::integer as open,
      (count(m.id) filter (where m.created_at > ${dayAgo}))::integer as today,
      exists (select from accounts where user_id = u.id and provider_id = 'phone') as has_phone,
      u.email_verified and u.contact_email is not null as has_email
    from users u
    left join meet_greets m on m.pet_owner_id = ${ownerId}
      and (m.created_at > ${dayAgo} or m.status in ('asked', 'agreed'))
    where u.id = ${actor.userId} group by u.id
  `.execute(db)
  const { open, today, has_phone, has_email } = rows[0]!
  if (config.PHONE_TO_BOOK && !has_phone) refuseAppointment('appointments.phone_needed')
  if (open > 0 && !has_phone && !has_email) refuseAppointment('appointments.unconfirmed')
  if (open >= mostOpenMeets) refuse('sitting.meet_too_many')
  if (today >= mostMeetsADay) refuse('sitting.meet_enough_today')
}

/**
 * Returns the instants of suggested times, earliest first.
 * @throws sitting.meet_no_time, sitting.meet_too_soon, sitting.meet_too_far, sitting.meet_same_time
 */
export function timesOf(times: readonly MeetTime[], zone: string, now: Date): Date[] {
  const instants = times.map((time) => {
    const at = meetTimeAt(time, zone, now)
    return typeof at === 'string' ? refuse(at) : at
  })
  const sorted = instants.toSorted((a, b) => a.getTime() - b.getTime())
  if (new Set(sorted.map((at) => at.getTime())).size < sorted.length) refuse('sitting.meet_same_time')
  return sorted
}
