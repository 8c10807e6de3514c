import { sql } from 'kysely'
import { openWithoutWeek } from '#/booking/open-hours.ts'
import type { Break, WorkingHours } from '#/booking/slots.ts'
import { refuseRequest } from '#/kernel/errors.ts'
import type { Db } from '#/kernel/server/db.ts'
import { addDays, type ClockTime, type Day, dayOf, type Weekday } from '#/kernel/time.ts'
import type { Plan } from '#/sitting/plan.ts'
import { type DayRange, daysOfRoom, lastSureDay, type Room, whyNoRoom } from '#/sitting/room.ts'
import { calendarDays, type Schedule, type Service } from '#/sitting/rules.ts'
import type { SitterCalendar } from '#/sitting/shapes.ts'

export type SitterRoom = Room & {
  sitterUserId: string
  listed: boolean
  /** True if the sitter has blocked this person, who sees them as full. */
  isClosedToViewer: boolean
}

type Row = {
  id: string
  user_id: string
  time_zone: string
  minimum_notice_minutes: number
  max_pets: number
  listed: boolean
  closed_to_viewer: boolean
  hours: WorkingHours[]
  breaks: Break[]
  holidays: DayRange[]
  taken: [startsAt: number, endsAt: number][]
  repeats: {
    id: string
    service: Service
    schedule: Schedule
    startDate: Day
    endDate: Day | null
    daysOfWeek: Weekday[]
    startTime: ClockTime
    endTime: ClockTime
    pets: number
    madeUntil: Day
    pauses: DayRange[]
  }[]
}

/** `ignored`: the appointment to be moved, whose own places count as free. */
type Asked = {
  sitterIds: readonly string[]
  first: Day
  last: Day
  viewerId?: string | null
  ignored?: string | null
}

/** Reads all data about sitters' room from `first` to `last` in one statement, so that it is consistent. */
export async function readRooms(
  db: Db,
  { sitterIds, first, last, viewerId = null, ignored = null }: Asked,
): Promise<Map<string, SitterRoom>> {
  const exceptIgnored = ignored ? sql`and t.appointment_id is distinct from ${ignored}::uuid` : sql``
  const { rows } = await sql<Row>`
    select s.id, s.user_id, s.time_zone, s.minimum_notice_minutes, s.max_pets, c.listed,
      exists (
        select from message_blocks m
        where m.blocker_id = s.user_id and m.blocked_id = ${viewerId}::uuid) as closed_to_viewer,
      coalesce((
        select json_agg(json_build_object(
          'scheduleId', h.id, 'dayOfWeek', h.day_of_week, 'scheduleDate', h.schedule_date,
          'isAvailable', h.is_available, 'startTime', to_char(h.start_time, 'HH24:MI'),
          'endTime', to_char(h.end_time, 'HH24:MI'), 'slotDurationMinutes', h.slot_duration_minutes))
        from pet_sitter_schedules h
        where h.pet_sitter_id = s.id
          and (h.schedule_date is null or h.schedule_date between ${first}::date and ${last}::date + 1)
      ), '[]') as hours,
      coalesce((
        select json_agg(json_build_object('scheduleId', b.schedule_id,
          'startTime', to_char(b.start_time, 'HH24:MI'), 'endTime', to_char(b.end_time, 'HH24:MI')))
        from pet_sitter_schedules h join pet_sitter_breaks b on b.schedule_id = h.id
        where h.pet_sitter_id = s.id
          and (h.schedule_date is null or h.schedule_date between ${first}::date and ${last}::date + 1)
      ), '[]') as breaks,
      coalesce((
        select json_agg(json_build_object('startDate', h.start_date, 'endDate', h.end_date))
        from pet_sitter_holidays h
        where h.pet_sitter_id = s.id and h.end_date >= ${first}::date and h.start_date <= ${last}::date + 1
      ), '[]') as holidays,
      coalesce((
        select json_agg(json_build_array(extract(epoch from lower(t.during)) * 1000, extract(epoch from upper(t.during)) * 1000))
        from calendar_holds t
        where t.provider_user_id = s.user_id and t.lane > 0 ${exceptIgnored}
          and t.during && tstzrange(${first}::date - interval '1 day', ${last}::date + interval '3 days')
      ), '[]') as taken,
      coalesce((
        select json_agg(json_build_object('id', r.id, 'service', r.service_type, 'schedule', r.schedule_type, 'startDate', r.start_date,
          'endDate', r.end_date, 'daysOfWeek', r.days_of_week, 'startTime', to_char(r.start_time, 'HH24:MI'),
          'endTime', to_char(r.end_time, 'HH24:MI'), 'madeUntil', r.made_until,
          'pets', greatest(1, (select count(*) from sitting_details d
            join appointment_pets ap on ap.appointment_id = d.appointment_id where d.request_id = r.id and d.is_asking)),
          'pauses', coalesce((select json_agg(json_build_object('startDate', p.start_date, 'endDate', p.end_date))
            from sitting_pauses p where p.request_id = r.id and p.resumed_at is null), '[]')))
        from sitting_requests r
        where r.sitter_id = s.id and r.schedule_type = 'repeat-weekly' and r.accepted_at is not null and r.ended_at is null
          and r.made_until <= ${last}::date and (r.end_date is null or r.end_date >= ${first}::date)
      ), '[]') as repeats
    from pet_sitters s join calendar_providers c on c.trade = 'sitting' and c.provider_id = s.id
    where s.id = any(${[...sitterIds]}::uuid[])
  `.execute(db)
  return new Map(rows.map((row) => [row.id, toRoom(row)]))
}

