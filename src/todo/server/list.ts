import { sql } from 'kysely'
import { DAY } from '#/kernel/duration.ts'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Day } from '#/kernel/time.ts'
import type { DoneTask, Task } from '#/todo/contract.ts'
import { currentOf } from '#/todo/repeat.ts'
import { doneDays, dueOf, snoozeLimit } from '#/todo/rules.ts'
import { assigneeOf } from './assignees.ts'
import { nameOf, petOf, sourceOf } from './present.ts'
import {
  clockIn,
  endsOf,
  isOpen,
  isOpenOrShared,
  isShown,
  ofPlan,
  planOf,
  readClock,
  selectNamed,
  snoozeOf,
  type TodoWork,
} from './queries.ts'
import { findShared, type SharedList } from './sharing.ts'

/** `today` is the earliest one, if the lists follow clocks of several zones. */
export const openStatement = (db: Db, userId: string, today: Day, shared: readonly SharedList[] = []) =>
  selectNamed(db)
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('task_ticks as k')
          .leftJoin('users as u', 'u.id', 'k.ticked_by')
          .select(['k.ticked_at', 'k.ticked_by', 'u.name as ticker'])
          .whereRef('k.task_id', '=', 't.id')
          .orderBy('k.ticked_at', 'desc')
          .limit(1)
          .as('k'),
      (join) => join.onTrue(),
    )
    .select([
      ...ofPlan,
      't.user_id',
      't.notes',
      't.at',
      't.ends_after',
      't.open_on',
      't.snoozed_on',
      't.snoozed_to',
      't.remind',
    ])
    .select(['k.ticked_at', 'k.ticked_by', 'k.ticker', assigneeOf.as('assignee')])
    .where(shared.length === 0 ? isOpen(userId, today) : isOpenOrShared(userId, today, petsOf(shared)))

export async function listTasks(work: TodoWork): Promise<{ today: Day; tasks: Task[] }> {
  const { db, actor, now, config } = work
  const [{ today }, shared] = await Promise.all([readClock(work), findShared(db, actor.userId)])
  const listOf = new Map(
    shared.map(({ userId, ownerName, zone: own }) => {
      const zone = own ?? config.DEFAULT_TIME_ZONE
      return [userId, { ownerName, zone, today: clockIn(zone, now).today }]
    }),
  )
  const first = [...listOf.values()].reduce((least, list) => (list.today < least ? list.today : least), today)
  const rows = await openStatement(db, actor.userId, first, shared).execute()
  const tasks = rows.flatMap((row): Task[] => {
    const plan = planOf(row)
    const list = listOf.get(row.user_id)
    const itsToday = list?.today ?? today
    const on = currentOf(plan, row.open_on!, itsToday)
    if (on === null) return []
    return [
      {
        id: row.id,
        kind: row.kind,
        notes: row.notes,
        at: row.at,
        remind: row.remind,
        on,
        ...nameOf(row),
        pet: petOf(row),
        dueOn: dueOf(on, snoozeOf(row)),
        repeat: plan.repeat && {
          ...plan.repeat,
          ...('weekdays' in plan.repeat && { weekdays: [...plan.repeat.weekdays] }),
        },
        ends: endsOf(row),
        snoozeUntil: list ? null : snoozeLimit(plan, on, itsToday),
        lastTick: row.ticked_at && tickOf({ ...row, ticked_at: row.ticked_at }, actor.userId),
        assignee: row.assignee && {
          memberId: row.assignee.memberId,
          name: row.assignee.name || 'A Pawfolk user',
          isCaller: row.assignee.userId === actor.userId,
        },
        source: list ? null : sourceOf(row),
        household: list ? { ownerName: list.ownerName, zone: list.zone } : null,
      } as Task,
    ]
  })
  const byDue = (a: Task, b: Task) => (keyOf(a) < keyOf(b) ? -1 : 1)
  return { today, tasks: tasks.sort(byDue) }
}

