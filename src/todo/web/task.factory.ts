import type { z } from 'zod'
import { answer } from '#/app/testing/browser/answers.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { addDays } from '#/kernel/time.ts'
import { type DoneTask, doneTaskSchema, type Task, taskSchema, todoContract } from '#/todo/contract.ts'

export const today = '2026-11-02'

/** Makes a task on the person's own list, due today. */
export const makeTask = (title: string, fields: Partial<z.input<typeof taskSchema>> = {}): Task =>
  made(taskSchema, {
    id: newId(),
    title,
    on: today,
    dueOn: today,
    remind: 'none',
    snoozeUntil: addDays(today, 7),
    ...fields,
  }) as Task

/** Keeps tasks that the page adds, changes, ticks and deletes, as the server would. Those that repeat do so every day. */
export function keepTasks(...tasks: Task[]) {
  const done: DoneTask[] = []
  const find = (id: string) => tasks.find((task) => task.id === id)!
  answer(todoContract.list, () => ({
    today,
    tasks: tasks.filter(({ id, repeat }) => repeat || !done.some(({ taskId }) => taskId === id)),
  }))
  answer(todoContract.done, () => ({ rows: [...done], nextCursor: null }))
  const { inputs: added } = answer(todoContract.add, ({ petId: _p, assignee: _a, ...fields }) => {
    const task = makeTask(fields.title, { ...fields, on: fields.dueOn } as Partial<Task>)
    tasks.push(task)
    return { id: task.id }
  })
  const { inputs: changed } = answer(todoContract.change, ({ id, petId: _p, assignee: _a, ...fields }) => {
    const task = find(id)
    const { dueOn, ...rest } = fields
    Object.assign(task, rest, dueOn !== task.on && { on: dueOn, dueOn })
  })
  answer(todoContract.snooze, ({ id, to }) => {
    find(id).dueOn = to
  })
  answer(todoContract.remove, ({ id }) => {
    tasks.splice(tasks.indexOf(find(id)), 1)
  })
  const { inputs: ticks } = answer(todoContract.tick, ({ id, on }) => {
    const { kind, title, pet, repeat } = find(id)
    const tick = { at: new Date(), by: 'Tara Bose', isOwn: true }
    const row = {
      ...made(doneTaskSchema, { id: newId(), kind, title, pet, on, tick, taskId: id }),
    } as DoneTask
    done.unshift(row)
    if (repeat) Object.assign(find(id), { on: addDays(on, 1), dueOn: addDays(on, 1) })
    return { tickId: row.id }
  })
  const { inputs: unticks } = answer(todoContract.untick, ({ id }) => {
    done.splice(
      done.findIndex((row) => row.id === id),
      1,
    )
  })
  return { tasks, done, added, changed, ticks, unticks }
}
