import { Button } from '@mantine/core'
import { useState } from 'react'
import { addDays, type Day } from '#/kernel/time.ts'
import { errorText } from '#/kernel/web/error-text.ts'
import { ConfirmButton } from '#/kernel/web/form/ConfirmButton.tsx'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import type { Task } from '#/todo/contract.ts'
import { todoText } from '#/todo/text.ts'
import { AssigneeField } from './AssigneeField.tsx'
import { assigneeValue } from './assignees.ts'
import { reloadTasks, todo } from './todo.ts'

type Props = { task: Task; today: Day; name: string; onEdit(): void; onDone(): void }

const putOffs = [
  { days: 1, label: 'Tomorrow' },
  { days: 3, label: 'In 3 days' },
  { days: 7, label: 'In a week' },
]

/** Puts off, edits and removes a task. */
export function TaskActions({ task, today, name, onEdit, onDone }: Props) {
  const { id, on, dueOn, snoozeUntil, source, pet } = task
  const [isAsking, setAsking] = useState(false)
  const failed = (error: Error) => {
    toast({ kind: 'error', message: errorText(error, todoText) })
    void reloadTasks()
  }
  const snooze = useWrite(todo.call.snooze, {
    onSuccess: async () => {
      await reloadTasks()
      onDone()
    },
    onError: failed,
  })
  const assign = useWrite(todo.call.assign, { onSuccess: () => reloadTasks(), onError: failed })
  const remove = useWrite(todo.call.remove, {
    onSuccess: async () => {
      setAsking(false)
      await reloadTasks()
    },
    onError: failed,
  })
  const days = putOffs
    .map(({ days, label }) => ({ label, to: addDays(today, days) }))
    .filter(({ to }) => snoozeUntil !== null && to <= snoozeUntil && to > on && to !== dueOn)
  return (
    <>
      {days.length > 0 && <p>Put off to</p>}
      {days.map(({ label, to }) => (
        <Button
          key={to}
          variant="default"
          aria-label={`Put off to ${label.toLowerCase()}: ${name}`}
          aria-disabled={snooze.isPending}
          onClick={() => snooze.mutate({ id, on, to })}
        >
          {label}
        </Button>
      ))}
      {source && pet && (
        <AssigneeField
          petId={pet.id}
          value={assigneeValue(task)}
          disabled={assign.isPending}
          onChange={(assignee) => assign.mutate({ id, assignee: assignee || null })}
        />
      )}
      {!source && (
        <Button variant="default" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
      )}
      <ConfirmButton
        label={source ? 'Dismiss' : 'Delete'}
        spoken={`${source ? 'Dismiss' : 'Delete'} ${name}`}
        opened={isAsking}
        onOpen={() => setAsking(true)}
        onClose={() => setAsking(false)}
        title={source ? 'Dismiss this task?' : 'Delete this task?'}
        reason="none"
        confirm={source ? 'Dismiss' : 'Delete'}
        busy={source ? 'Dismissing...' : 'Deleting...'}
        keep="Go back"
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ id })}
      >
        <p>
          {source
            ? 'We won’t remind you of it again. The health record stays as it is.'
            : 'Its repeats and the record of when it was done go too. You can’t undo this.'}
        </p>
      </ConfirmButton>
    </>
  )
}