/** Tasks without a time come first on their day. */
const keyOf = ({ dueOn, at, id }: Task) => `${dueOn} ${at ?? ''} ${id}`

type TickRow = { ticked_at: Date; ticked_by: string | null; ticker: string | null }

export const tickOf = ({ ticked_at, ticked_by, ticker }: TickRow, userId: string) => ({
  at: ticked_at,
  by: ticker || 'Former user',
  isOwn: ticked_by === userId,
})

/** Ticks from then on are listed, and can be taken back. */
export const doneSince = (now: Date) => new Date(now.getTime() - doneDays * DAY)

const petsOf = (shared: readonly SharedList[]) => shared.flatMap(({ petIds }) => petIds)

type Before = readonly (string | number)[]

const isBefore = (tick: 'k' | 'one', before: Before) => sql<boolean>`
  (${sql.table(tick)}.ticked_at, ${sql.table(tick)}.id) < (${before[0]}::timestamptz, ${before[1]}::uuid)`

/**
 * The latest ticks of each list, which are one walk along an index each. As an array, so that Postgres finds the ticks by
 * their ids: with a subquery it read all ticks there are.
 */
const isLatestOfLists = (userId: string, shared: readonly SharedList[], since: Date, before?: Before) => {
  const owners = [userId, ...shared.map((list) => list.userId)]
  return sql<boolean>`k.id = any(array(
    select latest.id from unnest(${owners}::uuid[]) as list (user_id) cross join lateral (
      select one.id from task_ticks one join tasks w on w.id = one.task_id left join pets q on q.id = w.pet_id
       where one.user_id = list.user_id and one.ticked_at > ${since}
         and (w.user_id = ${userId} or w.pet_id = any(${petsOf(shared)}::uuid[]))
         and (w.pet_id is null or q.status = 'active')
         and ${before ? isBefore('one', before) : sql`true`}
       order by one.ticked_at desc, one.id desc limit 21) latest))`
}

export const doneStatement = (
  db: Db,
  userId: string,
  since: Date,
  before?: Before,
  shared: readonly SharedList[] = [],
) =>
  selectNamed(db)
    .innerJoin('task_ticks as k', 'k.task_id', 't.id')
    .leftJoin('users as u', 'u.id', 'k.ticked_by')
    .select(['t.user_id', 'k.id as tick_id', 'k.occurs_on', 'k.ticked_at', 'k.ticked_by', 'u.name as ticker'])
    .$if(shared.length === 0, (query) => query.where('k.user_id', '=', userId))
    .$if(shared.length > 0, (query) => query.where(isLatestOfLists(userId, shared, since, before)))
    .where('k.ticked_at', '>', since)
    .where(isShown)
    .$if(before !== undefined, (query) => query.where(isBefore('k', before!)))
    .orderBy('k.ticked_at', 'desc')
    .orderBy('k.id', 'desc')
    .limit(21)

export async function listDone({ db, actor, now, config }: TodoWork, cursor: string | undefined) {
  const before = readCursor(cursor, ['date', 'uuid'])
  const shared = await findShared(db, actor.userId)
  const ownerOf = new Map(
    shared.map(({ userId, ownerName, zone }) => [
      userId,
      { ownerName, zone: zone ?? config.DEFAULT_TIME_ZONE },
    ]),
  )
  const rows = await doneStatement(db, actor.userId, doneSince(now), before, shared).execute()
  return toPage(rows, {
    keyOf: (row) => [row.ticked_at.toISOString(), row.tick_id],
    show: (row): DoneTask => ({
      id: row.tick_id,
      taskId: row.id,
      kind: row.kind,
      title: nameOf(row).title,
      on: row.occurs_on,
      pet: petOf(row),
      tick: tickOf(row, actor.userId),
      household: ownerOf.get(row.user_id) ?? null,
    }),
  })
}
