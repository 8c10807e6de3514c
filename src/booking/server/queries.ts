import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Moving } from '#/booking/moving.ts'
import { inHalfHours } from '#/booking/sessions.ts'
import type { Break, Calendar, Holiday, WorkingHours } from '#/booking/slots.ts'
import { isBySession, type SlotTrade, type Trade } from '#/booking/trades.ts'
import { builtOnce, type StandIns } from '#/kernel/server/built-once.ts'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { together } from '#/kernel/server/round-trips.ts'
import { addDays, type Day, daysApart, daysFrom, type Weekday, weekdayOf } from '#/kernel/time.ts'

export type Provider = { trade: SlotTrade; providerId: string }

export type ProviderCalendar = Calendar & {
  providerUserId: string
  listed: boolean
  /** The provider has blocked this person, who sees every day as full. */
  isClosedToViewer: boolean
  /** Appointments whose payment has lapsed: their slot counts as free, and they end when someone takes it. */
  lapsed: string[]
}

type CalendarRow = {
  provider_id: string
  provider_user_id: string
  time_zone: string
  minimum_notice_minutes: number
  buffer_minutes: number
  listed: boolean
  closed_to_viewer: boolean
  hours: WorkingHours[]
  breaks: Break[]
  holidays: Holiday[]
  busy: [startsAt: number, endsAt: number, lapsed: string | null][]
}

const always = { startsAt: new Date(0), endsAt: new Date('9999-12-31T00:00:00Z') }

export function toCalendar(trade: SlotTrade, row: CalendarRow): ProviderCalendar {
  const calendar = {
    providerUserId: row.provider_user_id,
    listed: row.listed,
    isClosedToViewer: row.closed_to_viewer,
    lapsed: row.busy.flatMap(([, , lapsed]) => lapsed ?? []),
    timeZone: row.time_zone,
    minimumNoticeMinutes: row.minimum_notice_minutes,
    bufferMinutes: row.buffer_minutes,
    hours: row.hours,
    breaks: row.breaks,
    holidays: row.holidays,
    busy: row.closed_to_viewer
      ? [always]
      : row.busy
          .filter(([, , lapsed]) => !lapsed)
          .map(([startsAt, endsAt]) => ({ startsAt: new Date(startsAt), endsAt: new Date(endsAt) })),
  }
  return isBySession(trade) ? inHalfHours(calendar) : calendar
}

/** `ignored`: the appointment to be moved, whose own slot and proposed one count as free. `viewerId`: the person who wants to book. */
export type Looking = { ignored?: string | null; viewerId?: string | null }

type Reading = {
  /** One, or several. */
  providers: string | readonly string[]
  first: Day
  last: Day
  /** Undefined if the weekly rows of every day are needed. */
  days: readonly Weekday[] | undefined
  now: Date
  ignored: string | null
  viewerId: string | null
}
type ReadingShape = { trade: SlotTrade; isOne: boolean; everyDay: boolean }

/**
 * Reads all data about providers' slots from `first` to `last` in one statement, so that it is consistent. Reads
 * holds one day further on both sides, because days are the provider's.
 */
const readingStatement = builtOnce((db, given: StandIns<Reading>, shape: ReadingShape) => {
  const { providers, first, last, days, now, ignored, viewerId } = given
  // A literal, not a parameter, so that Postgres plans for this trade's tables only.
  const trade = sql.lit(shape.trade)
  const isAsked = shape.isOne
    ? sql`p.provider_id = ${providers}`
    : sql`p.provider_id = any(${providers}::uuid[])`
  const onWeekday = (column: RawBuilder<unknown>) =>
    shape.everyDay ? sql`true` : sql`${column} = any(${days})`
  return sql<CalendarRow>`
    select p.provider_id, p.provider_user_id, p.time_zone, p.minimum_notice_minutes, p.buffer_minutes, p.listed,
      exists (
        select from message_blocks m
        where m.blocker_id = p.provider_user_id and m.blocked_id = ${viewerId}::uuid) as closed_to_viewer,
      coalesce((
        select json_agg(json_build_object(
          'scheduleId', h.schedule_id, 'dayOfWeek', h.day_of_week, 'scheduleDate', h.schedule_date,
          'isAvailable', h.is_available, 'startTime', to_char(h.start_time, 'HH24:MI'),
          'endTime', to_char(h.end_time, 'HH24:MI'), 'slotDurationMinutes', h.slot_duration_minutes))
        from calendar_hours h
        where h.trade = ${trade} and h.provider_id = p.provider_id
          and (h.schedule_date is null and ${onWeekday(sql`h.day_of_week`)}
            or h.schedule_date between ${first}::date and ${last}::date)
      ), '[]') as hours,
      coalesce((
        select json_agg(json_build_object(
          'scheduleId', b.schedule_id, 'startTime', to_char(b.start_time, 'HH24:MI'),
          'endTime', to_char(b.end_time, 'HH24:MI')))
        from calendar_breaks b
        where b.trade = ${trade} and b.provider_id = p.provider_id
          and (b.schedule_date is null and ${onWeekday(sql`b.day_of_week`)}
            or b.schedule_date between ${first}::date and ${last}::date)
      ), '[]') as breaks,
      coalesce((
        select json_agg(json_build_object('startDate', d.start_date, 'endDate', d.end_date, 'reason', d.reason))
        from calendar_holidays d
        where d.trade = ${trade} and d.provider_id = p.provider_id
          and d.end_date >= ${first}::date and d.start_date <= ${last}::date
      ), '[]') as holidays,
      coalesce((
        select json_agg(json_build_array(
          extract(epoch from lower(c.during)) * 1000, extract(epoch from upper(c.during)) * 1000,
          case when c.expires_at <= ${now} and hold_has_lapsed(c.appointment_id, c.expires_at, ${now})
            then c.appointment_id end))
        from calendar_holds c
        where c.provider_user_id = p.provider_user_id and c.lane = 0
          and c.during && tstzrange(${first}::date - interval '1 day', ${last}::date + interval '2 days')
          and coalesce(c.appointment_id, c.proposed_for) is distinct from ${ignored}::uuid
      ), '[]') as busy
    from calendar_providers p
    where p.trade = ${trade} and ${isAsked}
  `.compile(db)
})

