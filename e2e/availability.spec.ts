import type { Locator, Page } from '@playwright/test'
import type { SlotTrade } from '#/booking/trades.ts'
import { addDays, dayOf, formatDay, weekdayOf } from '#/kernel/time.ts'
import { book } from './booking.ts'
import { expect, expectAccessible, expectAllAccessible, haveShown, signUpByApi, test } from './fixture.ts'
import { becomeProvider, everyDay, putInVetsCalendar, range } from './provider.ts'

const paths = { veterinary: 'veterinary', training: 'pet-trainer', styling: 'pet-stylist' } as const
const availability = (trade: SlotTrade) => `/profile/${paths[trade]}?tab=availability`
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
  test.slow()
  await becomeProvider(page)
  await page.goto('/dashboard')
  const warning = page.getByRole('region', { name: 'Set your availability' })
  await expect(warning).toContainText('As a veterinarian, you haven’t set your hours yet')
  await expectAccessible(page)
  await pressOn(warning.getByRole('link', { name: 'Set your hours' }), 'Enter')
  await expect(page).toHaveURL(availability('veterinary'))
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

  await page.goto(availability('veterinary'))
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
  await expectAccessible(page)
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

test('impossible hours show an error at their field, and nothing typed is lost', async ({ page }) => {
  test.slow()
  await becomeProvider(page)
  await everyDay(page, range('09:00', '12:00'))
  await page.goto(availability('veterinary'))
  await page.getByRole('button', { name: 'Change Tuesday' }).click()
  await page.getByRole('button', { name: 'Add hours on Tuesday' }).click()
  const second = hours(page, 'Tuesday, hours 2')
  await expect(second.getByLabel('Start')).toBeFocused()
  await save(page).click()
  await expect(second.getByText('Required')).toHaveCount(2)
  await expect(second.getByLabel('Start')).toBeFocused()
  await expectAllAccessible(page)

  await second.getByLabel('Start').fill('11:30')
  await second.getByLabel('End').fill('11:00')
  await save(page).click()
  await expect(second.getByText('The end must be after the start.')).toBeVisible()
  await expect(second.getByLabel('End')).toBeFocused()
  await second.getByLabel('End').fill('14:00')
  await expect(second.getByText('The end must be after the start.')).toBeHidden()
  await save(page).click()
  await expect(second.getByText('These hours overlap others of the same day.')).toBeVisible()
  await second.getByLabel('Start').fill('12:00')

  const first = hours(page, 'Tuesday, hours 1')
  await first.getByRole('button', { name: 'Add a break' }).click()
  await first.getByLabel('Break from').fill('08:00')
  await first.getByLabel('Break until').fill('09:30')
  await first.getByLabel('Slot, minutes').fill('9')
  await save(page).click()
  await expect(first.getByText('10 to 240 minutes')).toBeVisible()
  await first.getByLabel('Slot, minutes').fill('200')
  await save(page).click()
  await expect(first.getByText('These hours are shorter than one slot.')).toBeVisible()
  await expect(first.getByText('A break must lie within its hours.')).toBeVisible()
  await first.getByLabel('Slot, minutes').fill('20')
  await first.getByLabel('Break from').fill('09:00')
  await expectAllAccessible(page)

  // A folded day with a problem unfolds.
  await week(page).getByRole('button', { name: 'Change Friday' }).click()
  await hours(page, 'Friday, hours').getByLabel('End').fill('')
  await page.getByRole('button', { name: 'Close Friday' }).click()
  await save(page).click()
  await expect(hours(page, 'Friday, hours').getByText('Required')).toBeVisible()
  await expect(hours(page, 'Friday, hours').getByLabel('End')).toBeFocused()
  await hours(page, 'Friday, hours').getByLabel('End').fill('00:00')
  await expect(hours(page, 'Friday, hours').getByText('Midnight')).toBeVisible()
  await save(page).click()
  await isSaved(page)
  await page.reload()
  await expect(week(page).getByText('09:00–12:00, except 09:00–09:30; 12:00–14:00')).toBeVisible()
  await expect(week(page).getByText('09:00–24:00')).toBeVisible()
})

