import { sql } from 'kysely'
import type { AppointmentStatus } from '#/appointments/rules.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Work } from '#/kernel/server/work.ts'
import { type ClockTime, type Day, dayOf, type Weekday } from '#/kernel/time.ts'
import { isGivenUp, mostOffered, offeredWithin, planToReplace } from '#/sitting/replacement.ts'
import type { Schedule, Service } from '#/sitting/rules.ts'
import type { Replacements } from '#/sitting/shapes.ts'
import { findSitters } from './sitters.ts'

type Asking = Pick<Work, 'db' | 'now'> & { actor: { userId: string; records: Record<string, string> } }

/**
 * Finds up to three other sitters for an appointment that a sitter cancelled, declined or let expire: with room on those days,
 * for those pets, near that sitter. Null if the owner doesn't need one, or has asked again already.
 * @throws request.not_found
 */
export async function findReplacements(work: Asking, appointmentId: string): Promise<Replacements> {
  const { db, now, actor } = work
  const lost = await findLost(db, appointmentId, actor.records['pet_owner'])
  if (!lost) return refuseRequest('request.not_found')
  if (!isGivenUp(lost, now) || lost.isCovered) return null
  const { service, schedule, startDate, endDate, daysOfWeek, startTime, endTime, petIds, near } = lost
  const isRest = lost.restFrom !== null
  // The rest of a repeat is offered once, with the first of its days.
  if (isRest && lost.restFrom !== lost.day) return null
  const plan = planToReplace(
    { service, schedule, startDate, endDate, daysOfWeek, startTime, endTime },
    {
      day: lost.day,
      today: dayOf(now, lost.timeZone),
      what: !lost.isAccepted || service === 'hostel-checkin' ? 'all' : isRest ? 'rest' : 'day',
    },
  )
  const position = lost.lat === null || lost.lon === null ? null : { lat: lost.lat, lon: lost.lon }
  const within = position && offeredWithin
  const search = { ...plan, daysOfWeek: [...plan.daysOfWeek], petIds }
  const { rows } = await findSitters(
    work,
    position ? { ...search, ...position, within: offeredWithin } : { ...search, location: near ?? undefined },
    [
      sql`p.id <> all(${lost.refused}::uuid[])`,
      sql`not exists (select from message_blocks b where b.blocker_id = ${actor.userId} and b.blocked_id = p.user_id)`,
    ],
  )
  return { ...search, near, within, sitters: rows.slice(0, mostOffered) }
}

type LostRow = {
  status: AppointmentStatus
  cancelledBy: 'owner' | 'provider' | 'system' | null
  providerBarred: boolean
  isPaidHere: boolean
  startsAt: Date
  timeZone: string
  day: Day
  service: Service
  schedule: Schedule
  startDate: Day
  endDate: Day | null
  daysOfWeek: Weekday[]
  startTime: ClockTime
  endTime: ClockTime
  isAccepted: boolean
  /** The first day that the sitter cancelled by ending the request; null if they didn't. */
  restFrom: Day | null
  near: string | null
  lat: number | null
  lon: number | null
  petIds: string[]
  /** The sitter, and those who answered the same request with no, or not at all. */
  refused: string[]
  /** The owner has asked somebody for these pets and this time, or has an appointment. */
  isCovered: boolean
}

async function findLost(db: Db, id: string, ownerId: string | undefined): Promise<LostRow | undefined> {
  const { rows } = await sql<LostRow>`
    select a.status, a.cancelled_by as "cancelledBy", a.starts_at as "startsAt", a.time_zone as "timeZone", d.day,
      exists (select from barred_providers b where b.id = a.provider_id) as "providerBarred",
      exists (select from payments p where p.appointment_id = a.id) as "isPaidHere",
      r.service_type as service, r.schedule_type as schedule, r.start_date as "startDate", r.end_date as "endDate",
      r.days_of_week as "daysOfWeek", case when a.reschedules > 0 then to_char(a.starts_at at time zone a.time_zone, 'HH24:MI') else to_char(r.start_time, 'HH24:MI') end as "startTime",
      to_char(case when a.reschedules > 0 then clock_of_end(a.starts_at, a.ends_at, a.time_zone) else r.end_time end, 'HH24:MI') as "endTime",
      r.accepted_at is not null as "isAccepted",
      case when r.ended_by = 'sitter' and a.cancelled_at = r.ended_at then (
        select min(o.day) from sitting_details o join appointments x on x.id = o.appointment_id
         where o.request_id = r.id and x.cancelled_at = r.ended_at) end as "restFrom",
      s.location as near, s.latitude::float8 as lat, s.longitude::float8 as lon,
      array(select ap.pet_id from appointment_pets ap join pets p on p.id = ap.pet_id
             where ap.appointment_id = a.id and p.status = 'active' order by ap.position) as "petIds",
      array(select o.sitter_id from sitting_requests o
              join sitting_details od on od.request_id = o.id and od.is_asking
              join appointments oa on oa.id = od.appointment_id
             where o.batch_id = r.batch_id and (o.id = r.id or oa.status in ('declined', 'expired'))) as refused,
      exists (
        select from appointments o
         where o.pet_owner_id = a.pet_owner_id and o.trade = 'sitting' and o.status in ('pending', 'confirmed')
           and o.starts_at < a.ends_at and o.ends_at > a.starts_at
           and exists (select from appointment_pets mine join appointment_pets theirs on theirs.pet_id = mine.pet_id
                        where mine.appointment_id = a.id and theirs.appointment_id = o.id)) as "isCovered"
    from appointments a
    join sitting_details d on d.appointment_id = a.id
    join sitting_requests r on r.id = d.request_id
    join providers s on s.id = a.provider_id
    where a.id = ${id} and a.pet_owner_id = ${ownerId ?? null}
  `.execute(db)
  return rows[0]
}

/** Returns what an owner's notice adds: who has room instead of a sitter who can't come, or from whom a request was withdrawn. */
export async function moreForOwner(
  work: Asking,
  { appointmentId, to }: { appointmentId: string; to: AppointmentStatus },
): Promise<string | null> {
  if (to === 'confirmed') return withdrawnFrom(work.db, appointmentId)
  if (to !== 'cancelled' && to !== 'declined' && to !== 'expired') return null
  const found = await findReplacements(work, appointmentId)
  if (!found) return null
  const names = found.sitters.map(({ name }) => name)
  if (names.length === 0)
    return 'We found no other sitter nearby with room then. You can search further away under Appointments.'
  return `${list.format(names)} ${names.length === 1 ? 'has' : 'have'} room then: you can ask ${names.length === 1 ? 'them' : 'one of them'} under Appointments.`
}

async function withdrawnFrom(db: Db, appointmentId: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    select p.addressed_as as name
      from sitting_details d
      join sitting_requests r on r.id = d.request_id
      join sitting_requests o on o.batch_id = r.batch_id and o.id <> r.id
      join sitting_details od on od.request_id = o.id and od.is_asking
      join appointments a on a.id = od.appointment_id
      join providers p on p.id = o.sitter_id
     where d.appointment_id = ${appointmentId} and a.status = 'cancelled' and a.cancelled_by = 'system'
     order by name
  `.execute(db)
  return rows.length === 0
    ? null
    : `We withdrew your request from ${list.format(rows.map(({ name }) => name))}.`
}

const list = new Intl.ListFormat('en')
