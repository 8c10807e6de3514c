import type { Task } from '#/todo/contract.ts'

/** Names the assignee in the page's address: 'me', a member's id, or 'owner', the household's to its caregivers. */
const keyOf = ({ assignee }: Task): string | null =>
  assignee ? (assignee.isCaller ? 'me' : (assignee.memberId ?? 'owner')) : null

/** Lists the people to whom tasks are assigned, the viewer first. */
export function assigneesOf(tasks: readonly Task[]): { value: string; label: string }[] {
  const people = new Map<string, string>()
  for (const task of tasks) {
    const key = keyOf(task)
    if (key) people.set(key, key === 'me' ? 'You' : task.assignee!.name)
  }
  return [...people]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => Number(b.value === 'me') - Number(a.value === 'me') || a.label.localeCompare(b.label))
}

/** `who` is a key of `assigneesOf`, 'none' or everything. */
export const isFor = (task: Task, who: string): boolean => who === '' || (keyOf(task) ?? 'none') === who

export const assigneeText = ({ name, isCaller }: NonNullable<Task['assignee']>) =>
  `Assigned to ${isCaller ? 'you' : name}`

/** Returns the field's value: empty for anyone, 'me', or a member's id. */
export const assigneeValue = ({ assignee }: Pick<Task, 'assignee'>): string =>
  assignee ? (assignee.memberId ?? 'me') : ''