test('removed hours come back with Undo, and leaving with unsaved hours asks first', async ({ page }) => {
  await becomeProvider(page)
  await everyDay(
    page,
    range('09:00', '12:00', { breaks: [{ startTime: '10:00', endTime: '10:30', reason: 'Tea' }] }),
  )
  await page.goto(availability('veterinary'))
  await page.getByRole('button', { name: 'Change Monday' }).click()
  const monday = hours(page, 'Monday, hours')
  await monday.getByRole('button', { name: 'Remove the break 10:00–10:30' }).click()
  await expect(monday.getByText('The break 10:00–10:30 removed')).toBeVisible()
  await expect(monday.getByRole('button', { name: 'Undo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(monday.getByLabel('For (optional)')).toHaveValue('Tea')
  await isSaved(page)

  await page.getByRole('button', { name: 'Remove 09:00–12:00' }).click()
  await expect(monday).toBeHidden()
  await save(page).click()
  await expect(week(page).getByText('Add hours, or mark the day as closed.')).toBeVisible()
  await week(page).getByRole('button', { name: 'Undo' }).click()
  await expect(monday.getByLabel('Start')).toBeFocused()
  await isSaved(page)

  await monday.getByLabel('End').fill('13:00')
  // The other tab's form has its own guard.
  await page.getByRole('tab', { name: 'Profile' }).click()
  await expect(page).toHaveURL('/profile/veterinary')
  await expect(page.getByLabel('Full name')).toBeVisible()
  await page.getByRole('link', { name: 'Pawfolk' }).first().click()
  const leave = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leave.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('tab', { name: 'Availability' }).click()
  await expect(monday.getByLabel('End')).toHaveValue('13:00')
  await discard(page).click()
  await expect(monday.getByLabel('End')).toHaveValue('12:00')
})

test('a single date is added, changed, removed and restored', async ({ page }) => {
  await becomeProvider(page)
  await everyDay(page, range('09:00', '12:00'))
  await page.goto(availability('veterinary'))
  const date = addDays(today(), 7)
  const onDay = preview(page).locator(`[data-day="${date}"]`)
  await expect(onDay).toHaveAttribute('aria-label', `${formatDay(date)}, available, 6 times`)

  await page.getByRole('button', { name: 'Add a date' }).click()
  const form = page.getByRole('form', { name: 'Hours of one date' })
  await form.getByRole('button', { name: 'Save date' }).click()
  await expect(form.getByText('Required')).toBeVisible()
  await expect(form.getByRole('textbox', { name: 'Date' })).toBeFocused()
  await form.getByRole('textbox', { name: 'Date' }).fill(addDays(today(), -1))
  await form.getByRole('button', { name: 'Save date' }).click()
  await expect(form.getByText('This day has passed. Please choose a later one.')).toBeVisible()
  await form.getByRole('textbox', { name: 'Date' }).fill(date)
  await form.getByLabel('Start').fill('14:00')
  await form.getByLabel('End').fill('16:00')
  await expect(onDay).toHaveAttribute('aria-label', `${formatDay(date)}, available, 4 times`)
  await onDay.click()
  await expect(preview(page).getByRole('region').getByRole('listitem')).toHaveText([
    '14:00-14:30',
    '14:30-15:00',
    '15:00-15:30',
    '15:30-16:00',
  ])
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Save date' }).click()
  const dates = page.getByRole('region', { name: 'Single dates' })
  await expect(dates.getByRole('listitem')).toHaveText(new RegExp(`^${formatDay(date)}14:00–16:00`))
  await expect(dates.getByRole('button', { name: 'Add a date' })).toBeFocused()

  await dates.getByRole('button', { name: `Change ${formatDay(date)}` }).click()
  await form.getByRole('switch', { name: `Open on ${formatDay(date)}` }).click()
  await expect(onDay).toHaveAttribute('aria-label', `${formatDay(date)}, not available`)
  await form.getByRole('button', { name: 'Save date' }).click()
  await expect(dates.getByRole('listitem')).toContainText('Closed')
  await dates.getByRole('button', { name: `Remove ${formatDay(date)}` }).click()
  await expect(dates.getByText(`${formatDay(date)} removed`)).toBeVisible()
  await expect(onDay).toHaveAttribute('aria-label', `${formatDay(date)}, available, 6 times`)
  await dates.getByRole('button', { name: 'Undo' }).click()
  await expect(dates.getByRole('listitem')).toContainText('Closed')
})

test('holidays are added, validated, removed and restored', async ({ page }) => {
  await becomeProvider(page)
  await everyDay(page, range('09:00', '12:00'))
  await page.goto(availability('veterinary'))
  const holidays = page.getByRole('region', { name: 'Holidays' })
  await holidays.getByRole('button', { name: 'Add a holiday' }).click()
  const first = addDays(today(), 10)
  await holidays.getByLabel('First day').fill(first)
  await holidays.getByLabel('Last day').fill(addDays(first, -1))
  await holidays.getByRole('button', { name: 'Save holiday' }).click()
  await expect(holidays.getByText('The last day must not be before the first.')).toBeVisible()
  await expect(holidays.getByLabel('Last day')).toBeFocused()
  await holidays.getByLabel('Last day').fill(addDays(first, 2))
  await holidays.getByLabel('Reason (optional)').fill('Family wedding')
  await expectAccessible(page)
  await holidays.getByRole('button', { name: 'Save holiday' }).click()
  await expect(holidays.getByRole('listitem')).toContainText('Family wedding')
  const onHoliday = preview(page).locator(`[data-day="${addDays(first, 1)}"]`)
  await expect(onHoliday).toHaveAttribute('data-state', 'holiday')
  await holidays.getByRole('button', { name: /^Remove the holiday/ }).click()
  await expect(onHoliday).toHaveAttribute('data-state', 'available')
  await holidays.getByRole('button', { name: 'Undo' }).click()
  await expect(holidays.getByRole('listitem')).toContainText('Family wedding')
})

test('time zone, notice and buffer are searched, validated, previewed and saved', async ({ page }) => {
  await becomeProvider(page)
  await everyDay(page, range('09:00', '12:00'))
  await page.goto(availability('veterinary'))
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await zone.fill('Nowhere')
  await page.getByLabel('Minimum notice, minutes').fill('soon')
  await page.getByLabel('Buffer, minutes').fill('241')
  const saveRules = page.getByRole('button', { name: 'Save booking rules' })
  await zone.press('Escape')
  await saveRules.click()
  await expect(page.getByText('Please choose a time zone from the list')).toBeVisible()
  await expect(page.getByText('0 to 20160 minutes')).toBeVisible()
  await expect(page.getByText('0 to 240 minutes')).toBeVisible()
  await expect(zone).toBeFocused()
  await zone.fill('london')
  await page.getByRole('option', { name: 'Europe/London' }).click()
  await page.getByLabel('Minimum notice, minutes').fill('2880')
  await page.getByLabel('Buffer, minutes').fill('15')
  await expectAccessible(page)
  const tomorrow = preview(page).locator(`[data-day="${addDays(dayOf(new Date(), 'Europe/London'), 1)}"]`)
  await expect(tomorrow).toHaveAttribute('data-state', 'over')
  await saveRules.click()
  await expect(page.getByText('Your booking rules are saved.')).toBeVisible()
  await page.reload()
  await expect(zone).toHaveValue('Europe/London')
  await expect(page.getByLabel('Buffer, minutes')).toHaveValue('15')
})

test('a tab that would overwrite another asks first', async ({ page, expectConsole }) => {
  expectConsole(/status of 409/)
  await becomeProvider(page)
  await everyDay(page, range('09:00', '12:00'))
  await page.goto(availability('veterinary'))
  await page.getByRole('button', { name: 'Change Monday' }).click()
  const end = hours(page, 'Monday, hours').getByLabel('End')
  await end.fill('15:00')
  // In the other tab all rows are new.
  await putInVetsCalendar(page, 'weekly-hours', {
    days: [{ day: 'monday', isOpen: true, ranges: [range('08:00', '10:00')] }],
  })
  await save(page).click()
  const told = page.getByText('This was changed elsewhere in the meantime, for instance in another tab.')
  await expect(told).toBeVisible()
  await expect(end).toHaveValue('15:00')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Load what was saved' }).click()
  await expect(told).toBeHidden()
  await expect(end).toHaveValue('10:00')
  await expect(week(page).getByText('Closed')).toHaveCount(6)

  await end.fill('16:00')
  await everyDay(page, range('09:00', '11:00'))
  await save(page).click()
  await expect(told).toBeVisible()
  await save(page).click()
  await isSaved(page)
  await page.reload()
  await expect(week(page).getByText('08:00–16:00')).toBeVisible()
})

test('the hours page asks for a profile first, and shows an error when loading or saving fails', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  await signUpByApi(page, 'Asha Verma')
  await page.goto(availability('veterinary'))
  await expect(page.getByText('Save your profile first. Then you can set your hours here.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go to your profile' }).click()
  await expect(page.getByRole('tab', { name: 'Profile' })).toHaveAttribute('aria-selected', 'true')

  await page.context().clearCookies()
  await becomeProvider(page)
  let asked = 0
  await page.route('**/rpc/booking/availability**', (route) => {
    asked++
    return route.fulfill({ status: 500, body: '{}' })
  })
  await page.goto(availability('veterinary'))
  // Other stories answer with 400, which isn't retried.
  await expect(page.getByText('Something went wrong. Please try again.')).toBeVisible({ timeout: 20_000 })
  expect(asked).toBe(3)
  await page.unroute('**/rpc/booking/availability**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await week(page).getByRole('switch', { name: 'Monday' }).click()
  // The server has saved, but its answer is lost.
  await page.route('**/rpc/booking/saveWeek', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await save(page).click()
  await expect(page.getByText('Something went wrong. Please try again.')).toBeVisible()
  await expect(hours(page, 'Monday, hours').getByLabel('Start')).toHaveValue('09:00')
  await page.unroute('**/rpc/booking/saveWeek')
  await save(page).click()
  await expect(page.getByText('Your weekly hours are saved.')).toBeVisible()
  await isSaved(page)
})

for (const trade of ['training', 'styling'] as const)
  test(`${trade} has the same hours page`, async ({ page }) => {
    await becomeProvider(page, trade)
    await page.goto(availability(trade))
    await week(page).getByRole('switch', { name: 'Saturday' }).click()
    const slotLength = hours(page, 'Saturday, hours').getByLabel('Slot, minutes')
    // Owners choose how long a training session takes.
    if (trade === 'training') {
      await expect(slotLength).toBeHidden()
      const end = hours(page, 'Saturday, hours').getByLabel('End')
      await end.fill('09:20')
      await save(page).click()
      await expect(
        page.getByText('These hours are shorter than the shortest session, 30 minutes.'),
      ).toBeVisible()
      await end.fill('09:30')
    } else await expect(slotLength).toHaveValue('60')
    await save(page).click()
    await isSaved(page)
    await page.reload()
    await expect(week(page).getByText(trade === 'training' ? '09:00–09:30' : '09:00–17:00')).toBeVisible()
    await expectAccessible(page)
    const calendars = page.waitForResponse(/booking\/calendars/)
    await page.goto('/dashboard')
    await haveShown(page, calendars)
    await expect(page.getByRole('region', { name: 'Set your availability' })).toBeHidden()
  })

test('at 320 px nothing is cut off', { tag: '@phone-only' }, async ({ page }) => {
  await becomeProvider(page)
  await everyDay(page, range('09:00', '12:00', { breaks: [{ startTime: '10:00', endTime: '10:30' }] }))
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(availability('veterinary'))
  await page.getByRole('button', { name: 'Change Monday' }).click()
  await page.getByRole('button', { name: 'Copy to other days: Monday’s hours' }).click()
  await page.getByRole('button', { name: 'Add a date' }).click()
  await page.getByRole('button', { name: 'Add a holiday' }).click()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
  await expectAccessible(page)
})
