import { expect, test } from 'vitest'
import type { Task } from '#/todo/contract.ts'
import { draftOfTask, fieldsOfTask, problemsOfTask, type TaskDraft } from './task-draft.ts'

const today = '2026-11-02'
const draft: TaskDraft = { ...draftOfTask(null, today), title: 'Feed Bruno' }
const problems = (part: Partial<TaskDraft>, startedWith = today) =>
  Object.keys(problemsOfTask({ ...draft, ...part }, today, startedWith))

test('a new task is due today, once, without a reminder', () => {
  expect(problems({})).toEqual([])
  expect(fieldsOfTask(draft)).toEqual({
    title: 'Feed Bruno',
    kind: 'other',
    dueOn: today,
    remind: 'none',
    notes: '',
    repeat: null,
    ends: null,
    petId: null,
    at: null,
    assignee: null,
  })
})

test.each<[string, Partial<TaskDraft>, string[]]>([
  ['without a title', { title: ' ' }, ['title']],
  ['due yesterday', { dueOn: '2026-11-01' }, ['dueOn']],
  ['on an incomplete date', { dueOn: 'unclear' }, ['dueOn']],
  ['at an incomplete time', { at: 'unclear' }, ['at']],
  ['every 0 days', { repeat: 'days', days: '0' }, ['days']],
  ['on no weekday', { repeat: 'week' }, ['weekdays']],
  ['that ends before it starts', { repeat: 'daily', ends: 'on', endsOn: '2026-11-01' }, ['endsOn']],
  ['that comes a million times', { repeat: 'daily', ends: 'after', endsAfter: '1000000' }, ['endsAfter']],
  ['with a reminder an hour before no time', { remind: 'hour' }, ['remind']],
  ['with an end, but no repeat', { ends: 'on', endsOn: '' }, []],
])('a task %s shows its problem', (_, part, fields) => {
  expect(problems(part)).toEqual(fields)
})

test('an overdue day may stay as it is', () => {
  expect(problems({ dueOn: '2026-10-01' }, '2026-10-01')).toEqual([])
})

test.each([
  { repeat: { every: 'days' as const, days: 1 }, ends: { after: 3 } },
  { repeat: { every: 'days' as const, days: 14 }, ends: null },
  { repeat: { every: 'week' as const, weekdays: ['monday' as const] }, ends: { on: '2026-12-01' } },
  { repeat: { every: 'month' as const }, ends: null },
  { repeat: null, ends: null },
])('a saved repeat comes back as it was: %o', (plan) => {
  const { repeat, ends } = fieldsOfTask(draftOfTask({ on: today, ...plan } as Task, today))
  expect({ repeat, ends }).toEqual(plan)
})
