import type { Locator, Page } from '@playwright/test'
import { formatDay } from '#/kernel/time.ts'
import { book, type Day, daysOf, openExtras, read, type Slot, slotsOf } from './booking.ts'
import { expect, expectAccessible, type Session, signUpByApi, test } from './fixture.ts'
import { becomeOpenVet } from './provider.ts'

const list = '/services/book-a-vet'

type Vet = { id: string; fullName: string }

/** Finds a vet in the demo data. */
async function vetCalled(page: Page, fullName: string): Promise<Vet> {
  const { rows } = await read<{ rows: Vet[] }>(page, `/veterinary/vets?q=${encodeURIComponent(fullName)}`)
  return rows.find((vet) => vet.fullName === fullName)!
}

/** Books slots as another owner. */
async function bookAs(other: Session, vet: Vet, slots: Slot[]): Promise<void> {
  await signUpByApi(other, 'Ravi Kumar')
  for (const slot of slots) await book(other, vet.id, slot)
}

async function openVet(page: Page, fullName: string): Promise<{ vet: Vet; dialog: Locator }> {
  const vet = await vetCalled(page, fullName)
  await page.goto(`${list}?vet=${vet.id}`)
  return { vet, dialog: page.getByRole('dialog', { name: `Book with Dr. ${fullName}` }) }
}

const dayButton = (dialog: Locator, date: string) => dialog.locator(`[data-day="${date}"]`)

/** Finds a slot of the chosen day; there is none while another day's slots load. */
const timeOf = (dialog: Locator, { date, startTime, endTime }: Slot) =>
  dialog
    .getByRole('radiogroup', { name: `Time on ${formatDay(date)}` })
    .getByRole('radio', { name: `${startTime}-${endTime}`, exact: true })

/** Each width uses its own days, so that both can run at once. */
const fromTheEnd = (days: Day[], isMobile: boolean | undefined) =>
  days.filter(({ state }) => state === 'available').at(isMobile ? -3 : -2)!.date

test.beforeEach(async ({ page }) => {
  await signUpByApi(page, 'Asha Verma')
})

test('both filters narrow the list, are kept in the URL, and survive the dialog and Back', async ({
  page,
}) => {
  await page.goto(list)
  const cards = page.getByRole('article')
  await expect(page.getByText(/^(The first )?\d+ veterinarians, best rated first$/)).toBeVisible()
  // Types each letter while the previous search reaches the URL.
  await page.getByLabel('Location').pressSequentially('bengaluru', { delay: 302 })
  await expect(page.getByLabel('Location')).toHaveValue('bengaluru')
  await expect(page).toHaveURL(/location=bengaluru/)
  await expect(cards.first()).toContainText('Bengaluru')
  await page.getByLabel('Specialization').fill('DERMA')
  await expect(cards).toHaveCount(1)
  await expect(page.getByText('1 veterinarian', { exact: true })).toBeVisible()
  const card = cards.first()
  await expect(card.getByRole('heading')).toHaveText('Dr. Ananya Rao')
  for (const text of ['Jayanagar, Bengaluru', 'Dermatology', '₹800.00', 'Reg. no.', '4.0'])
    await expect(card).toContainText(text)
  await expect(card.getByRole('link', { name: /^\+91/ })).toHaveAttribute('href', /^tel:\+91\d+$/)
  await card.getByRole('link', { name: 'Book with Dr. Ananya Rao' }).click()
  await expect(page.getByRole('dialog', { name: 'Book with Dr. Ananya Rao' })).toBeVisible()
  await expect(page).toHaveURL(/location=bengaluru&specialization=DERMA&vet=/)
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(cards).toHaveCount(1)
  await page.reload()
  await expect(page.getByLabel('Location')).toHaveValue('bengaluru')
  await page.getByLabel('Location').fill('100%')
  await expect(page.getByRole('heading', { name: 'No veterinarian matches both filters.' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('button', { name: 'Clear filters' }).last().click()
  await expect(page).toHaveURL(list)
  await expect(cards.nth(2)).toBeVisible()
})

test('choosing a vet keeps the scroll position in the list', async ({ page }) => {
  await page.goto(list)
  const book = page
    .getByRole('article')
    .nth(9)
    .getByRole('link', { name: /^Book with/ })
  await book.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => window.scrollY)
  expect(before).toBeGreaterThan(200)
  await book.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page).toHaveURL(list)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before)
  await expect(book).toBeFocused()
})

