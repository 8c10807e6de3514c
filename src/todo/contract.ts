import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { cursorSchema, done, optionalText, pageOf, requiredLine } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { clockTimeSchema, daySchema, timeZoneSchema, WEEKDAYS } from '#/kernel/time.ts'
import { speciesSchema } from '#/pets/contract.ts'
import { todoErrors } from './errors.ts'
import { mostTickAge, reminders, taskKinds, taskLimits, todoRates } from './rules.ts'

const repeatSchema = z.discriminatedUnion('every', [
  z.object({ every: z.literal('days'), days: z.int().min(1).max(taskLimits.everyDays) }),
  z.object({ every: z.literal('week'), weekdays: z.array(z.enum(WEEKDAYS)).min(1).max(7) }),
  z.object({ every: z.literal('month') }),
])
const endsSchema = z.union([
  z.strictObject({ on: daySchema }),
  z.strictObject({ after: z.int().min(1).max(taskLimits.times) }),
])

const petSchema = z.object({
  id: idSchema('pet'),
  name: z.string(),
  species: speciesSchema,
  photoUrl: z.string().nullable(),
})

const tickSchema = z.object({ at: z.date(), by: z.string(), isOwn: z.boolean() })

/** The person whose list it is on, or a caregiver. */
const assigneeSchema = z.object({
  /** Null for the person whose list it is on. */
  memberId: idSchema('household member').nullable(),
  name: z.string(),
  isCaller: z.boolean(),
})
/** The caller, or a caregiver in their household. */
const assigneeInput = z.union([z.literal('me'), idSchema('household member')]).nullish()

/** Times of its tasks are by its owner's clocks. */
const householdSchema = z.object({ ownerName: z.string(), zone: timeZoneSchema })

export const taskSchema = z.object({
  id: idSchema('task'),
  kind: z.enum(taskKinds),
  title: z.string(),
  /** From a health record: 'half a tablet, twice a day'. */
  detail: z.string().nullable(),
  notes: z.string().nullable(),
  pet: petSchema.nullable(),
  /** The day to tick now. */
  on: daySchema,
  /** The same day, or a later one if it was put off. */
  dueOn: daySchema,
  at: clockTimeSchema.nullable(),
  repeat: repeatSchema.nullable(),
  ends: endsSchema.nullable(),
  remind: z.enum(reminders),
  /** The last day to which it can be put off, if it can. */
  snoozeUntil: daySchema.nullable(),
  lastTick: tickSchema.nullable(),
  /** Null if anyone can do it. */
  assignee: assigneeSchema.nullable(),
  /** The health record that it comes from and goes with; null for caregivers. */
  source: z.object({ label: z.string(), path: z.string() }).nullable(),
  /** The household that the caller helps, and whose task they can only tick; null for tasks on their own list. */
  household: householdSchema.nullable(),
})
export type Task = z.output<typeof taskSchema>

export const doneTaskSchema = z.object({
  id: idSchema('tick'),
  taskId: idSchema('task'),
  kind: z.enum(taskKinds),
  title: z.string(),
  pet: petSchema.nullable(),
  on: daySchema,
  tick: tickSchema,
  household: householdSchema.nullable(),
})
export type DoneTask = z.output<typeof doneTaskSchema>

export const taskFieldsSchema = z.object({
  title: requiredLine(taskLimits.title),
  petId: idSchema('pet').nullish(),
  kind: z.enum(taskKinds),
  dueOn: daySchema,
  at: clockTimeSchema.refine((at) => at !== '24:00').nullish(),
  repeat: repeatSchema.nullish(),
  ends: endsSchema.nullish(),
  notes: optionalText(taskLimits.notes),
  remind: z.enum(reminders).default('none'),
  assignee: assigneeInput,
})
export type TaskFields = z.output<typeof taskFieldsSchema>

const onlyThe = z.object({ id: idSchema('task') })
const own = 'a task of the caller'
const ownOrShared = `${own}, or of a pet shared with them in a household`
const changeLimit = { name: 'todo-change', by: 'user', ...todoRates.change } as const
const fieldErrors = only(
  todoErrors,
  'todo.due_in_past',
  'todo.due_too_late',
  'todo.end_before_start',
  'todo.time_needed',
  'todo.pet_not_found',
  'todo.assignee_not_found',
)

