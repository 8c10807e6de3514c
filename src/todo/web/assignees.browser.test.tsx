import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer } from '#/app/testing/browser/answers.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { address, openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { householdsContract, memberSchema } from '#/households/contract.ts'
import { petSchema, petsContract } from '#/pets/contract.ts'
import { todoContract } from '#/todo/contract.ts'
import { keepTasks, makeTask } from './task.factory.ts'

const row = (name: string) => page.getByRole('article', { name, exact: true })
const filter = page.getByRole('combobox', { name: 'Assigned to' })
const bruno = { id: newId(), name: 'Bruno', species: 'dog', photoUrl: null } as const
const ravi = made(memberSchema, { id: newId(), state: 'joined', name: 'Ravi Kumar', pets: [bruno] })

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-02T12:00:00+05:30') })
})
afterEach(() => {
  vi.useRealTimers()
})

test('an owner assigns a task to a caregiver, and finds tasks by who does them', async () => {
  signIn('Asha Verma')
  answer(petsContract.list, { rows: [made(petSchema, bruno)], nextCursor: null })
  answer(householdsContract.mine, { members: [ravi], helped: [] })
  const meal = makeTask('Evening meal', { kind: 'feeding', pet: bruno } as object)
  keepTasks(meal, makeTask('Water the plants'))
  const changed = answer(todoContract.change, ({ assignee }) => {
    Object.assign(meal, assignee && { assignee: { memberId: assignee, name: 'Ravi Kumar', isCaller: false } })
  })
  await openPage('/todo')
  await page.getByRole('button', { name: 'More for Evening meal, Bruno' }).click()
  await page.getByRole('button', { name: 'Edit Evening meal, Bruno' }).click()
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Who does it?' }), 'Ravi Kumar')
  await expectAccessible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(row('Evening meal, Bruno')).toHaveTextContent('Assigned to Ravi Kumar')
  expect(changed.inputs).toMatchObject([{ id: meal.id, assignee: ravi.id }])
  await userEvent.selectOptions(filter, 'Nobody')
  await expect.element(row('Evening meal, Bruno')).not.toBeInTheDocument()
  await expect.element(row('Water the plants')).toBeVisible()
  await userEvent.selectOptions(filter, 'Ravi Kumar')
  await expect.element(row('Water the plants')).not.toBeInTheDocument()
  await expect.element(row('Evening meal, Bruno')).toBeVisible()
  await expectAccessible()
})

test('a caregiver finds what is assigned to them, and ticks it', async () => {
  signIn('Ravi Kumar')
  answer(householdsContract.mine, { members: [], helped: [] })
  const meal = makeTask('Evening meal', {
    kind: 'feeding',
    pet: bruno,
    assignee: { memberId: ravi.id, name: 'Ravi Kumar', isCaller: true },
    household: { ownerName: 'Asha Verma', zone: 'Asia/Kolkata' },
  } as object)
  const { ticks } = keepTasks(meal)
  await openPage('/todo?pet=none')
  await expect.element(page.getByText('Nothing to do with this filter.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect.element(row('Evening meal, Bruno')).toHaveTextContent('Assigned to you')
  await userEvent.selectOptions(filter, 'You')
  await expect.poll(address).toMatch(/who=me/)
  await page.getByRole('button', { name: 'Mark as done: Evening meal, Bruno' }).click()
  await expect.element(row('Done: Evening meal, Bruno')).toBeVisible()
  expect(ticks).toMatchObject([{ id: meal.id, again: false }])
})