test('a link opens the dialog, a reload keeps it open, and an unknown vet shows “not found”', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource: the server responded with a status of 40[04]/)
  const { dialog } = await openVet(page, 'Meera Iyer')
  await expect(dialog.getByRole('radio').first()).toBeVisible()
  await page.reload()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL(list)
  for (const id of ['01890000-0000-7000-8000-000000000000', 'nonsense']) {
    await page.goto(`${list}?vet=${id}`)
    await expect(page.getByRole('dialog', { name: 'Veterinarian not found' })).toBeVisible()
    await page.getByRole('button', { name: 'See all veterinarians' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
  }
})

test('an owner sends a request from the list by keyboard alone', async ({ page }) => {
  const vet = await vetCalled(page, 'Meera Iyer')
  await page.goto(`${list}?location=indiranagar`)
  const book = page.getByRole('link', { name: 'Book with Dr. Meera Iyer' })
  await book.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Book with Dr. Meera Iyer' })
  await expect(dialog.getByText('This veterinarian has 2 holiday(s) in the next 30 days.')).toBeVisible()

  const tabTo = async (target: Locator) => {
    for (let presses = 0; presses < 40; presses++) {
      if (await target.evaluate((element) => element === document.activeElement)) return
      await page.keyboard.press('Tab')
    }
    await expect(target).toBeFocused()
  }
  const days = await daysOf(page, vet.id)
  const first = days.find(({ state }) => state === 'available')!.date
  await expect(dialog.locator('td[aria-selected="true"] [data-day]')).toHaveAttribute('data-day', first)
  await tabTo(dayButton(dialog, first))
  const last = days.at(-1)!.date
  await page.keyboard.press('PageDown')
  await expect(dialog.locator('[data-day]:focus')).toBeVisible()
  for (let weeks = 0; weeks < 5; weeks++) await page.keyboard.press('ArrowDown')
  await expect(dayButton(dialog, last)).toBeFocused()
  const holiday = days.find(({ state }) => state === 'holiday')!.date
  for (let moves = 0; moves < 30; moves++) {
    if (await dayButton(dialog, holiday).evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('ArrowLeft')
  }
  await expect(dayButton(dialog, holiday)).toBeFocused()
  await expect(dayButton(dialog, holiday)).toHaveAccessibleName(/holiday, unavailable$/)
  await page.keyboard.press('Enter')
  await expect(dialog.locator('td[aria-selected="true"] [data-day]')).toHaveAttribute('data-day', first)

  const second = days.filter(({ state }) => state === 'available')[1]!.date
  await tabTo(dialog.getByRole('button', { name: 'Next available date' }))
  await page.keyboard.press('Enter')
  await expect(dialog.locator('td[aria-selected="true"] [data-day]')).toHaveAttribute('data-day', second)
  await expect(dialog.getByRole('button', { name: 'Book Appointment' })).toBeDisabled()
  const times = dialog.getByRole('radiogroup')
  await expect(times.getByRole('radio').first()).toBeVisible()
  await tabTo(times.getByRole('radio').first())
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  const chosen = times.getByRole('radio', { checked: true })
  await expect(chosen).toBeFocused()
  await tabTo(dialog.getByLabel('Reason for the visit'))
  await page.keyboard.type('Limping since Sunday')
  await tabTo(dialog.getByRole('button', { name: 'Book Appointment' }))
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: 'Your request is on its way' })).toBeFocused()
  await expect(page.getByText('Your appointment request has been sent to the veterinarian.')).toBeVisible()
  await expectAccessible(page)
  await tabTo(dialog.getByRole('link', { name: 'My appointments' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/appointments')
})

test('holidays are struck through and skipped, and a vet who is always on holiday is marked', async ({
  page,
}) => {
  const { vet, dialog } = await openVet(page, 'Fatima Sheikh')
  await expect(
    dialog.getByText(
      'This veterinarian has 1 holiday(s) in the next 30 days. Holiday dates are not available for booking.',
    ),
  ).toBeVisible()
  const days = await daysOf(page, vet.id)
  const at = days.findIndex(({ state }) => state === 'holiday')
  const holiday = dayButton(dialog, days[at]!.date)
  await expect(holiday).toHaveAttribute('aria-disabled', 'true')
  await expect(holiday.locator('span').last()).toHaveCSS('text-decoration-line', 'line-through')
  const selected = dialog.locator('td[aria-selected="true"] [data-day]')
  await dayButton(dialog, days[at - 1]!.date).click()
  await holiday.click({ force: true })
  await expect(selected).toHaveAttribute('data-day', days[at - 1]!.date)
  await dialog.getByRole('button', { name: 'Next available date' }).click()
  await expect(selected).toHaveAttribute('data-day', days[at + 1]!.date)
  await dialog.getByRole('button', { name: 'Previous available date' }).click()
  await expect(selected).toHaveAttribute('data-day', days[at - 1]!.date)

  const sanjay = await openVet(page, 'Sanjay Gupta')
  await expect(sanjay.dialog.getByText('All available dates are holidays', { exact: true })).toBeVisible()
  await expect(
    sanjay.dialog.getByText(
      'All available dates for this veterinarian are holidays. Please try again later or contact them directly.',
    ),
  ).toBeVisible()
  await expect(sanjay.dialog.getByRole('button', { name: 'Book Appointment' })).toBeDisabled()
  await expectAccessible(page)
  const nandini = await openVet(page, 'Nandini Bose')
  await expect(nandini.dialog.getByText('No available dates found')).toBeVisible()
  await expect(nandini.dialog.getByText('The veterinarian has not set their availability')).toBeVisible()
})

test('a fully booked day is marked, explains why it has no times, and is skipped', async ({
  page,
  openSession,
}) => {
  const vet = await vetCalled(page, 'Vikram Reddy')
  const date = fromTheEnd(await daysOf(page, vet.id), false)
  await bookAs(await openSession(), vet, await slotsOf(page, vet.id, date))
  const { dialog } = await openVet(page, 'Vikram Reddy')
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Fully booked' })).toBeVisible()
  await expect(dayButton(dialog, date)).toHaveAccessibleName(/fully booked$/)
  await dayButton(dialog, date).click()
  await expect(dialog.getByText('No available slots for this date', { exact: true }).last()).toBeVisible()
  await expect(dialog.getByText('All times on this day are booked.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Book Appointment' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Previous available date' }).click()
  await expect(dialog.getByRole('radiogroup')).toBeVisible()
  const selected = dialog.locator('td[aria-selected="true"] [data-day]')
  const before = (await selected.getAttribute('data-day'))!
  expect(before < date).toBe(true)
  await dialog.getByRole('button', { name: 'Next available date' }).click()
  await expect(selected).not.toHaveAttribute('data-day', before)
  expect((await selected.getAttribute('data-day'))! > date).toBe(true)
})

test('a slot taken by someone else is refused, other times are offered, and nothing typed is lost', async ({
  page,
  openSession,
  isMobile,
  expectConsole,
}) => {
  expectConsole(/status of 409/)
  // With a stream, the dialog would know before the server is asked.
  await page.route('**/live/stream?*', () => undefined)
  const { vet, dialog } = await openVet(page, 'Priya Menon')
  const date = fromTheEnd(await daysOf(page, vet.id), isMobile)
  const slots = await slotsOf(page, vet.id, date)
  const [wanted, another] = [slots[2]!, slots[3]!]
  await dayButton(dialog, date).click()
  await timeOf(dialog, wanted).check()
  await openExtras(dialog)
  await dialog.getByLabel('Reason for the visit').fill('Bad breath')
  await expect(dialog.getByLabel('Email')).toBeChecked()
  await bookAs(await openSession(), vet, [wanted])
  await dialog.getByRole('button', { name: 'Book Appointment' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('This time is no longer free.')
  await expect(
    page.getByText('Failed to book appointment. Please try again. This time is no longer free.'),
  ).toBeVisible()
  await expect(dialog.getByRole('alert')).toBeFocused()
  await expect(timeOf(dialog, wanted)).toHaveCount(0)
  await expect(dialog.getByRole('radiogroup').getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(dialog.getByLabel('Reason for the visit')).toHaveValue('Bad breath')
  await expect(dialog.getByLabel('Email')).toBeChecked()
  await expect(dialog.getByRole('button', { name: 'Book Appointment' })).toBeDisabled()
  await timeOf(dialog, another).check()
  await dialog.getByRole('button', { name: 'Book Appointment' }).click()
  await expect(page.getByText('Appointment Booked')).toBeVisible()
  await expect(dialog.getByRole('definition').first()).toContainText(
    `${another.startTime}-${another.endTime}`,
  )
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toBeHidden()
})

test('a double click books once', async ({ page }) => {
  const { vet, dialog } = await openVet(page, 'Rohan Desai')
  const date = fromTheEnd(await daysOf(page, vet.id), false)
  await dayButton(dialog, date).click()
  await dialog.getByRole('radiogroup').locator('label').first().click()
  await dialog.getByRole('button', { name: 'Book Appointment' }).dblclick()
  await expect(dialog.getByRole('heading', { name: 'Your request is on its way' })).toBeVisible()
  const { rows } = await read<{ rows: unknown[] }>(page, '/appointments?tab=upcoming')
  expect(rows).toHaveLength(1)
})

test('a holiday added on the chosen day clears the choice, and its slots aren’t requested', async ({
  page,
}) => {
  const { dialog } = await openVet(page, 'Meera Iyer')
  await dialog.getByRole('radiogroup').locator('label').first().click()
  await expect(dialog.getByRole('button', { name: 'Book Appointment' })).toBeEnabled()
  const selected = dialog.locator('td[aria-selected="true"] [data-day]')
  const date = (await selected.getAttribute('data-day'))!
  // Answers as the server would after the vet adds a holiday.
  await page.route('**/rpc/booking/openDays*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { json: { days: Day[] } }
    body.json.days.find((day) => day.date === date)!.state = 'holiday'
    await route.fulfill({ response: answer, json: body })
  })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(dialog.getByText('Doctor is Not Available', { exact: true })).toBeVisible()
  await expect(
    dialog.getByText('The selected date is a holiday for this veterinarian. Please choose another date.'),
  ).toBeVisible()
  await expect(selected).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Book Appointment' })).toBeDisabled()
  let asked = 0
  page.on('request', (request) => {
    if (request.url().includes('/rpc/booking/slots') && decodeURIComponent(request.url()).includes(date))
      asked++
  })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await dialog.getByRole('button', { name: 'Next available date' }).click()
  await expect(dialog.getByRole('radiogroup')).toBeVisible()
  expect(asked).toBe(0)
})

test('a day whose last slots pass gives way to the next day and isn’t called fully booked', async ({
  page,
}) => {
  const { dialog } = await openVet(page, 'Meera Iyer')
  await dialog.getByRole('radiogroup').locator('label').first().click()
  const selected = dialog.locator('td[aria-selected="true"] [data-day]')
  const date = (await selected.getAttribute('data-day'))!
  // Answers as the server would once the day is within the vet's notice.
  await page.route('**/rpc/booking/openDays*', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { json: { days: Day[] } }
    body.json.days.find((day) => day.date === date)!.state = 'over'
    await route.fulfill({ response: answer, json: body })
  })
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(dayButton(dialog, date)).toHaveAccessibleName(/no times left$/)
  await expect(dayButton(dialog, date)).toHaveAttribute('aria-disabled', 'true')
  await expect(dialog.getByText('Fully booked')).toBeHidden()
  expect((await selected.getAttribute('data-day'))! > date).toBe(true)
  await expect(dialog.getByText('The time you had chosen is no longer free.')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Book Appointment' })).toBeDisabled()
  await dialog.getByRole('radiogroup').locator('label').first().click()
  await expect(dialog.getByText('The time you had chosen is no longer free.')).toBeHidden()
})

test('times that fail to load show an error, and Retry loads them', async ({ page, expectConsole }) => {
  expectConsole(/Failed to load resource/)
  await page.route('**/rpc/booking/slots*', (route) => route.fulfill({ status: 400, json: {} }))
  const { dialog } = await openVet(page, 'Meera Iyer')
  await expect(dialog.getByText('Failed to load available time slots.')).toBeVisible()
  await page.unroute('**/rpc/booking/slots*')
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog.getByRole('radiogroup')).toBeVisible()
})

test('a list that fails to load shows an error, and Retry loads it', async ({ page, expectConsole }) => {
  expectConsole(/Failed to load resource/)
  await page.route('**/rpc/veterinary/vets*', (route) => route.fulfill({ status: 400, json: {} }))
  await page.goto(list)
  await expect(
    page.getByRole('heading', { name: 'Failed to load veterinarians. Please try again.' }),
  ).toBeVisible()
  await page.unroute('**/rpc/veterinary/vets*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('a pet added while booking comes back selected, with the form still filled in', async ({ page }) => {
  const { dialog } = await openVet(page, 'Meera Iyer')
  await expect(dialog.getByLabel('Pet (optional)')).toHaveValue('')
  await dialog.getByRole('button', { name: 'Next available date' }).click()
  await dialog.getByRole('radiogroup').locator('label').nth(1).click()
  const chosen = await dialog.locator('td[aria-selected="true"] [data-day]').getAttribute('data-day')
  await dialog.getByLabel('Reason for the visit').fill('First visit')
  await dialog.getByRole('link', { name: 'Add a pet' }).click()
  await expect(page).toHaveURL(/\/profile\/add-pet\?from=/)
  await page.getByLabel('Name').fill('Bruno')
  await page.getByText('Dog', { exact: true }).click()
  await page.getByRole('button', { name: 'Save pet' }).click()
  await expect(dialog).toBeVisible()
  await expect(dialog.getByLabel('Pet (optional)').locator('option:checked')).toHaveText(/^Bruno/)
  await expect(dialog.getByLabel('Reason for the visit')).toHaveValue('First visit')
  await expect(dialog.locator('td[aria-selected="true"] [data-day]')).toHaveAttribute('data-day', chosen!)
  await expect(dialog.getByRole('radiogroup').getByRole('radio').nth(1)).toBeChecked()
})

test('a pet with another appointment at that time brings a warning and can still be booked', async ({
  page,
  openSession,
}) => {
  const [first, second] = [await becomeOpenVet(await openSession()), await becomeOpenVet(await openSession())]
  const added = await page.request.post('/api/pets', { data: { name: 'Bruno', species: 'dog' } })
  const { id: petId } = await added.json()
  const { date } = (await daysOf(page, first)).filter(({ state }) => state === 'available')[2]!
  const [slot] = await slotsOf(page, first, date)
  const booked = await page.request.post('/api/veterinary/appointments', {
    data: { vetId: first, slot: { date, startTime: slot!.startTime, endTime: slot!.endTime }, petId },
  })
  expect(booked.ok(), await booked.text()).toBe(true)

  await page.goto(`${list}?vet=${second}`)
  const dialog = page.getByRole('dialog')
  await dayButton(dialog, date).click()
  await timeOf(dialog, slot!).check({ force: true })
  const warning = dialog.getByText('Bruno has another appointment then')
  await expect(warning).toBeHidden()
  await dialog.getByLabel('Pet (optional)').selectOption(petId)
  await expect(warning).toBeVisible()
  await expect(warning).toContainText(
    `${formatDay(date)}, ${slot!.startTime}. You can book this one all the same.`,
  )
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Book Appointment' }).click()
  await expect(page.getByText('Appointment Booked')).toBeVisible()
})

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Europe/London' })
  test('the dialog names the time zone of the slots', async ({ page }) => {
    const { dialog } = await openVet(page, 'Meera Iyer')
    await expect(dialog.getByText('Times are the clinic’s: India Standard Time (UTC+05:30).')).toBeVisible()
  })
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`list and dialog are accessible and fit a narrow phone in the ${colorScheme}`, async ({
    page,
    isMobile,
  }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    if (isMobile) await page.setViewportSize({ width: 320, height: 640 })
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    await page.goto(list)
    await expect(page.getByRole('article').first()).toBeVisible()
    await expectAccessible(page)
    expect(await overflow()).toBeLessThanOrEqual(0)
    const { dialog } = await openVet(page, 'Fatima Sheikh')
    await dialog.getByRole('radiogroup').locator('label').first().click()
    await expectAccessible(page)
    expect(await overflow()).toBeLessThanOrEqual(0)
    const cell = await dialog.locator('[data-day]').first().boundingBox()
    expect(cell!.width).toBeGreaterThanOrEqual(44)
    expect(cell!.height).toBeGreaterThanOrEqual(44)
  })
}