function toRoom(row: Row): SitterRoom {
  return {
    sitterUserId: row.user_id,
    timeZone: row.time_zone,
    minimumNoticeMinutes: row.minimum_notice_minutes,
    maxPets: row.max_pets,
    listed: row.listed,
    isClosedToViewer: row.closed_to_viewer,
    hours: openWithoutWeek(row).hours,
    breaks: row.breaks,
    holidays: row.holidays,
    taken: row.taken.map(([startsAt, endsAt]) => ({
      startsAt: new Date(startsAt),
      endsAt: new Date(endsAt),
    })),
    repeats: row.repeats.map(({ id, pets, madeUntil, pauses, ...plan }) => ({
      id,
      plan,
      pets,
      madeUntil,
      pauses,
    })),
  }
}

type Wanted = { sitterIds: readonly string[]; plan: Plan; pets: number; viewerId: string; now: Date }

/** Returns which of the sitters can take the pets. */
export async function findThoseWithRoom(
  db: Db,
  { sitterIds, plan, pets, viewerId, now }: Wanted,
): Promise<Set<string>> {
  const span = { first: addDays(plan.startDate, -1), last: addDays(lastSureDay(plan), 1) }
  const rooms = await readRooms(db, { sitterIds, ...span, viewerId })
  return new Set(
    sitterIds.filter((id) => {
      const room = rooms.get(id)
      return room && !room.isClosedToViewer && whyNoRoom(room, plan, pets, now) === null
    }),
  )
}

/** Returns the next days of a listed sitter. People they have blocked see them as full. */
export async function findCalendar(
  { db, now, viewerId }: { db: Db; now: Date; viewerId: string | null },
  id: string,
): Promise<SitterCalendar> {
  const span = { first: addDays(dayOf(now, 'UTC'), -1), last: addDays(dayOf(now, 'UTC'), calendarDays + 1) }
  const room = (await readRooms(db, { sitterIds: [id], ...span, viewerId })).get(id)
  if (!room?.listed) return refuseRequest('request.not_found')
  const days = daysOfRoom(room, dayOf(now, room.timeZone), calendarDays)
  return {
    timeZone: room.timeZone,
    days: room.isClosedToViewer ? days.map(({ date }) => ({ date, state: 'full' as const })) : days,
  }
}