export const todoContract = {
  list: endpoint({
    method: 'GET',
    path: '/todo',
    summary: 'Lists the caller’s tasks that are to be done, the earliest first, each with its next day only',
    access: 'signed-in',
    rows: 'open tasks of the caller and of pets shared with them, without those of pets that are archived or in memory',
    input: z.object({}),
    output: z.object({
      /** By the caller’s clocks. */
      today: daySchema,
      tasks: z.array(taskSchema),
    }),
  }),
  done: endpoint({
    method: 'GET',
    path: '/todo/done',
    summary: 'Lists what was ticked in the last 30 days, the latest first',
    access: 'signed-in',
    rows: 'ticks of the caller’s tasks, and of those of pets shared with them',
    input: z.object({ cursor: cursorSchema }),
    output: pageOf(doneTaskSchema),
  }),
  add: endpoint({
    method: 'POST',
    path: '/todo',
    summary: 'Adds a task',
    access: 'signed-in',
    rows: 'a new task of the caller, for one of their pets or none',
    limit: { name: 'todo-add', by: 'user', ...todoRates.add },
    input: taskFieldsSchema,
    output: z.object({ id: idSchema('task') }),
    errors: { ...fieldErrors, ...only(todoErrors, 'todo.too_many') },
  }),
  change: endpoint({
    method: 'PUT',
    path: '/todo/{id}',
    summary: 'Changes a task; with another day or repeat, it starts anew',
    access: 'signed-in',
    rows: own,
    limit: changeLimit,
    input: onlyThe.extend(taskFieldsSchema.shape),
    output: done,
    errors: { ...fieldErrors, ...only(todoErrors, 'todo.from_record', 'todo.changed_meanwhile') },
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/todo/{id}',
    summary: 'Deletes a task with its ticks, or dismisses one that comes from a health record',
    access: 'signed-in',
    rows: own,
    limit: changeLimit,
    input: onlyThe,
    output: done,
  }),
  assign: endpoint({
    method: 'PUT',
    path: '/todo/{id}/assignee',
    summary: 'Says who is to do a task: the caller, a caregiver with whom its pet is shared, or whoever can',
    access: 'signed-in',
    rows: own,
    limit: changeLimit,
    input: onlyThe.extend({ assignee: assigneeInput }),
    output: done,
    errors: only(todoErrors, 'todo.assignee_not_found'),
  }),
  snooze: endpoint({
    method: 'POST',
    path: '/todo/{id}/snooze',
    summary: 'Puts off the current day of a task',
    access: 'signed-in',
    rows: own,
    limit: changeLimit,
    input: onlyThe.extend({ on: daySchema, to: daySchema }),
    output: done,
    errors: only(todoErrors, 'todo.changed_meanwhile', 'todo.snooze_not_allowed'),
  }),
  tick: endpoint({
    method: 'POST',
    path: '/todo/{id}/ticks',
    summary: 'Notes that a day’s task is done; a second time only with `again`',
    access: 'signed-in',
    rows: ownOrShared,
    limit: changeLimit,
    input: onlyThe.extend({
      on: daySchema,
      again: z.boolean().default(false),
      /** Milliseconds since the tick was made, if it waited on a phone without a network. */
      age: z.int().min(0).max(mostTickAge).default(0),
    }),
    output: z.object({ tickId: idSchema('tick') }),
    errors: only(todoErrors, 'todo.changed_meanwhile', 'todo.already_ticked', 'todo.ticked_enough'),
  }),
  untick: endpoint({
    method: 'DELETE',
    path: '/todo-ticks/{id}',
    summary: 'Takes back a tick of the last 30 days',
    access: 'signed-in',
    rows: 'a tick that the caller made, of a task that they may still tick',
    limit: changeLimit,
    input: z.object({ id: idSchema('tick') }),
    output: done,
  }),
}
