import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, lose, refuse } from '#/app/testing/browser/answers.ts'
import { answerDashboard } from '#/app/testing/browser/dashboard.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { openPage, visit } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { householdsContract } from '#/households/contract.ts'
import { petDetailsSchema, petsContract } from '#/pets/contract.ts'
import { todoContract } from '#/todo/contract.ts'
import { keepTasks, makeTask, today } from './task.factory.ts'

const group = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
const tick = (name: string) => page.getByRole('button', { name: `Mark as done: ${name}` })
const row = (name: string) => page.getByRole('article', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name })
const nothing = page.getByText('Nothing to do. Add your first task.')

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-02T12:00:00+05:30') })
  signIn('Tara Bose')
  answer(petsContract.list, { rows: [], nextCursor: null })
  answer(householdsContract.mine, { members: [], helped: [] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a new daily task says what is wrong with it, and reads as it was planned', async () => {
  const { added } = keepTasks()
  await openPage('/todo')
  await expect.element(nothing).toBeVisible()
  await expectAccessible()
  await button('Add task').click()
  const dialog = page.getByRole('dialog', { name: 'New task' })
  const add = dialog.getByRole('button', { name: 'Add task' })
  await add.click()
  const title = dialog.getByLabelText('What is to be done?')
  await expect.element(title).toHaveFocus()
  await title.fill('Evening meal')
  await userEvent.selectOptions(dialog.getByLabelText('Kind'), 'Feeding')
  await userEvent.selectOptions(dialog.getByLabelText('Repeat'), 'Every day')
  await userEvent.selectOptions(dialog.getByLabelText('Ends'), 'After a number of times')
  await dialog.getByLabelText('Times').fill('1000000')
  await add.click()
  await expect.element(dialog.getByText('Please enter a whole number from 1 to 1000')).toBeVisible()
  await expectAccessible()
  expect(added).toEqual([])
  await dialog.getByLabelText('Times').fill('30')
  await add.click()
  await expect.element(row('Evening meal')).toHaveTextContent('Every day, 30 times')
  expect(added).toMatchObject([
    { title: 'Evening meal', kind: 'feeding', repeat: { every: 'days', days: 1 }, ends: { after: 30 } },
  ])
})

test('a tick that somebody made before is asked about', async () => {
  const meal = makeTask('Evening meal', { kind: 'feeding', repeat: { every: 'days', days: 1 } })
  keepTasks(meal)
  const refused = refuse(todoContract.tick, 'todo.already_ticked', {
    tickId: newId(),
    at: new Date('2026-11-02T11:30:00+05:30').toISOString(),
    by: 'Tara Bose',
    isOwn: true,
  })
  await openPage('/todo')
  await tick('Evening meal').click()
  const question = page.getByRole('dialog', { name: 'Evening meal' })
  await expect.element(question).toHaveTextContent(/Already given at 11:30 by you\. Record again\?/)
  await expectAccessible()
  const { ticks } = keepTasks(meal)
  await question.getByRole('button', { name: 'Record again' }).click()
  await expect.element(question).not.toBeInTheDocument()
  expect(refused.inputs).toMatchObject([{ id: meal.id, on: today, again: false }])
  expect(ticks).toMatchObject([{ id: meal.id, on: today, again: true }])
})

test('a tick that is made again after a lost one was taken back stays', async () => {
  const tablet = makeTask('Heart tablet', { kind: 'medicine' })
  const { done, ticks, unticks } = keepTasks(tablet)
  const isWaiting = () => localStorage.getItem('pawfolk-ticks-waiting')
  const lost = lose(todoContract.tick)
  await openPage('/todo')
  await tick('Heart tablet').click()
  await expect.element(row('Done: Heart tablet')).toHaveTextContent('Waiting to be sent')
  await button('Undo: Heart tablet').click()
  expect(lost.inputs).toHaveLength(1)
  keepTasks(tablet)
  const kept = keepTasks(tablet)
  await tick('Heart tablet').click()
  await expect.poll(() => kept.ticks.length).toBe(1)
  window.dispatchEvent(new Event('online'))
  await expect.poll(isWaiting).toBeNull()
  await expect.element(button('Undo: Heart tablet')).toBeVisible()
  expect(kept.done).toMatchObject([{ title: 'Heart tablet', tick: { isOwn: true } }])
  expect([...done, ...ticks, ...unticks, ...kept.unticks]).toEqual([])
})

test('a task is put off, edited and deleted, and stands on the dashboard', async () => {
  answerDashboard()
  const { changed } = keepTasks(makeTask('Buy a tick collar'))
  await openPage('/todo')
  await button('More for Buy a tick collar').click()
  await button('Put off to in 3 days: Buy a tick collar').click()
  await expect.poll(() => group('Next 7 days').getByRole('article').elements().length).toBe(1)
  await visit('/dashboard')
  const block = page.getByRole('region', { name: 'To-Do' })
  await expect.element(block.getByRole('article', { name: 'Buy a tick collar' })).toBeVisible()
  await block.getByRole('link', { name: 'All tasks' }).click()
  await button('More for Buy a tick collar').click()
  await button('Edit Buy a tick collar').click()
  await page.getByLabelText('What is to be done?').fill('Buy two tick collars')
  await button('Save').click()
  await expect.element(row('Buy two tick collars')).toBeVisible()
  expect(changed).toMatchObject([{ title: 'Buy two tick collars' }])
  await button('Delete Buy two tick collars').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect.element(nothing).toBeVisible()
})

test('a vaccination that is due again stands under Later, and leads to the pet’s vaccinations', async () => {
  const pet = { id: newId(), name: 'Miso', species: 'cat', photoUrl: null } as const
  const source = { label: 'Vaccinations', path: `/profile/add-pet?pet=${pet.id}` }
  keepTasks(makeTask('Vaccination: Rabies', { pet, dueOn: '2026-12-12', on: '2026-12-12', source } as object))
  await openPage('/todo')
  await expect.element(group('Later')).toHaveTextContent('Vaccination: Rabies')
  answer(petsContract.get, made(petDetailsSchema, pet))
  await row('Vaccination: Rabies, Miso').getByRole('link', { name: 'Vaccinations' }).click()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Miso')
})
