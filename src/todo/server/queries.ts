import { sql } from 'kysely'
import type { Config } from '#/kernel/server/config.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { ActorWork } from '#/kernel/server/work.ts'
import { clockOf, type Day, dayOf, minuteOf, WEEKDAYS } from '#/kernel/time.ts'
import type { Ends, Plan, Repeat } from '#/todo/repeat.ts'
import type { LocalTime, Snooze } from '#/todo/rules.ts'

export type TodoWork = ActorWork & { config: Config }

/** Today and the time of the day by the clocks of the person whose list it is. */
export type Clock = { today: Day; local: LocalTime; zone: string }

export function clockIn(zone: string, now: Date): Clock {
  const today = dayOf(now, zone)
  return { today, local: `${today} ${clockOf(minuteOf(now, zone))}`, zone }
}

/** By default of the caller, otherwise of the person whose list it is. */
export async function readClock(
  { db, actor, now, config }: TodoWork,
  userId: string = actor.userId,
): Promise<Clock> {
  const { time_zone } = await db
    .selectFrom('users')
    .select('time_zone')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return clockIn(time_zone ?? config.DEFAULT_TIME_ZONE, now)
}

export const ofPlan = ['t.starts_on', 't.repeats', 't.every_days', 't.weekdays', 't.last_on'] as const

type PlanRow = {
  starts_on: Day
  repeats: 'days' | 'week' | 'month' | null
  every_days: number | null
  weekdays: number[] | null
  last_on: Day | null
}

export function planOf({ starts_on, repeats, every_days, weekdays, last_on }: PlanRow): Plan {
  const repeat: Repeat | null =
    repeats === 'days'
      ? { every: 'days', days: every_days! }
      : repeats === 'week'
        ? { every: 'week', weekdays: weekdays!.map((day) => WEEKDAYS[day - 1]!) }
        : repeats && { every: 'month' }
  return { startsOn: starts_on, repeat, lastOn: last_on }
}

export const endsOf = ({ last_on, ends_after }: { last_on: Day | null; ends_after: number | null }) =>
  (ends_after !== null
    ? { after: ends_after }
    : last_on !== null
      ? { on: last_on }
      : null) satisfies Ends | null

export const snoozeOf = (row: { snoozed_on: Day | null; snoozed_to: Day | null }): Snooze =>
  row.snoozed_on && row.snoozed_to ? { on: row.snoozed_on, to: row.snoozed_to } : null

export const plannedColumns = ({ startsOn, repeat, lastOn }: Plan) => ({
  starts_on: startsOn,
  repeats: repeat?.every ?? null,
  every_days: repeat?.every === 'days' ? repeat.days : null,
  weekdays:
    repeat?.every === 'week'
      ? [...new Set(repeat.weekdays.map((day) => WEEKDAYS.indexOf(day) + 1))].sort((a, b) => a - b)
      : null,
  last_on: lastOn,
})

/** Finds a person's own task and locks it until the transaction ends. */
export function lockTask(db: Db, userId: string, id: string) {
  return db
    .selectFrom('tasks as t')
    .select([...ofPlan, 't.id', 't.pet_id', 't.at', 't.ends_after', 't.open_on', 't.over_on'])
    .select(['t.snoozed_on', 't.snoozed_to', 't.remind', 't.source_count', 't.dismissed_at'])
    .where('t.id', '=', id)
    .where('t.user_id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}
export type LockedTask = NonNullable<Awaited<ReturnType<typeof lockTask>>>

/** Tasks with the names that health records give them. */
export const selectNamed = (db: Db) =>
  db
    .selectFrom('tasks as t')
    .leftJoin('pets as p', 'p.id', 't.pet_id')
    .leftJoin('pet_vaccinations as v', 'v.id', 't.vaccination_id')
    .leftJoin('prescription_lines as l', (join) =>
      join.on('l.id', '=', sql<string>`coalesce(t.course_line_id, t.refill_line_id)`),
    )
    .leftJoin('prescriptions as r', 'r.id', 'l.prescription_id')
    .leftJoin('visit_notes as n', (join) => join.on('n.id', '=', sql<string>`coalesce(t.note_id, r.note_id)`))
    .select([
      't.id',
      't.kind',
      't.title',
      't.vaccination_id',
      't.note_id',
      't.course_line_id',
      't.refill_line_id',
    ])
    .select(['p.id as pet_id', 'p.name as pet_name', 'p.species', 'p.photo_url'])
    .select(['v.name as vaccine', 'n.id as of_note', 'n.type as note_type', 'n.signed_name'])
    .select(['l.name as medicine', 'l.strength', 'l.dose', 'l.how_often'])

/** Tasks of pets that are archived or in memory are hidden. */
export const isShown = sql<boolean>`(t.pet_id is null or p.status = 'active')`

/** The tasks that a person's list shows: not done, and not over. */
export const isOpen = (userId: string, today: Day) =>
  sql<boolean>`(t.user_id = ${userId} and t.open_on is not null
    and (t.over_on is null or t.over_on > ${today}::date) and ${isShown})`

/** Also those of pets that are shared with the person; some may be over by now by their owner's clocks. */
export const isOpenOrShared = (userId: string, today: Day, petIds: readonly string[]) =>
  sql<boolean>`((t.user_id = ${userId} or t.pet_id = any(${petIds}::uuid[])) and t.open_on is not null
    and (t.over_on is null or t.over_on > ${today}::date) and ${isShown})`
