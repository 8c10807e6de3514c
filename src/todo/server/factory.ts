import type { Insertable } from 'kysely'
import type { Db } from '#/kernel/server/db.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { TaskTicks } from '#/kernel/server/schema.ts'
import type { ClockTime, Day } from '#/kernel/time.ts'
import { firstFrom, nextAfter, type Repeat } from '#/todo/repeat.ts'
import { nextReminder, type Remind, type TaskKind } from '#/todo/rules.ts'
import { clockIn, plannedColumns } from './queries.ts'

type Wanted = {
  userId: string
  petId?: string | null
  title?: string
  kind?: TaskKind
  startsOn: Day
  at?: ClockTime | null
  repeat?: Repeat | null
  remind?: Remind
  notes?: string | null
  assigneeId?: string | null
  /** Ticked by the person whose list it is on. */
  ticks?: readonly { on: Day; at: Date }[]
  now: Date
  timeZone?: string
}

/** Makes a task for tests and the demo; by default a walk, once. */
export async function makeTask(db: Db, wanted: Wanted): Promise<string> {
  const {
    userId,
    petId = null,
    title = 'Walk',
    kind = 'walk',
    at = null,
    remind = 'none',
    notes = null,
    assigneeId = null,
  } = wanted
  const { startsOn, repeat = null, ticks = [], now, timeZone = 'Asia/Kolkata' } = wanted
  const plan = { startsOn, repeat, lastOn: null }
  const last = ticks.at(-1)
  const openOn = last ? nextAfter(plan, last.on) : firstFrom(plan, startsOn)
  const next = nextReminder({ plan, openOn, snooze: null, remind, at }, clockIn(timeZone, now).local)
  const id = newId<'task'>()
  await db
    .insertInto('tasks')
    .values({
      id,
      user_id: userId,
      pet_id: petId,
      title,
      kind,
      at,
      remind,
      notes,
      open_on: openOn,
      assignee_id: assigneeId,
      ...plannedColumns(plan),
      remind_local: next?.local ?? null,
      remind_on: next?.on ?? null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  const rows = ticks.map(
    (tick): Insertable<TaskTicks> => ({
      id: newId<'tick'>(),
      task_id: id,
      user_id: userId,
      occurs_on: tick.on,
      ticked_by: userId,
      ticked_at: tick.at,
    }),
  )
  if (rows.length > 0) await db.insertInto('task_ticks').values(rows).execute()
  return id
}
