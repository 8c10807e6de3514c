import { sql } from 'kysely'
import type { OwnCalendar } from '#/booking/availability-contract.ts'
import { hoursInWords } from '#/booking/hours-in-words.ts'
import { WINDOW_DAYS } from '#/booking/slots.ts'
import type { Trade } from '#/booking/trades.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { ClockTime, Day, Weekday } from '#/kernel/time.ts'
import { namesOf } from './trade-tables.ts'

/** A provider of any trade. */
export type Provider = { trade: Trade; providerId: string }

type Span = { startTime: ClockTime; endTime: ClockTime }
type Pause = Span & { reason: string | null }
export type SavedRange = Span & { id: string; slotMinutes: number; breaks: Pause[] }
type SavedRow = SavedRange & { day: Weekday; date: Day | null; isOpen: boolean }

export type AvailabilityRow = {
  provider_id: string
  time_zone: string
  minimum_notice_minutes: number
  buffer_minutes: number
  listed: boolean
  rows: SavedRow[]
  holidays: { id: string; startDate: Day; endDate: Day; reason: string | null }[]
  busy: [startsAt: number, endsAt: number][]
  bookings: {
    id: string
    startsAt: number
    endsAt: number
    status: 'pending' | 'confirmed'
    ownerName: string
    petName: string | null
    isStay: boolean
  }[]
}

