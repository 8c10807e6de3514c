import type { Locator, Page } from '@playwright/test'
import { addDays, dayOf } from '#/kernel/time.ts'
import { daysOf, openExtras, slotsOf } from './booking.ts'
import { inDatabase } from './database.ts'
import { expect, expectAccessible, haveShown, signUpByApi, test } from './fixture.ts'
import { becomeOpenVet, haveAppointment, noonBefore, vetName } from './provider.ts'

const form = (vetId: string) => `/services/book-a-vet?vet=${vetId}`

/** Expects the target within the dialog and above its sticky buttons. */
async function expectInSight(dialog: Locator, target: Locator): Promise<void> {
  const end = await dialog.getByRole('button', { name: 'Book Appointment' }).boundingBox()
  await expect
    .poll(async () => {
      const box = (await target.boundingBox())!
      return box.y > 0 && box.y + box.height <= end!.y
    })
    .toBe(true)
}

const heightOf = (page: Page) => page.evaluate(() => document.querySelector('form')!.scrollHeight)

test('dates and times come first, and the reviews unfold on a click', { tag: '@both' }, async ({
  page,
  openSession,
  isMobile,
}) => {
  const vetId = await becomeOpenVet(await openSession())
  await inDatabase((db) =>
    db
      .updateTable('veterinary_doctors')
      .set({
        offers_teleconsultation: true,
        consultation_fee: 50_000,
        registration_council: 'Karnataka Veterinary Council',
        facts_verified_at: new Date(),
        bio: 'Dogs, cats and worried people. '.repeat(20),
      })
      .where('id', '=', vetId)
      .execute(),
  )
  await signUpByApi(page, 'Asha Verma')
  const appointmentId = await haveAppointment(page, {
    vetId,
    startsAt: noonBefore(2),
    status: 'completed',
  })
  const rated = await page.request.put(`/api/appointments/${appointmentId}/rating`, {
    data: { stars: 4, feedback: 'Took the time to explain everything twice. '.repeat(12) },
  })
  expect(rated.ok(), await rated.text()).toBe(true)
  await page.setViewportSize(isMobile ? { width: 375, height: 812 } : { width: 1280, height: 800 })
  // Today's times are few in the afternoon.
  const tomorrow = addDays(dayOf(new Date(), 'Asia/Kolkata'), 1)
  await page.goto(`${form(vetId)}&day=${tomorrow}`)
  const dialog = page.getByRole('dialog', { name: `Book with ${vetName}` })
  const times = dialog.getByRole('radiogroup', { name: /^Time on/ })
  await expect(times).toBeVisible()
  await expectInSight(dialog, dialog.getByRole('grid', { name: 'Date' }))
  if (!isMobile) await expectInSight(dialog, times.locator('label').nth(5))
  expect(await heightOf(page)).toBeLessThan(isMobile ? 1_700 : 1_200)
  await dialog.getByRole('radio', { name: /Teleconsultation/ }).check()
  await expectInSight(dialog, dialog.getByRole('grid', { name: 'Date' }))
  expect(await heightOf(page)).toBeLessThan(isMobile ? 2_200 : 1_500)

  const reviews = dialog.getByRole('region', { name: `Reviews of ${vetName}` })
  await expect(reviews).toBeHidden()
  await dialog.getByText('4.0').click()
  await expect(reviews).toContainText('Took the time to explain everything twice.')
  expect((await reviews.boundingBox())!.height).toBeLessThanOrEqual(240)
  await dialog.getByText('About', { exact: true }).click()
  await expect(dialog.getByText(/^Reg\. no\./)).toBeVisible()
  await expectAccessible(page)
})

