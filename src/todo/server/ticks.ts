import { refuseRequest } from '#/kernel/errors.ts'
import { newId } from '#/kernel/server/new-id.ts'
import { type Day, dayOf } from '#/kernel/time.ts'
import { refuse } from '#/todo/errors.ts'
import { currentOf, firstFrom, isOccurrence, nextAfter } from '#/todo/repeat.ts'
import { taskLimits } from '#/todo/rules.ts'
import { doneSince, tickOf } from './list.ts'
import { planOf, readClock, type TodoWork } from './queries.ts'
import { endReminders, hintHousehold, lockTickable } from './sharing.ts'
import { stateColumns, unsnoozed } from './write.ts'

type Ticked = { id: string; on: Day; again: boolean; age: number }

/**
 * Notes that a day's task is done. Refuses, unless `again` is set, a second tick of a day, and one of a later day if a repeat
 * was already ticked today: a list that was kept without a network may tick today's dose as yesterday's.
 * @throws todo.already_ticked with who and when, and the id of the caller's own tick of that day; todo.changed_meanwhile, todo.ticked_enough
 */
export async function tickTask(work: TodoWork, { id, on, again, age }: Ticked): Promise<{ tickId: string }> {
  const { db, actor, now } = work
  const { task, ownerId } = (await lockTickable(work, id)) ?? refuseRequest('request.not_found')
  const { today, ...clock } = await readClock(work, ownerId)
  const plan = planOf(task)
  const ticks = await db
    .selectFrom('task_ticks as k')
    .leftJoin('users as u', 'u.id', 'k.ticked_by')
    .select(['k.id', 'k.ticked_at', 'k.ticked_by', 'k.occurs_on', 'u.name as ticker'])
    .where('k.task_id', '=', id)
    .orderBy('k.ticked_at', 'desc')
    .limit(taskLimits.ticksADay)
    .execute()
  const same = ticks.filter((tick) => tick.occurs_on === on)
  const [last] = ticks
  const isDoneToday =
    plan.repeat && last && last.occurs_on < on && dayOf(last.ticked_at, clock.zone) === today
  const earlier = same[0] ?? (isDoneToday ? last : undefined)
  if (earlier && !again) {
    const { at, by, isOwn } = tickOf(earlier, actor.userId)
    const tickId = isOwn && earlier.occurs_on === on ? earlier.id : null
    refuse('todo.already_ticked', { at: at.toISOString(), by, isOwn, tickId })
  }
  if (same.length >= taskLimits.ticksADay) refuse('todo.ticked_enough')
  const isAgain = same.length > 0
  if (!isAgain) {
    const current = task.open_on && currentOf(plan, task.open_on, today)
    const isOpen = task.open_on && current && on >= task.open_on && on <= current
    if (!isOpen || !isOccurrence(plan, on)) refuse('todo.changed_meanwhile')
  }
  const tickId = newId<'tick'>()
  await db
    .insertInto('task_ticks')
    .values({
      id: tickId,
      task_id: id,
      user_id: ownerId,
      occurs_on: on,
      ticked_by: actor.userId,
      ticked_at: new Date(now.getTime() - age),
      is_again: isAgain,
    })
    .execute()
  if (isAgain) {
    await hintHousehold(db, ownerId, task.pet_id)
    return { tickId }
  }
  await endReminders(work, ownerId, task)
  const openOn = plan.repeat ? nextAfter(plan, on) : null
  const { at, remind } = task
  await db
    .updateTable('tasks')
    .set(stateColumns({ plan, openOn, at, remind, ...unsnoozed }, { today, ...clock }))
    .where('id', '=', id)
    .execute()
  return { tickId }
}

/** Takes back a tick that is still listed. If it was of the latest day that was ticked, that day is open again. */
export async function removeTick(work: TodoWork, id: string): Promise<void> {
  const { db, actor, now } = work
  const tick = await db
    .selectFrom('task_ticks')
    .select(['task_id', 'occurs_on'])
    .where('id', '=', id)
    .where('ticked_by', '=', actor.userId)
    .where('ticked_at', '>', doneSince(now))
    .executeTakeFirst()
  const found = tick && (await lockTickable(work, tick.task_id))
  if (!tick || !found) return refuseRequest('request.not_found')
  const { task, ownerId } = found
  const { numDeletedRows } = await db.deleteFrom('task_ticks').where('id', '=', id).executeTakeFirst()
  if (numDeletedRows === 0n) refuseRequest('request.not_found')
  await hintHousehold(db, ownerId, task.pet_id)
  const rest = await db
    .selectFrom('task_ticks')
    .select(['id', 'occurs_on', 'is_again'])
    .where('task_id', '=', tick.task_id)
    .where('occurs_on', '>=', tick.occurs_on)
    .orderBy('occurs_on')
    .orderBy('ticked_at')
    .limit(1)
    .execute()
  const [next] = rest
  if (next?.occurs_on === tick.occurs_on) {
    // The day stays done: the tick that was made again is now its first.
    await db.updateTable('task_ticks').set({ is_again: false }).where('id', '=', next.id).execute()
    return
  }
  if (next || task.dismissed_at) return
  const plan = planOf(task)
  const openOn = plan.repeat ? firstFrom(plan, tick.occurs_on) : plan.startsOn
  const { at, remind } = task
  await db
    .updateTable('tasks')
    .set(stateColumns({ plan, openOn, at, remind, ...unsnoozed }, await readClock(work, ownerId)))
    .where('id', '=', tick.task_id)
    .execute()
}
