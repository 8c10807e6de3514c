/** The provider's story, by clicks alone and without database access: from sign-up to the first booking. */
import type { Page } from '@playwright/test'
import { makePdf } from '#/kernel/server/document.factory.ts'
import { openDesk, openView } from './desk.ts'
import { expect, holdBack, signUpByApi, test } from './fixture.ts'

const licence = { name: 'licence.pdf', mimeType: 'application/pdf', buffer: makePdf() }

async function signUp(page: Page) {
  const main = page.getByRole('main')
  await page.goto('/signup')
  await main.getByRole('textbox', { name: 'Email' }).fill(`leela.${crypto.randomUUID()}@example.com`)
  await main.getByRole('textbox', { name: 'Password', exact: true }).fill('a long walk at dawn')
  await main.getByRole('textbox', { name: 'Confirm password' }).fill('a long walk at dawn')
  await main.getByRole('button', { name: 'Sign Up', exact: true }).click()
  await expect(page).toHaveURL('/role-selection')
}

test('a vet signs up, is verified, sets hours and is booked by an owner', async ({ page, openWindow }) => {
  test.slow()
  const name = `Leela Rao ${crypto.randomUUID().slice(0, 8)}`
  await signUp(page)
  await page.getByLabel('Your name').fill(name)
  await page.getByRole('button', { name: 'Veterinary Doctor' }).click()

  await expect(page).toHaveURL('/profile/veterinary')
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Registration number').fill('KVC/2012/0815')
  await page.getByLabel('Veterinary council').fill('Karnataka Veterinary Council')
  await page.getByLabel('Specialization').fill('General practice')
  await page.getByRole('textbox', { name: 'Clinic', exact: true }).fill('Jayanagar, Bengaluru')
  await page.getByLabel('Clinic phone').fill('+91 80 4112 2399')
  await page.getByLabel('Consultation fee').fill('600')
  await page.getByRole('button', { name: 'Save' }).click()
  // The page scrolls on after saving, so an earlier click may miss.
  await expect(page.getByRole('heading', { name: 'Not submitted yet' })).toBeFocused()
  await page.getByRole('link', { name: 'A document that shows your registration' }).click()
  const upload = await holdBack(page, '**/rpc/verification/addDocument')
  await page
    .getByRole('tabpanel', { name: 'Verification' })
    .locator('input[type=file]')
    .setInputFiles(licence)
  const handIn = page.getByRole('button', { name: 'Submit for review' })
  await expect(handIn).toBeDisabled()
  upload()
  await handIn.click()
  await expect(page.getByRole('heading', { name: 'Your profile is being checked' })).toBeVisible()

  await page.getByRole('tab', { name: 'Availability' }).click()
  const week = page.getByRole('form', { name: 'Weekly hours' })
  for (const day of ['Monday', 'Wednesday', 'Friday'])
    await week.getByRole('switch', { name: day }).press('Space')
  await page.getByRole('button', { name: 'Save weekly hours' }).click()
  await expect(page.getByText('Your weekly hours are saved.')).toBeVisible()

  const owner = await openWindow()
  await signUpByApi(owner, 'Asha Verma')
  const list = `/services/book-a-vet?location=Jayanagar`
  await owner.goto(list)
  const book = owner.getByRole('link', { name: `Book with Dr. ${name}` })
  await expect(owner.getByRole('link', { name: /^Book with Dr\. / }).first()).toBeVisible()
  await expect(book).toHaveCount(0)

  const desk = await openWindow()
  await openDesk(desk, 'Nila')
  await desk.goto('/admin-dashboard')
  await openView(desk, 'Providers')
  await desk.getByRole('link', { name }).click()
  await desk.getByRole('button', { name: 'Verify', exact: true }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Verify' }).click()
  await expect(desk.getByText('Waiting → Verified')).toBeVisible()

  await owner.reload()
  await book.click()
  const dialog = owner.getByRole('dialog', { name: `Book with Dr. ${name}` })
  // Today's 11:30 may be over.
  await dialog.getByRole('button', { name: 'Next available date' }).click()
  await dialog.getByRole('radio', { name: '11:30-12:00' }).check()
  await dialog.getByRole('button', { name: 'Book Appointment' }).click()
  await expect(owner.getByText('Your appointment request has been sent to the veterinarian.')).toBeVisible()

  await page.goto('/dashboard')
  await page
    .getByRole('region', { name: 'Requests waiting' })
    .getByRole('link', { name: 'See requests' })
    .click()
  const request = page.getByRole('article').filter({ hasText: 'Asha Verma' })
  await expect(request).toContainText('11:30-12:00')
  await request.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByText('Request accepted')).toBeVisible()
  await owner.goto('/appointments')
  await expect(owner.getByRole('article')).toContainText('Confirmed')
})
