import { refuseRequest } from '#/kernel/errors.ts'
import { newId } from '#/kernel/server/new-id.ts'
import type { Day } from '#/kernel/time.ts'
import type { TaskFields } from '#/todo/contract.ts'
import { refuse } from '#/todo/errors.ts'
import { currentOf, type Ends, endOf, firstFrom, type Plan } from '#/todo/repeat.ts'
import { isNear, nextReminder, snoozeLimit, taskLimits } from '#/todo/rules.ts'
import { findAssignee } from './assignees.ts'
import {
  type Clock,
  endsOf,
  isOpen,
  type LockedTask,
  lockTask,
  plannedColumns,
  planOf,
  readClock,
  snoozeOf,
  type TodoWork,
} from './queries.ts'
import { endReminders, hintHousehold } from './sharing.ts'

type State = { plan: Plan; openOn: Day | null } & Pick<
  LockedTask,
  'at' | 'remind' | 'snoozed_on' | 'snoozed_to'
>

/** The columns that say what is open, and when its next reminder comes. */
export function stateColumns({ plan, openOn, at, remind, ...snoozed }: State, { local }: Clock) {
  const next = nextReminder({ plan, openOn, snooze: snoozeOf(snoozed), remind, at }, local)
  return { open_on: openOn, ...snoozed, remind_local: next?.local ?? null, remind_on: next?.on ?? null }
}

/** @throws todo.too_many, todo.pet_not_found, todo.due_…, todo.end_before_start, todo.time_needed */
export async function addTask(work: TodoWork, fields: TaskFields): Promise<{ id: string }> {
  const { db, actor, now } = work
  const clock = await readClock(work)
  await expectRoom(work, clock.today)
  await expectPet(work, fields.petId ?? null)
  const assigneeId = await findAssignee(work, fields.assignee, fields.petId ?? null)
  expectSoon(fields.dueOn, clock.today)
  const { plan, overOn } = startAnew(fields)
  const id = newId<'task'>()
  await db
    .insertInto('tasks')
    .values({
      id,
      user_id: actor.userId,
      assignee_id: assigneeId,
      created_at: now,
      updated_at: now,
      ...ownColumns(fields),
      ...plannedColumns(plan),
      over_on: overOn,
      ends_after: timesOf(fields),
      ...stateColumns({ plan, openOn: plan.startsOn, ...unsnoozed, ...ownColumns(fields) }, clock),
    })
    .execute()
  await hintHousehold(db, actor.userId, fields.petId ?? null)
  return { id }
}

/**
 * Changes a task. While day and repeat stay as they are, it goes on; otherwise it starts anew on the given day.
 * @throws todo.from_record, todo.pet_not_found, todo.changed_meanwhile, todo.due_…, todo.end_before_start
 */
export async function changeTask(
  work: TodoWork,
  { id, ...fields }: TaskFields & { id: string },
): Promise<void> {
  const { db, actor, now } = work
  const assigneeId = await findAssignee(work, fields.assignee, fields.petId ?? null)
  const task = (await lockTask(db, actor.userId, id)) ?? refuseRequest('request.not_found')
  if (task.source_count > 0) refuse('todo.from_record')
  const open = task.open_on ?? refuse('todo.changed_meanwhile')
  if ((fields.petId ?? null) !== task.pet_id) await expectPet(work, fields.petId ?? null)
  const clock = await readClock(work)
  const before = planOf(task)
  const current = currentOf(before, open, clock.today) ?? open
  const goesOn = fields.dueOn === current && isSame(fields.repeat ?? null, before.repeat)
  if (!goesOn) expectSoon(fields.dueOn, clock.today)
  const keepsEnd = goesOn && isSame(fields.ends ?? null, endsOf(task))
  const { plan, overOn } = keepsEnd
    ? { plan: before, overOn: task.over_on }
    : goesOn
      ? endAnew(before, fields.ends ?? null, current)
      : startAnew(fields)
  const snoozed = goesOn ? { snoozed_on: task.snoozed_on, snoozed_to: task.snoozed_to } : unsnoozed
  await db
    .updateTable('tasks')
    .set({
      ...ownColumns(fields),
      ...plannedColumns(plan),
      over_on: overOn,
      ends_after: timesOf(fields),
      assignee_id: assigneeId,
      updated_at: now,
      ...stateColumns(
        { plan, openOn: goesOn ? open : plan.startsOn, ...snoozed, ...ownColumns(fields) },
        clock,
      ),
    })
    .where('id', '=', id)
    .execute()
  const isMoved = !goesOn || (fields.at ?? null) !== task.at || fields.remind !== task.remind
  const petId = fields.petId ?? null
  // A new title alone keeps the reminder, because the next one is for another day.
  if (isMoved || petId !== task.pet_id) await endReminders(work, actor.userId, task)
  else await hintHousehold(db, actor.userId, task.pet_id)
  if (petId !== task.pet_id) await hintHousehold(db, actor.userId, petId)
}