/** Finds the caller's own provider record in a trade, verified or not. */
export async function findOwnProvider(db: Db, trade: Trade, userId: string): Promise<Provider | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from ${namesOf(trade).providers} where user_id = ${userId}
  `.execute(db)
  return rows[0] && { trade, providerId: rows[0].id }
}

/**
 * Reads a provider's whole calendar, in one statement. Starts a day early, because their day may still be yesterday's
 * date in UTC.
 */
export async function readAvailability(
  db: Db,
  { trade, providerId }: Provider,
  now: Date,
): Promise<AvailabilityRow | undefined> {
  const names = namesOf(trade)
  const yesterday = sql`(${now}::timestamptz at time zone 'UTC')::date - 1`
  const { rows } = await sql<AvailabilityRow>`
    select p.id as provider_id, p.time_zone, p.minimum_notice_minutes,
      ${names.buffer} as buffer_minutes,
      (select c.listed from calendar_providers c
        where c.trade = ${names.trade} and c.provider_id = p.id) as listed,
      coalesce((
        select json_agg(json_build_object(
          'id', s.id, 'day', s.day_of_week, 'date', s.schedule_date, 'isOpen', s.is_available,
          'startTime', to_char(s.start_time, 'HH24:MI'), 'endTime', to_char(s.end_time, 'HH24:MI'),
          'slotMinutes', s.slot_duration_minutes,
          'breaks', coalesce((
            select json_agg(json_build_object(
              'startTime', to_char(b.start_time, 'HH24:MI'), 'endTime', to_char(b.end_time, 'HH24:MI'),
              'reason', b.reason) order by b.start_time, b.end_time, b.id)
            from ${names.breaks} b where b.schedule_id = s.id
          ), '[]')) order by s.schedule_date, s.start_time, s.end_time, s.id)
        from ${names.schedules} s
        where s.${names.providerId} = p.id
          and (s.schedule_date is null or s.schedule_date >= ${yesterday})
      ), '[]') as rows,
      coalesce((
        select json_agg(json_build_object(
          'id', h.id, 'startDate', h.start_date, 'endDate', h.end_date, 'reason', h.reason)
          order by h.start_date, h.end_date, h.id)
        from ${names.holidays} h
        where h.${names.providerId} = p.id and h.end_date >= ${yesterday}
      ), '[]') as holidays,
      coalesce((
        select json_agg(json_build_array(
          extract(epoch from lower(c.during)) * 1000, extract(epoch from upper(c.during)) * 1000))
        from calendar_holds c
        where c.provider_user_id = p.user_id and c.lane = 0
          and c.during && tstzrange(${now}::timestamptz - interval '2 days',
            ${now}::timestamptz + make_interval(days => ${WINDOW_DAYS + 2}))
          and (c.expires_at is null or c.expires_at > ${now}
            or not hold_has_lapsed(c.appointment_id, c.expires_at, ${now}))
      ), '[]') as busy,
      coalesce((
        select json_agg(json_build_object(
          'id', a.booking_id, 'startsAt', extract(epoch from a.starts_at) * 1000,
          'endsAt', extract(epoch from a.ends_at) * 1000, 'status', a.status,
          'ownerName', a.owner_name, 'petName', a.pet_name, 'isStay', a.is_stay) order by a.starts_at, a.booking_id)
        from calendar_bookings a
        where a.trade = ${names.trade} and a.provider_id = p.id and a.ends_at > ${now}
      ), '[]') as bookings
    from ${names.providers} p
    where p.id = ${providerId}
  `.execute(db)
  return rows[0]
}

/** Lists someone's calendars, with what keeps owners from finding or booking times there. */
export async function findOwnCalendars(db: Db, userId: string, now: Date): Promise<OwnCalendar[]> {
  const { rows } = await sql<OwnCalendar>`
    select c.trade, exists (
      select from calendar_hours h
      where h.trade = c.trade and h.provider_id = c.provider_id and h.is_available
        and (h.schedule_date is null or h.schedule_date >= (${now}::timestamptz at time zone 'UTC')::date - 1)
    ) as "hasHours", p.location is not null or not p.offers_in_person as "hasPlace", (
      select max(d.end_date) from calendar_holidays d
      where d.trade = c.trade and d.provider_id = c.provider_id
        and (${now}::timestamptz at time zone c.time_zone)::date between d.start_date and d.end_date
    ) as "awayUntil"
    from calendar_providers c join providers p on p.id = c.provider_id
    where c.provider_user_id = ${userId} and c.trade <> 'sitting'
    order by c.trade desc
  `.execute(db)
  return rows
}

export type NewRange = Omit<SavedRow, 'id' | 'date'> & { id: string | null }

/**
 * Replaces the weekly rows, or the rows of one date. A changed row keeps its id, because bookings refer to it. Every
 * given id must already exist.
 */
export async function replaceRows(
  db: Db,
  { trade, providerId }: Provider,
  date: Day | null,
  ranges: readonly NewRange[],
): Promise<void> {
  const names = namesOf(trade)
  const rows = ranges.map(({ breaks, ...range }) => ({
    ...range,
    id: range.id ?? newId<'schedule'>(),
    breaks,
  }))
  const pauses = rows.flatMap(({ id, breaks }) =>
    breaks.map((pause) => ({ ...pause, id: newId<'break'>(), scheduleId: id })),
  )
  const ids = sql`(select (row ->> 'id')::uuid from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) row)`
  await sql`
    with gone as (
      delete from ${names.schedules} s
      where s.${names.providerId} = ${providerId} and s.schedule_date is not distinct from ${date}::date
        and s.id not in ${ids}
    ), breaks_gone as (
      delete from ${names.breaks} b where b.schedule_id in ${ids}
    ), kept as (
      insert into ${names.schedules} as s
        (id, ${names.providerId}, day_of_week, schedule_date, is_available, start_time, end_time, slot_duration_minutes)
      select r.id, ${providerId}, r.day, ${date}::date, r."isOpen", r."startTime", r."endTime", r."slotMinutes"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r (id uuid, day text, "isOpen" boolean, "startTime" time, "endTime" time, "slotMinutes" integer)
      on conflict (id) do update set day_of_week = excluded.day_of_week, is_available = excluded.is_available,
        start_time = excluded.start_time, end_time = excluded.end_time,
        slot_duration_minutes = excluded.slot_duration_minutes
        where s.${names.providerId} = excluded.${names.providerId}
    )
    insert into ${names.breaks} (id, schedule_id, start_time, end_time, reason)
    select b.id, b."scheduleId", b."startTime", b."endTime", b.reason
    from jsonb_to_recordset(${JSON.stringify(pauses)}::jsonb)
      as b (id uuid, "scheduleId" uuid, "startTime" time, "endTime" time, reason text)
  `.execute(db)
}

export async function insertHoliday(
  db: Db,
  { trade, providerId }: Provider,
  holiday: { startDate: Day; endDate: Day; reason: string | null },
): Promise<void> {
  const names = namesOf(trade)
  await sql`
    insert into ${names.holidays} (id, ${names.providerId}, start_date, end_date, reason)
    values (${newId<'holiday'>()}, ${providerId}, ${holiday.startDate}, ${holiday.endDate}, ${holiday.reason})
  `.execute(db)
}

export async function deleteHoliday(
  db: Db,
  { trade, providerId }: Provider,
  holidayId: string,
): Promise<boolean> {
  const names = namesOf(trade)
  const { numAffectedRows } = await sql`
    delete from ${names.holidays} where id = ${holidayId} and ${names.providerId} = ${providerId}
  `.execute(db)
  return numAffectedRows === 1n
}

type Settings = { timeZone: string; minimumNoticeMinutes: number; bufferMinutes: number }

export async function updateSettings(
  db: Db,
  { trade, providerId }: Provider,
  { timeZone, minimumNoticeMinutes, bufferMinutes }: Settings,
): Promise<void> {
  await sql`
    update ${namesOf(trade).providers}
    set time_zone = ${timeZone}, minimum_notice_minutes = ${minimumNoticeMinutes}, buffer_minutes = ${bufferMinutes}
    where id = ${providerId}
  `.execute(db)
}

/** Updates the weekly hours on the provider's card. Call it after every change of them. */
export async function keepHoursInWords(db: Db, { trade, providerId }: Provider): Promise<void> {
  const rows = await db
    .selectFrom('calendar_hours')
    .select(['day_of_week', 'is_available', 'start_time', 'end_time'])
    .where('trade', '=', sql.lit(trade))
    .where('provider_id', '=', providerId)
    .where('schedule_date', 'is', null)
    .execute()
  const words = hoursInWords(
    rows.map((row) => ({
      day: row.day_of_week!,
      isOpen: row.is_available ?? false,
      ranges: [{ startTime: row.start_time!, endTime: row.end_time! }],
    })),
  )
  await sql`
    update ${namesOf(trade).providers} set availability = ${words} where id = ${providerId}
  `.execute(db)
}
