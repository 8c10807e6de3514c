import { Button, Modal, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type SyntheticEvent, useEffect, useState } from 'react'
import { type Day, isDay, WEEKDAYS } from '#/kernel/time.ts'
import { errorCode, errorText } from '#/kernel/web/error-text.ts'
import { ChoiceField } from '#/kernel/web/form/ChoiceField.tsx'
import form from '#/kernel/web/form/form.module.css'
import { UnsavedChanges } from '#/kernel/web/form/UnsavedChanges.tsx'
import { useDraft } from '#/kernel/web/form/use-draft.ts'
import { toast } from '#/kernel/web/toast.ts'
import { useWrite } from '#/kernel/web/write.ts'
import { DayField, PetPicker } from '#/pets/web/index.ts'
import type { Task } from '#/todo/contract.ts'
import { type Remind, taskKinds, taskLimits } from '#/todo/rules.ts'
import { kindText, remindText, todoText } from '#/todo/text.ts'
import { AssigneeField } from './AssigneeField.tsx'
import css from './TaskDialog.module.css'
import {
  draftOfTask,
  fieldsOfTask,
  problemsOfTask,
  type TaskDraft,
  type TaskField,
  unclear,
} from './task-draft.ts'
import { reloadTasks, todo } from './todo.ts'
import { weekdayNames } from './words.ts'

type Props = { opened: boolean; task: Task | null; petId: string; today: Day; onClose(): void }

const fieldOfCode: Readonly<Record<string, TaskField>> = {
  'todo.due_in_past': 'dueOn',
  'todo.due_too_late': 'dueOn',
  'todo.end_before_start': 'endsOn',
  'todo.time_needed': 'remind',
  'todo.pet_not_found': 'petId',
  'todo.assignee_not_found': 'assignee',
}

const repeats: { value: TaskDraft['repeat']; label: string }[] = [
  { value: 'none', label: 'Never' },
  { value: 'daily', label: 'Every day' },
  { value: 'week', label: 'On days of the week' },
  { value: 'month', label: 'Every month' },
  { value: 'days', label: 'Every few days' },
]
const ends: { value: TaskDraft['ends']; label: string }[] = [
  { value: 'never', label: 'Never' },
  { value: 'on', label: 'On a date' },
  { value: 'after', label: 'After a number of times' },
]
const weekdays = WEEKDAYS.map((value) => ({ value, label: weekdayNames[value] }))

