import type { Page } from '@playwright/test'
import { expect, expectAccessible, signUpByApi, test } from './fixture.ts'

const group = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
const tick = (page: Page, name: string) => page.getByRole('button', { name: `Mark as done: ${name}` })
const row = (page: Page, name: string) => page.getByRole('article', { name, exact: true })

test('an owner plans a daily meal, ticks it, takes it back, and is asked about a second tick', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/409 \(Conflict\)/)
  await signUpByApi(page, 'Tara Bose')
  await page.goto('/todo')
  await expect(page.getByText('Nothing to do. Add your first task.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Add task' }).click()
  const dialog = page.getByRole('dialog', { name: 'New task' })
  await dialog.getByRole('button', { name: 'Add task' }).click()
  await expect(dialog.getByLabel('What is to be done?')).toBeFocused()
  await dialog.getByLabel('What is to be done?').fill('Evening meal')
  await dialog.getByLabel('Kind').selectOption('Feeding')
  await dialog.getByLabel('Repeat').selectOption('Every day')
  await dialog.getByLabel('Ends').selectOption('After a number of times')
  await dialog.getByLabel('Times').fill('1000000')
  await dialog.getByRole('button', { name: 'Add task' }).click()
  await expect(dialog.getByText('Please enter a whole number from 1 to 1000')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Times').fill('30')
  await dialog.getByRole('button', { name: 'Add task' }).click()
  await expect(row(page, 'Evening meal')).toContainText('Every day, 30 times')
  await expectAccessible(page)

  const before = await page.context().newPage()
  await before.goto('/todo')
  await expect(tick(before, 'Evening meal')).toBeVisible()
  await tick(page, 'Evening meal').click()
  await page.getByRole('button', { name: 'Undo: Evening meal' }).click()
  await expect(row(page, 'Done: Evening meal')).toBeHidden()
  await tick(page, 'Evening meal').click()
  await expect(group(page, 'Next 7 days')).toContainText('Tomorrow')

  await tick(before, 'Evening meal').click()
  const question = before.getByRole('dialog', { name: 'Evening meal' })
  await expect(question).toContainText(/Already given at \d\d:\d\d by you\. Record again\?/)
  await expectAccessible(before)
  await question.getByRole('button', { name: 'Record again' }).click()
  await expect(question).toBeHidden()
  await before.getByRole('button', { name: 'Show the last 30 days' }).click()
  await expect(before.getByRole('region', { name: 'Done' }).getByRole('article')).toHaveCount(2)
})

test('a tick that is made again after a lost one was taken back stays', async ({ page, expectConsole }) => {
  expectConsole(/ERR_FAILED|Failed to fetch|Failed to load resource/)
  await signUpByApi(page, 'Tara Bose')
  await page.goto('/todo')
  const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const added = await page.request.post('/api/todo', {
    data: { title: 'Heart tablet', kind: 'medicine', dueOn: day },
    headers: { origin: new URL(page.url()).origin },
  })
  expect(added.ok()).toBe(true)
  await page.route('**/rpc/todo/tick', (route) => route.abort(), { times: 1 })
  await page.reload()
  await tick(page, 'Heart tablet').click()
  await expect(row(page, 'Done: Heart tablet')).toContainText('Waiting to be sent')
  await page.getByRole('button', { name: 'Undo: Heart tablet' }).click()
  const ticked = page.waitForResponse('**/rpc/todo/tick')
  await tick(page, 'Heart tablet').click()
  expect((await ticked).ok()).toBe(true)
  const mark = () => page.evaluate(() => localStorage.getItem('pawfolk-ticks-waiting'))
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect.poll(mark).toBeNull()
  const done = await page.request.get('/api/todo/done')
  expect((await done.json()).rows).toMatchObject([{ title: 'Heart tablet', tick: { isOwn: true } }])
})

test('a task is put off, edited and deleted, and stands on the dashboard', async ({ page }) => {
  await signUpByApi(page, 'Tara Bose')
  await page.goto('/todo')
  await page.getByRole('button', { name: 'Add task' }).click()
  await page.getByLabel('What is to be done?').fill('Buy a tick collar')
  await page.getByRole('dialog').getByRole('button', { name: 'Add task' }).click()
  await page.getByRole('button', { name: 'More for Buy a tick collar' }).click()
  await page.getByRole('button', { name: 'Put off to in 3 days: Buy a tick collar' }).click()
  await expect(group(page, 'Next 7 days').getByRole('article')).toHaveCount(1)
  await page.goto('/dashboard')
  const block = page.getByRole('region', { name: 'To-Do' })
  await expect(block.getByRole('article', { name: 'Buy a tick collar' })).toBeVisible()
  await block.getByRole('link', { name: 'All tasks' }).click()
  await page.getByRole('button', { name: 'More for Buy a tick collar' }).click()
  await page.getByRole('button', { name: 'Edit Buy a tick collar' }).click()
  await page.getByLabel('What is to be done?').fill('Buy two tick collars')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(row(page, 'Buy two tick collars')).toBeVisible()
  await page.getByRole('button', { name: 'Delete Buy two tick collars' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Nothing to do. Add your first task.')).toBeVisible()
})

test('a vaccination that is due again becomes a task, and goes with it', async ({ page }) => {
  await signUpByApi(page, 'Tara Bose')
  const call = async (path: string, data: object) => {
    const answer = await page.request.post(`/api${path}`, {
      data,
      headers: { origin: new URL(page.url()).origin },
    })
    expect(answer.ok(), path).toBe(true)
    return (await answer.json()) as { id: string }
  }
  await page.goto('/todo')
  const { id } = await call('/pets', { name: 'Miso', species: 'cat' })
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  await call(`/pets/${id}/vaccinations`, { name: 'Rabies', givenOn: inDays(-300), nextDueOn: inDays(40) })
  await page.reload()
  await expect(group(page, 'Later')).toContainText('Vaccination: Rabies')
  await row(page, 'Vaccination: Rabies, Miso').getByRole('link', { name: 'Vaccinations' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Miso')
  await call(`/pets/${id}/vaccinations`, { name: 'rabies', givenOn: inDays(-1) })
  await page.goto('/todo')
  await expect(page.getByText('Nothing to do. Add your first task.')).toBeVisible()
})
