import { type ClockTime, type Day, isDay, type WEEKDAYS } from '#/kernel/time.ts'
import { type Problems, problem } from '#/kernel/web/form/use-draft.ts'
import type { Task } from '#/todo/contract.ts'
import { type Remind, type TaskKind, taskLimits } from '#/todo/rules.ts'
import { todoText } from '#/todo/text.ts'
import { assigneeValue } from './assignees.ts'

type Weekday = (typeof WEEKDAYS)[number]

export type TaskDraft = {
  title: string
  petId: string
  kind: TaskKind
  dueOn: string
  at: string
  repeat: 'none' | 'daily' | 'week' | 'month' | 'days'
  days: string
  weekdays: Weekday[]
  ends: 'never' | 'on' | 'after'
  endsOn: string
  endsAfter: string
  remind: Remind
  notes: string
  /** Empty for anyone, 'me', or a member's id. */
  assignee: string
}
export type TaskField = keyof TaskDraft

export function draftOfTask(task: Task | null, today: Day): TaskDraft {
  const { repeat = null, ends = null } = task ?? {}
  return {
    title: task?.title ?? '',
    petId: task?.pet?.id ?? '',
    kind: task?.kind ?? 'other',
    dueOn: task?.on ?? today,
    at: task?.at ?? '',
    repeat: !repeat ? 'none' : repeat.every === 'days' && repeat.days === 1 ? 'daily' : repeat.every,
    days: repeat?.every === 'days' && repeat.days > 1 ? String(repeat.days) : '2',
    weekdays: repeat?.every === 'week' ? [...repeat.weekdays] : [],
    ends: !ends ? 'never' : 'on' in ends ? 'on' : 'after',
    endsOn: ends && 'on' in ends ? ends.on : '',
    endsAfter: ends && 'after' in ends ? String(ends.after) : '10',
    remind: task?.remind ?? 'none',
    notes: task?.notes ?? '',
    assignee: task ? assigneeValue(task) : '',
  }
}

const isWhole = (text: string, least: number, most: number) =>
  /^\d{1,6}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most

/** Returns what the server would refuse, in the order of the form. An unchanged day may be in the past. */
export function problemsOfTask(draft: TaskDraft, today: Day, startedWith: string): Problems<TaskField> {
  const { title, dueOn, at, repeat, days, weekdays, ends, endsOn, endsAfter, remind } = draft
  const isEnding = repeat !== 'none'
  return {
    ...problem('title', !title.trim() && 'Required'),
    ...problem(
      'dueOn',
      !isDay(dueOn)
        ? 'Please enter a date'
        : dueOn < today && dueOn !== startedWith && todoText['todo.due_in_past'],
    ),
    ...problem('at', at === unclear && 'Please enter a time'),
    ...problem(
      'days',
      repeat === 'days' &&
        !isWhole(days, 1, taskLimits.everyDays) &&
        `Please enter a whole number from 1 to ${taskLimits.everyDays}`,
    ),
    ...problem('weekdays', repeat === 'week' && weekdays.length === 0 && 'Please choose at least one day'),
    ...problem(
      'endsOn',
      isEnding &&
        ends === 'on' &&
        (!isDay(endsOn) ? 'Please enter a date' : endsOn < dueOn && todoText['todo.end_before_start']),
    ),
    ...problem(
      'endsAfter',
      isEnding &&
        ends === 'after' &&
        !isWhole(endsAfter, 1, taskLimits.times) &&
        `Please enter a whole number from 1 to ${taskLimits.times}`,
    ),
    ...problem('remind', remind === 'hour' && !at && todoText['todo.time_needed']),
  }
}

/** Marks an incomplete time in a draft, whose text the browser doesn't reveal. */
export const unclear = 'unclear'

/** Returns what is sent; the draft has no problems. */
export function fieldsOfTask(draft: TaskDraft) {
  const { title, petId, kind, dueOn, at, remind, notes, repeat, ends } = draft
  const often =
    repeat === 'none'
      ? null
      : repeat === 'week'
        ? { every: 'week' as const, weekdays: draft.weekdays }
        : repeat === 'month'
          ? { every: 'month' as const }
          : { every: 'days' as const, days: repeat === 'daily' ? 1 : Number(draft.days) }
  const end =
    !often || ends === 'never'
      ? null
      : ends === 'on'
        ? { on: draft.endsOn }
        : { after: Number(draft.endsAfter) }
  return {
    title,
    kind,
    dueOn,
    remind,
    notes,
    repeat: often,
    ends: end,
    assignee: draft.assignee || null,
    petId: petId || null,
    at: (at || null) as ClockTime | null,
  }
}