type Asked = { trade: SlotTrade; providers: string | readonly string[] }

function calendarsStatement(
  db: Db,
  { trade, providers }: Asked,
  first: Day,
  last: Day,
  now: Date,
  { ignored = null, viewerId = null }: Looking = {},
): CompiledQuery<CalendarRow> {
  const days = weekdaysFrom(trade, first, last)
  const shape = { trade, isOne: typeof providers === 'string', everyDay: days === undefined }
  return readingStatement(db, { providers, first, last, days, now, ignored, viewerId }, shape)
}

export const calendarStatement = (
  db: Db,
  { trade, providerId }: Provider,
  ...rest: [first: Day, last: Day, now: Date, looking?: Looking]
): CompiledQuery<CalendarRow> => calendarsStatement(db, { trade, providers: providerId }, ...rest)

/** Returns nothing if the weekly rows of every day are needed: providers booked by session keep usual hours until they save any. */
function weekdaysFrom(trade: SlotTrade, first: Day, last: Day): Weekday[] | undefined {
  if (isBySession(trade) || addDays(first, 6) <= last) return undefined
  return daysFrom(first, daysApart(first, last) + 1).map(weekdayOf)
}

export async function readCalendar(
  db: Db,
  provider: Provider,
  first: Day,
  last: Day,
  now: Date,
  looking: Looking = {},
): Promise<ProviderCalendar | undefined> {
  const { rows } = await db.executeQuery(calendarStatement(db, provider, first, last, now, looking))
  return rows[0] && toCalendar(provider.trade, rows[0])
}

/** Reads several providers' calendars in one statement, by their ids. */
export async function readCalendars(
  db: Db,
  { trade, providerIds }: { trade: SlotTrade; providerIds: readonly string[] },
  first: Day,
  last: Day,
  now: Date,
  looking: Looking,
): Promise<Map<string, ProviderCalendar>> {
  const asked = { trade, providers: providerIds }
  const { rows } = await db.executeQuery(calendarsStatement(db, asked, first, last, now, looking))
  return new Map(rows.map((row) => [row.provider_id, toCalendar(trade, row)]))
}

/** Tells whether a provider can be booked. */
export async function isListed(db: Db, { trade, providerId }: Provider): Promise<boolean> {
  const row = await db
    .selectFrom('calendar_providers')
    .select('listed')
    .where('trade', '=', sql.lit(trade))
    .where('provider_id', '=', providerId)
    .executeTakeFirst()
  return row?.listed ?? false
}

/** Finds an open appointment with the provider that this person booked, or that they may propose another time for. */
export async function findOpenBooking(
  db: Db,
  { trade, providerId }: Provider,
  bookingId: string,
  userId: string,
): Promise<Moving | undefined> {
  return db
    .selectFrom('calendar_bookings as b')
    .innerJoin('providers as p', 'p.id', 'b.provider_id')
    .select((eb) => [
      eb.ref('b.starts_at').$notNull().as('startsAt'),
      eb.ref('b.ends_at').$notNull().as('endsAt'),
      sql<Date | null>`undecided_until(b.booking_id)`.as('undecidedUntil'),
      eb('p.user_id', '=', userId).$castTo<boolean>().as('isProposal'),
    ])
    .where('b.trade', '=', sql.lit(trade))
    .where('b.provider_id', '=', providerId)
    .where('b.booking_id', '=', bookingId)
    .where((eb) => eb.or([eb('b.owner_user_id', '=', userId), eb('p.user_id', '=', userId)]))
    .executeTakeFirst()
}