test('a vet can’t book on their own card, nor by its URL', async ({ page }) => {
  const vetId = await becomeOpenVet(page)
  await page.goto('/services/book-a-vet')
  await expect(page.getByRole('article').first()).toBeVisible()
  const more = page.getByRole('button', { name: 'Show more' })
  const own = page.getByText('This is you. You can’t book yourself.')
  await expect(async () => {
    if (await more.isVisible()) await more.click()
    await expect(own).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expect(
    page.getByRole('article').filter({ has: own }).getByRole('link', { name: /^Book/ }),
  ).toHaveCount(0)
  await page.goto(form(vetId))
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('This is your own calendar. You can’t book yourself.')).toBeVisible()
  await expect(dialog.getByRole('radio')).toHaveCount(0)
  await expectAccessible(page)
})

test('an owner without a phone number is contacted by email, one with a number by phone', async ({
  page,
  openSession,
}) => {
  const vetId = await becomeOpenVet(await openSession())
  await signUpByApi(page, 'Asha Verma')
  await page.goto(form(vetId))
  const dialog = page.getByRole('dialog')
  await openExtras(dialog)
  await expect(dialog.getByRole('radio', { name: 'Email' })).toBeChecked()
  await expect(dialog.getByRole('radio', { name: 'Phone' })).toBeDisabled()
  await expect(dialog.getByText('To be called, add a phone number to')).toBeVisible()
  await expectAccessible(page)
  const saved = await page.request.put('/api/owners/profile', {
    data: { fullName: 'Asha Verma', phoneNumber: '+91 98123 45678', city: 'Bengaluru' },
  })
  expect(saved.ok(), await saved.text()).toBe(true)
  await page.reload()
  await expect(dialog.getByRole('radio', { name: 'Phone' })).toBeChecked()
})

test('a Zoom link outside zoom.us brings a warning and is refused; one at zoom.us is booked', async ({
  page,
  watch,
  openSession,
}) => {
  const vetId = await becomeOpenVet(await openSession())
  await inDatabase((db) =>
    db
      .updateTable('veterinary_doctors')
      .set({
        offers_teleconsultation: true,
        registration_council: 'Karnataka Veterinary Council',
        facts_verified_at: new Date(),
      })
      .where('id', '=', vetId)
      .execute(),
  )
  await signUpByApi(page, 'Asha Verma')
  await page.goto(form(vetId))
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /Teleconsultation/ }).check()
  const { date } = (await daysOf(page, vetId)).filter(({ state }) => state === 'available')[2]!
  const [slot] = await slotsOf(page, vetId, date)
  await dialog.locator(`[data-day="${date}"]`).click()
  await dialog.getByRole('radio', { name: `${slot!.startTime}-${slot!.endTime}` }).check()
  await dialog.getByRole('radio', { name: 'Zoom Meeting' }).check()
  await dialog.getByLabel('Meeting link').fill('https://zoom.us@evil.example/j/1')
  watch.expected.push(/status of 422 .*veterinary\/book/)
  const hint = dialog.getByText('A Zoom link begins with https:// and is at zoom.us')
  await expect(hint).toBeVisible()
  await dialog.getByLabel('I agree to these terms').check()
  await dialog.getByRole('button', { name: 'Book Appointment' }).click()
  await expect(page.getByText('We can’t use this number or link.')).toBeVisible()
  await dialog.getByLabel('Meeting link').fill('https://zoom.us/j/1234567890')
  await expect(hint).toBeHidden()
  await dialog.getByRole('button', { name: 'Book Appointment' }).click()
  await expect(page.getByText('Appointment Booked')).toBeVisible()
  await page.goto('/appointments')
  await expect(page.getByRole('article')).toContainText('Zoom Meeting, https://zoom.us/j/1234567890')
})

test('a pet archived after it was selected is left out, and the booking succeeds', async ({
  page,
  openSession,
}) => {
  const vetId = await becomeOpenVet(await openSession())
  await signUpByApi(page, 'Asha Verma')
  const { id } = await (
    await page.request.post('/api/pets', { data: { name: 'Bruno', species: 'dog' } })
  ).json()
  await page.goto(form(vetId))
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('radio', { name: /^\d\d:\d\d-/ })
    .last()
    .check({ force: true })
  await openExtras(dialog)
  await dialog.getByLabel('Pet (optional)').selectOption(id)
  await expect(dialog.getByText('with Bruno')).toBeVisible()
  expect((await page.request.post(`/api/pets/${id}/archival`)).ok()).toBe(true)
  const pets = page.waitForResponse(/\/rpc\/pets\/list\b/)
  await page.reload()
  await haveShown(page, pets)
  await expect(dialog.getByText('with Bruno')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Book Appointment' }).click()
  await expect(dialog.getByText('Your request is on its way')).toBeVisible()
})
