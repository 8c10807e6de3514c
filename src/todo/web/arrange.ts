import type { Day } from '#/kernel/time.ts'
import type { Task } from '#/todo/contract.ts'
import { groupOf, groups } from '#/todo/rules.ts'
import { groupText } from '#/todo/text.ts'
import { isFor } from './assignees.ts'
import type { Ticked } from './use-ticking.tsx'

export type Row = { key: string; task: Task; done: Ticked | null }
type Section = { id: string; title: string; rows: Row[] }

/** Returns the pets that have tasks, by name. */
export const petsOf = (tasks: readonly Task[]) =>
  [...new Map(tasks.flatMap(({ pet }) => (pet ? [[pet.id, pet] as const] : []))).values()].sort((a, b) =>
    a.name.localeCompare(b.name),
  )

type Choice = { today: Day; by: 'day' | 'pet'; pet: string; who: string }

const keyOf = ({ dueOn, at, id }: Task) => `${dueOn} ${at ?? ''} ${id}`

/** Returns the open tasks with those whose tick was taken back. */
export const withReopened = (open: readonly Task[], reopened: readonly Task[]): Task[] => [
  ...open,
  ...reopened.filter(({ id, on }) => !open.some((task) => task.id === id && task.on === on)),
]

/** Arranges tasks by day or pet. Those just ticked keep their place; `pet` is an id, 'none' or everything, and so is `who`. */
export function arranged(
  open: readonly Task[],
  ticked: readonly Ticked[],
  { today, by, pet, who }: Choice,
): Section[] {
  const done = ticked.map((one): Row => ({ key: one.tickId, task: one.task, done: one }))
  const isDone = (task: Task) => ticked.some((one) => one.task.id === task.id && one.task.on === task.on)
  const rows = open
    .filter((task) => !isDone(task))
    .map((task): Row => ({ key: `${task.id} ${task.on}`, task, done: null }))
    .concat(done)
    .filter(({ task }) => pet === '' || (task.pet?.id ?? 'none') === pet)
    .filter(({ task }) => isFor(task, who))
    .sort((a, b) => (keyOf(a.task) < keyOf(b.task) ? -1 : 1))
  const sections: Omit<Section, 'rows'>[] =
    by === 'day'
      ? groups.map((id) => ({ id, title: groupText[id] }))
      : [
          ...petsOf(rows.map(({ task }) => task)).map(({ id, name }) => ({ id, title: name })),
          { id: 'none', title: 'Household' },
        ]
  const sectionOf = (task: Task) => (by === 'day' ? groupOf(task.dueOn, today) : (task.pet?.id ?? 'none'))
  return sections
    .map((section) => ({ ...section, rows: rows.filter(({ task }) => sectionOf(task) === section.id) }))
    .filter((section) => section.rows.length > 0)
}
