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
  await page.getByRole('button', { name: 'Add task' }).click()
  const dialog = page.getByRole('dialog', { name: 'New task' })
  await dialog.getByLabel('What is to be done?').fill('Evening meal')
  await dialog.getByLabel('Kind').selectOption('Feeding')
  await dialog.getByLabel('Repeat').selectOption('Every day')
  await dialog.getByLabel('Ends').selectOption('After a number of times')
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
  await question.getByRole('button', { name: 'Record again' }).click()
  await expect(question).toBeHidden()
  await before.getByRole('button', { name: 'Show the last 30 days' }).click()
  await expect(before.getByRole('region', { name: 'Done' }).getByRole('article')).toHaveCount(2)
})
