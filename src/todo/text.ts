import type { todoErrors } from './errors.ts'
import { type Group, type Remind, type TaskKind, taskLimits } from './rules.ts'

export const todoText: Readonly<Record<keyof typeof todoErrors, string>> = {
  'todo.due_in_past': 'Please choose today or a later day.',
  'todo.due_too_late': `Please choose a day within the next ${taskLimits.years} years.`,
  'todo.end_before_start': 'The repeat would end before it starts. Please choose a later end.',
  'todo.time_needed': 'Please add a time, or choose another reminder.',
  'todo.pet_not_found': 'This pet isn’t one of your pets any more. Please choose another one, or none.',
  'todo.assignee_not_found': 'This person doesn’t help with this pet any more. Please choose someone else.',
  'todo.too_many': `You have ${taskLimits.open} open tasks. Please finish or delete some first.`,
  'todo.from_record': 'This task comes from a health record. Please change it there.',
  'todo.changed_meanwhile': 'This task has just changed. Please check it again.',
  'todo.already_ticked': 'This is already done. Record it again?',
  'todo.ticked_enough': `A task can be ticked ${taskLimits.ticksADay} times a day.`,
  'todo.snooze_not_allowed': 'It can’t be put off to that day. Please choose another one.',
}

export const loadFailedText = 'Something went wrong. Please try again.'

export const kindText: Readonly<Record<TaskKind, string>> = {
  feeding: 'Feeding',
  walk: 'Walk',
  medicine: 'Medicine',
  vaccination: 'Vaccination',
  deworming: 'Deworming',
  grooming: 'Grooming',
  follow_up: 'Vet follow-up',
  other: 'Other',
}

export const groupText: Readonly<Record<Group, string>> = {
  overdue: 'Overdue',
  today: 'Today',
  week: 'Next 7 days',
  later: 'Later',
}

/** For tasks with a time, and for those without. */
export const remindText: Readonly<Record<'timed' | 'untimed', Partial<Record<Remind, string>>>> = {
  timed: { none: 'None', at_time: 'At that time', hour: '1 hour before', day: '1 day before' },
  untimed: { none: 'None', at_time: 'On the day at 09:00', day: 'The day before at 09:00' },
}