/** Dismissed tasks keep their row, so that their health record doesn't bring them back. */
export async function removeTask(work: TodoWork, id: string): Promise<void> {
  const { db, actor, now } = work
  const task = (await lockTask(db, actor.userId, id)) ?? refuseRequest('request.not_found')
  await endReminders(work, actor.userId, task)
  if (task.source_count === 0) {
    await db.deleteFrom('tasks').where('id', '=', id).execute()
    return
  }
  await db
    .updateTable('tasks')
    .set({
      dismissed_at: now,
      updated_at: now,
      open_on: null,
      ...unsnoozed,
      remind_local: null,
      remind_on: null,
    })
    .where('id', '=', id)
    .execute()
}

/** @throws todo.changed_meanwhile, todo.snooze_not_allowed */
export async function snoozeTask(
  work: TodoWork,
  { id, on, to }: { id: string; on: Day; to: Day },
): Promise<void> {
  const { db, actor, now } = work
  const task = (await lockTask(db, actor.userId, id)) ?? refuseRequest('request.not_found')
  const clock = await readClock(work)
  const plan = planOf(task)
  const current = task.open_on && currentOf(plan, task.open_on, clock.today)
  if (current !== on) refuse('todo.changed_meanwhile')
  const limit = snoozeLimit(plan, on, clock.today)
  if (limit === null || to <= clock.today || to <= on || to > limit) refuse('todo.snooze_not_allowed')
  const { at, remind } = task
  const snoozed = { snoozed_on: on, snoozed_to: to }
  await db
    .updateTable('tasks')
    .set({ ...stateColumns({ plan, openOn: task.open_on, at, remind, ...snoozed }, clock), updated_at: now })
    .where('id', '=', id)
    .execute()
  await endReminders(work, actor.userId, task)
}

export const unsnoozed = { snoozed_on: null, snoozed_to: null }

const ownColumns = ({ title, petId, kind, at, notes, remind }: TaskFields) => {
  if (remind === 'hour' && !at) refuse('todo.time_needed')
  return { title, pet_id: petId ?? null, kind, at: at ?? null, notes, remind }
}

/** A task that doesn't repeat has no end, whatever it says. */
const timesOf = ({ repeat, ends }: Pick<TaskFields, 'repeat' | 'ends'>) =>
  repeat && ends && 'after' in ends ? ends.after : null

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

function startAnew({ dueOn, repeat = null, ends = null }: TaskFields) {
  const from = { startsOn: dueOn, repeat, lastOn: null }
  return endAnew({ ...from, startsOn: firstFrom(from, dueOn)! }, repeat && ends)
}

function endAnew(plan: Plan, ends: Ends | null, from = plan.startsOn) {
  if (ends === null || !plan.repeat) return { plan: { ...plan, lastOn: null }, overOn: null }
  const { lastOn, overOn } = endOf(plan, ends, from) ?? refuse('todo.end_before_start')
  return { plan: { ...plan, lastOn }, overOn }
}

function expectSoon(dueOn: Day, today: Day): void {
  if (dueOn < today) refuse('todo.due_in_past')
  if (!isNear(dueOn, today)) refuse('todo.due_too_late')
}

async function expectPet({ db, actor }: TodoWork, petId: string | null): Promise<void> {
  if (petId === null) return
  const pet = await db
    .selectFrom('pets')
    .select('id')
    .where('id', '=', petId)
    .where('owner_id', '=', actor.records['pet_owner'] ?? null)
    .where('status', '=', 'active')
    .forKeyShare()
    .executeTakeFirst()
  if (!pet) refuse('todo.pet_not_found')
}

/** Counts the caller's own open tasks; the user's lock keeps the count true while others are added. */
async function expectRoom({ db, actor }: TodoWork, today: Day): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', actor.userId).forNoKeyUpdate().execute()
  const { count } = await db
    .selectFrom('tasks as t')
    .leftJoin('pets as p', 'p.id', 't.pet_id')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isOpen(actor.userId, today))
    .where('t.source_count', '=', 0)
    .executeTakeFirstOrThrow()
  if (count >= taskLimits.open) refuse('todo.too_many')
}
