import type { Locator, Page } from '@playwright/test'
import { addDays, dayOf, formatDay, weekdayOf } from '#/kernel/time.ts'
import { book } from './booking.ts'
import { expect, expectAccessible, haveShown, signUpByApi, test } from './fixture.ts'
import { becomeProvider, everyDay, range } from './provider.ts'

const availability = '/profile/veterinary?tab=availability'
const today = () => dayOf(new Date(), 'Asia/Kolkata')

const week = (page: Page) => page.getByRole('form', { name: 'Weekly hours' })
const hours = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const preview = (page: Page) => page.getByRole('region', { name: 'What owners see, next 30 days' })
const save = (page: Page) => page.getByRole('button', { name: 'Save weekly hours' })
const discard = (page: Page) => page.getByRole('button', { name: 'Discard' })
const isSaved = (page: Page) => expect(discard(page)).toBeHidden()

async function pressOn(target: Locator, key: string) {
  await target.focus()
  await target.press(key)
}

test('a new vet sets hours by keyboard', async ({ page }) => {
  await becomeProvider(page)
  await page.goto('/dashboard')
  const warning = page.getByRole('region', { name: 'Set your availability' })
  await expect(warning).toContainText('As a veterinarian, you haven’t set your hours yet')
  await pressOn(warning.getByRole('link', { name: 'Set your hours' }), 'Enter')
  await expect(page).toHaveURL(availability)
  await expect(preview(page).getByText('No times to book.')).toBeVisible()
  await expect(week(page).getByText('Closed')).toHaveCount(7)

  await pressOn(week(page).getByRole('switch', { name: 'Monday' }), 'Space')
  const monday = hours(page, 'Monday, hours')
  await expect(monday.getByLabel('Start')).toHaveValue('09:00')
  await monday.getByLabel('End').fill('12:00')
  await expect(preview(page).getByText(/^(2[4-9]|30) times on [45] days, once you save\.$/)).toBeVisible()
  await pressOn(page.getByRole('button', { name: 'Copy to other days: Monday’s hours' }), 'Enter')
  for (const day of ['Tuesday', 'Wednesday', 'Thursday', 'Friday'])
    await pressOn(page.getByRole('checkbox', { name: day }), 'Space')
  await expectAccessible(page)
  await pressOn(page.getByRole('button', { name: 'Copy', exact: true }), 'Enter')
  await expect(page.getByText('Copied to Tuesday, Wednesday, Thursday, Friday')).toBeVisible()
  await expect(week(page).getByText('09:00–12:00')).toHaveCount(5)

  await save(page).dblclick()
  await expect(page.getByText('Your weekly hours are saved.')).toHaveCount(1)
  await isSaved(page)
  await page.reload()
  await expect(week(page).getByText('09:00–12:00')).toHaveCount(5)
  await expect(week(page).getByText('Closed')).toHaveCount(2)
  const calendars = page.waitForResponse(/booking\/calendars/)
  await page.goto('/dashboard')
  await haveShown(page, calendars)
  await expect(warning).toBeHidden()
})

test('a change that leaves a booking outside the hours asks first and is saved when confirmed', async ({
  page,
  openSession,
  expectConsole,
}) => {
  expectConsole(/status of 409/)
  const vetId = await becomeProvider(page)
  await everyDay(page, range('09:00', '17:00'))
  // The last row of the week: beside others, the bar with Save covers part of a button, which axe takes for a small target.
  let date = addDays(today(), 2)
  while (weekdayOf(date) !== 'sunday') date = addDays(date, 1)
  const owner = await openSession()
  await signUpByApi(owner, 'Asha Verma')
  await book(owner, vetId, { date, startTime: '09:00', endTime: '09:30' })

  await page.goto(availability)
  const name = weekdayOf(date)
  const day = `${name[0]!.toUpperCase()}${name.slice(1)}`
  await page.getByRole('button', { name: `Change ${day}` }).click()
  await hours(page, `${day}, hours`).getByLabel('Start').fill('10:00')
  await save(page).click()
  const dialog = page.getByRole('dialog', { name: '1 booking falls outside.' })
  await expect(dialog).toContainText('It stays unless you cancel it.')
  await expect(dialog.getByRole('listitem')).toContainText(`${formatDay(date)}, 09:00-09:30`)
  await expect(dialog.getByRole('listitem')).toContainText('Asha Verma')
  await expect(dialog.getByRole('listitem')).toContainText('Pending')
  await expect(dialog.getByRole('link', { name: 'Go to your appointments' })).toHaveAttribute(
    'href',
    '/appointments',
  )
  await dialog.getByRole('button', { name: 'Go back' }).click()
  await expect(dialog).toBeHidden()
  await expect(discard(page)).toBeVisible()
  await expect(save(page)).toBeFocused()

  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Save anyway' }).dblclick()
  await expect(page.getByText('Your weekly hours are saved.')).toHaveCount(1)
  await expect(dialog).toBeHidden()
  const outside = page.getByText('1 booking falls outside. It stays unless you cancel it.')
  await outside.click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Asha Verma' })).toBeVisible()
  await expectAccessible(page)

  // The booking is known now, so nothing asks again, and wider hours include it.
  await hours(page, `${day}, hours`).getByLabel('Start').fill('08:00')
  await save(page).click()
  await isSaved(page)
  await expect(outside).toBeHidden()

  await page.getByRole('button', { name: 'Add a holiday' }).click()
  await page.getByLabel('First day').fill(date)
  await page.getByRole('button', { name: 'Save holiday' }).click()
  await dialog.getByRole('button', { name: 'Save anyway' }).click()
  await expect(page.getByText('The holiday is saved.')).toBeVisible()
  await expect(outside).toBeVisible()
})
