import { sql } from 'kysely'
import { readCursor, toPage } from '#/kernel/server/cursor.ts'
import type { Db } from '#/kernel/server/db.ts'
import type { Day } from '#/kernel/time.ts'
import type { DoneTask, Task } from '#/todo/contract.ts'
import { currentOf } from '#/todo/repeat.ts'
import { doneDays, dueOf, snoozeLimit } from '#/todo/rules.ts'
import { nameOf, petOf, sourceOf } from './present.ts'
import {
  endsOf,
  isOpen,
  isShown,
  ofPlan,
  planOf,
  readClock,
  selectNamed,
  snoozeOf,
  type TodoWork,
} from './queries.ts'

export const openStatement = (db: Db, userId: string, today: Day) =>
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
      't.notes',
      't.at',
      't.ends_after',
      't.open_on',
      't.snoozed_on',
      't.snoozed_to',
      't.remind',
    ])
    .select(['k.ticked_at', 'k.ticked_by', 'k.ticker'])
    .where(isOpen(userId, today))

export async function listTasks(work: TodoWork): Promise<{ today: Day; tasks: Task[] }> {
  const { today } = await readClock(work)
  const rows = await openStatement(work.db, work.actor.userId, today).execute()
  const tasks = rows.flatMap((row): Task[] => {
    const plan = planOf(row)
    const on = currentOf(plan, row.open_on!, today)
    if (on === null) return []
    return [
      {
        ...{ id: row.id, kind: row.kind, notes: row.notes, at: row.at, remind: row.remind, on },
        ...nameOf(row),
        pet: petOf(row),
        dueOn: dueOf(on, snoozeOf(row)),
        repeat: plan.repeat && {
          ...plan.repeat,
          ...('weekdays' in plan.repeat && { weekdays: [...plan.repeat.weekdays] }),
        },
        ends: endsOf(row),
        snoozeUntil: snoozeLimit(plan, on, today),
        lastTick: row.ticked_at && tickOf({ ...row, ticked_at: row.ticked_at }, work.actor.userId),
        source: sourceOf(row),
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
export const doneSince = (now: Date) => new Date(now.getTime() - doneDays * 86_400_000)

export const doneStatement = (db: Db, userId: string, since: Date, before?: readonly (string | number)[]) =>
  selectNamed(db)
    .innerJoin('task_ticks as k', 'k.task_id', 't.id')
    .leftJoin('users as u', 'u.id', 'k.ticked_by')
    .select(['k.id as tick_id', 'k.occurs_on', 'k.ticked_at', 'k.ticked_by', 'u.name as ticker'])
    .where('k.user_id', '=', userId)
    .where('k.ticked_at', '>', since)
    .where(isShown)
    .$if(before !== undefined, (query) =>
      query.where(sql<boolean>`(k.ticked_at, k.id) < (${before?.[0]}::timestamptz, ${before?.[1]}::uuid)`),
    )
    .orderBy('k.ticked_at', 'desc')
    .orderBy('k.id', 'desc')
    .limit(21)

export async function listDone({ db, actor, now }: TodoWork, cursor: string | undefined) {
  const before = readCursor(cursor, ['date', 'uuid'])
  const rows = await doneStatement(db, actor.userId, doneSince(now), before).execute()
  return toPage(rows, {
    keyOf: (row) => [row.ticked_at.toISOString(), row.tick_id],
    show: (row): DoneTask => ({
      ...{ id: row.tick_id, taskId: row.id, kind: row.kind, title: nameOf(row).title, on: row.occurs_on },
      pet: petOf(row),
      tick: tickOf(row, actor.userId),
    }),
  })
}