/**
 * Locks the provider, so that bookings queue. NO KEY UPDATE, because FOR UPDATE would also block every insert that
 * refers to the row. With `bookerId`, that person's bookings with all providers queue as well; their lock is always
 * taken first, so that there are no deadlocks.
 */
const lockStatement = builtOnce(
  (db, given: StandIns<{ providerId: string; bookerId: string | null }>, { trade }: { trade: Trade }) =>
    sql`
    with booker as materialized (
      select pg_advisory_xact_lock(hashtextextended('booker ' || ${given.bookerId}::text, 0))
    )
    select c.provider_user_id
    from booker, calendar_providers c join profiles p on p.id = c.provider_user_id
    where c.trade = ${sql.lit(trade)} and c.provider_id = ${given.providerId}
    for no key update of p
  `.compile(db),
)

export async function lockProvider(
  db: Db,
  { trade, providerId }: { trade: Trade; providerId: string },
): Promise<boolean> {
  const { rows } = await db.executeQuery(lockStatement(db, { providerId, bookerId: null }, { trade }))
  return rows.length > 0
}

/**
 * Locks provider and booker, and under the locks reads the provider's day and runs `beside`, all in one round trip.
 * Returns no calendar if there is no such provider.
 */
export async function lockDay<Row>(
  db: Db,
  provider: Provider,
  day: Day,
  now: Date,
  { bookerId, ignored, beside }: { bookerId: string; ignored?: string | null; beside?: CompiledQuery<Row> },
): Promise<{ calendar: ProviderCalendar | undefined; rows: Row[] }> {
  const { trade, providerId } = provider
  const lock = lockStatement(db, { providerId, bookerId }, { trade })
  const looking = { ignored: ignored ?? null, viewerId: bookerId }
  const calendar = calendarStatement(db, provider, day, day, now, looking)
  const [locked, [row], rows = []] = await (beside
    ? together<[unknown, CalendarRow, Row]>(db, lock, calendar, beside)
    : together<[unknown, CalendarRow]>(db, lock, calendar))
  return { calendar: locked.length > 0 && row ? toCalendar(provider.trade, row) : undefined, rows }
}

export type NewHold = {
  id: string
  providerUserId: string
  startsAt: Date
  endsAt: Date
  expiresAt?: Date | undefined
  /** The sitter's place to fill; elsewhere a person's time is one lane. */
  lane?: number
}

/** Returns the row of a hold, to be inserted in one statement with its appointment. */
export function holdRow(
  { id, providerUserId, startsAt, endsAt, expiresAt, lane = 0 }: NewHold,
  appointmentId: string,
) {
  return {
    id,
    appointment_id: appointmentId,
    provider_user_id: providerUserId,
    lane,
    during: sql<string>`tstzrange(${startsAt}, ${endsAt})`,
    expires_at: expiresAt ?? null,
  }
}

/** Keeps a hold for good once it is paid. */
export async function keepHold(db: Db, appointmentId: string): Promise<void> {
  await db
    .updateTable('calendar_holds')
    .set({ expires_at: null })
    .where('appointment_id', '=', appointmentId)
    .execute()
}

/** Moves an appointment's hold in one statement, so that it doesn't conflict with itself. */
export async function moveHold(
  db: Db,
  appointmentId: string,
  { startsAt, endsAt, expiresAt }: { startsAt: Date; endsAt: Date; expiresAt: Date | null },
): Promise<void> {
  await db
    .updateTable('calendar_holds')
    .set({ during: sql<string>`tstzrange(${startsAt}, ${endsAt})`, expires_at: expiresAt })
    .where('appointment_id', '=', appointmentId)
    .execute()
}

type Times = { startsAt: Date; endsAt: Date }

/** Holds a proposed time, as far as it lies outside the appointment's own, which is held already. Both have one length. */
export async function holdProposed(
  db: Db,
  appointment: Times & { id: string; providerUserId: string },
  { startsAt, endsAt }: Times,
): Promise<void> {
  const own = sql`tstzrange(${appointment.startsAt}, ${appointment.endsAt})`
  await db
    .insertInto('calendar_holds')
    .values({
      id: newId(),
      proposed_for: appointment.id,
      provider_user_id: appointment.providerUserId,
      during: sql<string>`tstzrange(${startsAt}, ${endsAt}) - ${own}`,
    })
    .execute()
}

/** Frees the time that was proposed for an appointment. */
export async function freeProposed(db: Db, appointmentId: string): Promise<void> {
  await db.deleteFrom('calendar_holds').where('proposed_for', '=', appointmentId).execute()
}

/** Tells whether the time to pay for an appointment is over, with nothing pending at the gateway. */
export async function hasLapsed(db: Db, appointmentId: string, now: Date): Promise<boolean> {
  const row = await db
    .selectFrom('calendar_holds')
    .select(sql<boolean>`coalesce(hold_has_lapsed(appointment_id, expires_at, ${now}), false)`.as('lapsed'))
    .where('appointment_id', '=', appointmentId)
    .executeTakeFirst()
  return row?.lapsed ?? false
}
