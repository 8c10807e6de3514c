/** The main story, by clicks alone: from the landing page to a visit booked and cancelled. */
import { openExtras } from './booking.ts'
import { expect, expectAccessible, signUpByApi, test } from './fixture.ts'

const vetName = 'Dr. Harpreet Singh'

test('a visitor signs up, adds a pet, finds a vet, books a visit for the pet and cancels it', {
  tag: '@both',
}, async ({ page, isMobile }) => {
  // The others run without movement.
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const main = page.getByRole('main')
  await page.goto('/')
  await page.getByRole('link', { name: 'Start Your Journey' }).click()

  await expect(page).toHaveURL('/signup')
  await main.getByRole('textbox', { name: 'Email' }).fill(`asha.${crypto.randomUUID()}@example.com`)
  await main.getByRole('textbox', { name: 'Password', exact: true }).fill('a long walk at dawn')
  await main.getByRole('textbox', { name: 'Confirm password' }).fill('a long walk at dawn')
  await main.getByRole('button', { name: 'Sign Up', exact: true }).click()

  await expect(page).toHaveURL('/role-selection')
  await main.getByLabel('Your name').fill('Asha Verma')
  await main.getByRole('button', { name: 'Pet Owner' }).click()
  await expect(page.getByText('You are now registered as a Pet Owner')).toBeVisible()

  await expect(page).toHaveURL('/dashboard')
  await main.getByRole('link', { name: 'Add pet' }).click()

  await expect(page).toHaveURL('/profile/add-pet')
  await main.getByLabel('Name').first().fill('Bruno')
  await main.getByText('Dog', { exact: true }).click()
  await main.getByRole('button', { name: 'Save pet' }).click()

  await expect(page).toHaveURL('/dashboard')
  await expect(main.getByText('Bruno', { exact: true })).toBeVisible()
  await main.getByRole('link', { name: 'Find a Veterinarian' }).click()

  await expect(page).toHaveURL('/services/book-a-vet')
  await main.getByLabel('Location').fill('Delhi')
  await main.getByLabel('Specialization').fill('general')
  await main.getByRole('link', { name: `Book with ${vetName}` }).click()

  const dialog = page.getByRole('dialog', { name: `Book with ${vetName}` })
  await dialog.getByRole('button', { name: 'Next available date' }).click()
  const day = dialog.locator('td[aria-selected="true"] [data-day]')
  // Both widths run at once, so each has its own slot.
  const time = dialog
    .getByRole('radiogroup')
    .locator('label')
    .nth(isMobile ? -2 : -1)
  const [wanted = 'no time'] = /\d\d:\d\d-\d\d:\d\d/.exec((await time.textContent()) ?? '') ?? []
  await time.click()
  const date = (await day.getAttribute('data-day'))!
  await openExtras(dialog)
  await dialog.getByLabel('Pet (optional)').selectOption({ label: 'Bruno' })
  await dialog.getByLabel('Reason for the visit').fill('Limping since Sunday')
  await dialog.getByRole('button', { name: 'Book Appointment' }).click()
  await expect(page.getByText('Your appointment request has been sent to the veterinarian.')).toBeVisible()
  await expect(dialog.getByRole('definition').filter({ hasText: 'Bruno' })).toBeVisible()
  await dialog.getByRole('link', { name: 'My appointments' }).click()

  await expect(page).toHaveURL('/appointments')
  const card = main.getByRole('article').filter({ has: page.getByRole('heading', { name: vetName }) })
  for (const text of ['Pending', wanted, 'Bruno', 'Limping since Sunday'])
    await expect(card).toContainText(text)
  const { rows } = (await (await page.request.get('/api/appointments?tab=upcoming')).json()) as {
    rows: { date: string; status: string; pets: { name: string }[] }[]
  }
  expect(rows).toMatchObject([{ date, status: 'pending', pets: [{ name: 'Bruno' }] }])

  await card.getByRole('button', { name: 'Cancel' }).click()
  await page
    .getByRole('dialog', { name: 'Cancel this appointment?' })
    .getByRole('button', { name: 'Cancel appointment' })
    .click()
  await expect(page.getByText('Your appointment has been cancelled successfully.')).toBeVisible()
  await expect(page.getByText('You have no upcoming appointments.')).toBeVisible()
  await page.getByRole('tab', { name: 'Past' }).click()
  await expect(card).toContainText('Cancelled')
})

test('all pages of the main story are accessible in dark mode, too', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await signUpByApi(page, 'Asha Verma')
  const pet = await page.request.post('/api/pets', { data: { name: 'Bruno', species: 'dog' } })
  expect(pet.ok(), await pet.text()).toBe(true)
  for (const path of ['/role-selection', '/dashboard', '/profile/add-pet', '/appointments']) {
    await page.goto(path)
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    if (path === '/dashboard') await expect(page.getByText('Bruno', { exact: true })).toBeVisible()
    if (path === '/appointments')
      await expect(page.getByText('You have no upcoming appointments.')).toBeVisible()
    await expectAccessible(page)
  }
})
