import { type ErrorKinds, refuser } from '#/kernel/errors.ts'

export const todoErrors = {
  'todo.due_in_past': 'invalid',
  'todo.due_too_late': 'invalid',
  'todo.end_before_start': 'invalid',
  'todo.time_needed': 'invalid',
  'todo.pet_not_found': 'invalid',
  'todo.assignee_not_found': 'invalid',
  'todo.too_many': 'conflict',
  'todo.from_record': 'conflict',
  'todo.changed_meanwhile': 'conflict',
  'todo.already_ticked': 'conflict',
  'todo.ticked_enough': 'conflict',
  'todo.snooze_not_allowed': 'invalid',
} as const satisfies ErrorKinds

export const refuse = refuser(todoErrors)