/** Adds a task, or changes one. */
export default function TaskDialog({ task, petId, today, onClose, ...props }: Props) {
  const start = () => ({ ...draftOfTask(task, today), ...(!task && { petId }) })
  const startedWith = task?.on ?? today
  const { ref, draft, problems, failure, change, show, fail, check } = useDraft<TaskDraft, TaskField>(
    start,
    (given) => problemsOfTask(given, today, startedWith),
  )
  // The dialog remembers the focus only when it sees itself being opened, not when it starts open.
  const [opened, setOpened] = useState(false)
  useEffect(() => setOpened(props.opened), [props.opened])
  const outcome = {
    onSuccess: async () => {
      await reloadTasks()
      onClose()
      toast({ kind: 'success', message: task ? 'The task is saved.' : 'The task is added.' })
    },
    onError: (error: Error) => {
      const sentence = errorText(error, todoText)
      const field = fieldOfCode[errorCode(error)]
      if (field) show({ [field]: sentence })
      else fail(sentence)
    },
  }
  const add = useWrite(todo.call.add, outcome)
  const save = useWrite(todo.call.change, outcome)
  const isPending = add.isPending || save.isPending
  function submit(event: SyntheticEvent) {
    const given = check(event)
    if (!given || isPending) return
    if (task) save.mutate({ id: task.id, ...fieldsOfTask(given) })
    else add.mutate(fieldsOfTask(given))
  }
  const remind = remindText[draft.at ? 'timed' : 'untimed']
  const readTime = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    const at = currentTarget.validity.badInput ? unclear : currentTarget.value
    if (at !== draft.at) change({ at, ...(!at && draft.remind === 'hour' && { remind: 'at_time' as const }) })
  }
  const isChanged = opened && JSON.stringify(draft) !== JSON.stringify(start())
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={task ? 'Edit task' : 'New task'}
      size="34rem"
      closeOnClickOutside={!isChanged}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form ref={ref} className={css.form} onSubmit={submit} noValidate>
        <UnsavedChanges unsaved={isChanged} />
        <div data-field="title">
          <TextInput
            label="What is to be done?"
            required
            data-autofocus
            autoComplete="off"
            maxLength={taskLimits.title}
            value={draft.title}
            error={problems.title}
            onChange={({ currentTarget }) => change({ title: currentTarget.value })}
          />
        </div>
        <div data-field="petId">
          <PetPicker
            value={draft.petId}
            onChange={(next) =>
              // The next pet may have other caregivers.
              change({
                petId: next,
                ...(next !== draft.petId && draft.assignee !== 'me' && { assignee: '' }),
              })
            }
          />
          {problems.petId && (
            <p role="alert" className={css.problem}>
              {problems.petId}
            </p>
          )}
        </div>
        <NativeSelect
          label="Kind"
          value={draft.kind}
          data={taskKinds.map((value) => ({ value, label: kindText[value] }))}
          onChange={({ currentTarget }) => change({ kind: currentTarget.value as TaskDraft['kind'] })}
        />
        <div className={css.pair}>
          <DayField
            name="dueOn"
            label="Due date"
            required
            min={startedWith < today ? startedWith : today}
            value={draft.dueOn}
            problem={problems.dueOn}
            onChange={(dueOn) => change({ dueOn })}
          />
          <div data-field="at">
            <TextInput
              type="time"
              label="Time (optional)"
              value={draft.at === unclear ? '' : draft.at}
              error={problems.at}
              onChange={readTime}
              onBlur={readTime}
            />
          </div>
        </div>
        <NativeSelect
          label="Repeat"
          value={draft.repeat}
          data={repeats}
          onChange={({ currentTarget }) => change({ repeat: currentTarget.value as TaskDraft['repeat'] })}
        />
        {draft.repeat === 'week' && (
          <ChoiceField
            field={{ kind: 'some', name: 'weekdays', label: 'Days', required: true, options: weekdays }}
            value={draft.weekdays}
            problem={problems.weekdays}
            onChange={(chosen) => change({ weekdays: chosen as TaskDraft['weekdays'] })}
          />
        )}
        {draft.repeat === 'days' && (
          <div data-field="days">
            <TextInput
              label="How many days apart?"
              inputMode="numeric"
              autoComplete="off"
              required
              classNames={{ wrapper: css.short }}
              value={draft.days}
              error={problems.days}
              onChange={({ currentTarget }) => change({ days: currentTarget.value })}
            />
          </div>
        )}
        {draft.repeat === 'month' && isDay(draft.dueOn) && Number(draft.dueOn.slice(8)) > 28 && (
          <p className={css.hint}>In shorter months it’s due on the last day.</p>
        )}
        {draft.repeat !== 'none' && (
          <div className={css.pair}>
            <NativeSelect
              label="Ends"
              value={draft.ends}
              data={ends}
              onChange={({ currentTarget }) => change({ ends: currentTarget.value as TaskDraft['ends'] })}
            />
            {draft.ends === 'on' && (
              <DayField
                name="endsOn"
                label="Last day"
                required
                min={today}
                value={draft.endsOn}
                problem={problems.endsOn}
                onChange={(endsOn) => change({ endsOn })}
              />
            )}
            {draft.ends === 'after' && (
              <div data-field="endsAfter">
                <TextInput
                  label="Times"
                  inputMode="numeric"
                  autoComplete="off"
                  required
                  value={draft.endsAfter}
                  error={problems.endsAfter}
                  onChange={({ currentTarget }) => change({ endsAfter: currentTarget.value })}
                />
              </div>
            )}
          </div>
        )}
        <AssigneeField
          petId={draft.petId}
          value={draft.assignee}
          problem={problems.assignee}
          onChange={(assignee) => change({ assignee })}
        />
        <div data-field="remind">
          <NativeSelect
            label="Reminder"
            value={draft.remind}
            data={Object.entries(remind).map(([value, label]) => ({ value, label }))}
            error={problems.remind}
            onChange={({ currentTarget }) => change({ remind: currentTarget.value as Remind })}
          />
        </div>
        <Textarea
          label="Notes (optional)"
          rows={2}
          maxLength={taskLimits.notes}
          value={draft.notes}
          onChange={({ currentTarget }) => change({ notes: currentTarget.value })}
        />
        <p role="alert" className={form.failure}>
          {failure}
        </p>
        <div className={form.actions}>
          <Button type="submit" color="marigold" aria-disabled={isPending}>
            {isPending ? 'Saving...' : task ? 'Save' : 'Add task'}
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Modal>
  )
}
