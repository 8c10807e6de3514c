import type { Page } from '@playwright/test'
import { formatDay } from '#/kernel/time.ts'
import { makeAppointment } from '#/veterinary/server/appointment.factory.ts'
import { book, daysOf, slotsOf } from './booking.ts'
import { inDatabase } from './database.ts'
import { expect, expectAccessible, signUpByApi, test } from './fixture.ts'
import { becomeOpenVet } from './provider.ts'
import { atSandbox } from './sandbox.ts'

/** Signs up a vet who also offers teleconsultations, for ₹500. */
async function becomeOnlineVet(page: Page, fee: number | null = 50_000): Promise<string> {
  const id = await becomeOpenVet(page)
  await inDatabase((db) =>
    db
      .updateTable('veterinary_doctors')
      .set({
        offers_teleconsultation: true,
        consultation_fee: fee,
        registration_council: 'Karnataka Veterinary Council',
        facts_verified_at: new Date(),
        phone_number: '+918040001234',
      })
      .where('id', '=', id)
      .execute(),
  )
  return id
}

async function fillOnline(page: Page, vetId: string, day: string, time = '10:00-10:30'): Promise<void> {
  await page.goto(`/services/book-a-vet?vet=${vetId}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: /Teleconsultation/ }).check()
  await expect(dialog.getByText('Payment Required')).toBeVisible()
  await dialog.locator(`[data-day="${day}"]`).click()
  await dialog.getByRole('radio', { name: time }).check()
  await dialog.getByRole('radio', { name: 'WhatsApp' }).check()
  await dialog.getByPlaceholder('+1234567890').fill('+91 98123 45678')
}

/** Finds a free slot about this many hours ahead, with an hour to spare on both sides. */
async function timeBetween(page: Page, vetId: string, from: number, to: number) {
  for (const { date } of await daysOf(page, vetId))
    for (const { startTime, endTime } of await slotsOf(page, vetId, date)) {
      const hours = (Date.parse(`${date}T${startTime}+05:30`) - Date.now()) / 3_600_000
      if (hours > from + 1 && hours < to - 1) return { date, time: `${startTime}-${endTime}` }
    }
  throw new Error(`No time in ${from} to ${to} hours`)
}

async function chooseStrict(vet: Page): Promise<void> {
  await vet.goto('/profile/veterinary')
  const strict = vet.getByRole('radio', { name: /^Strict/ })
  await expect(vet.getByRole('radio', { name: /^Standard Full refund until 24 hours before/ })).toBeChecked()
  await strict.check()
  await vet.getByRole('button', { name: 'Save' }).click()
  await expect(vet.getByText('Your profile is saved.')).toBeVisible()
  await vet.reload()
  await expect(strict).toBeChecked()
  await expectAccessible(vet)
}

test('an owner books a teleconsultation, adds a card, pays, and the vet sees it confirmed', async ({
  page,
  openWindow,
  expectConsole,
}) => {
  test.slow()
  // Booking under terms that the vet has just changed.
  expectConsole(/409 \(Conflict\).*\/rpc\/veterinary\/book/)
  const vet = await openWindow()
  const vetId = await becomeOnlineVet(vet)
  await signUpByApi(page, 'Asha Verma')
  const { date, time } = await timeBetween(page, vetId, 48, 72)
  await fillOnline(page, vetId, date, time)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(
    'If you cancel at least 24 hours before the appointment, you get a full refund; later, nothing.',
  )
  const bookButton = dialog.getByRole('button', { name: 'Book Appointment' })
  await expect(dialog.getByText('No Payment Method Found')).toBeVisible()
  await expect(bookButton).toBeDisabled()
  await expectAccessible(page)

  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    dialog.getByRole('link', { name: 'Add Payment Method' }).click(),
  ])
  await expect(tab.getByText('No payment methods yet.')).toBeVisible()
  await expectAccessible(tab)
  await tab.getByRole('button', { name: 'Add card' }).click()
  await atSandbox(tab, null, /Save this card/)
  await expect(tab.getByText('Visa •••• 1111')).toBeVisible()
  await expect(tab.getByText('Payment method saved')).toBeVisible()
  await tab.close()

  await page.bringToFront()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(dialog.getByRole('radio', { name: /Visa •••• 1111/ })).toBeChecked()
  await expect(dialog.getByPlaceholder('+1234567890')).toHaveValue('+91 98123 45678')
  await expect(bookButton).toBeDisabled()
  const agree = dialog.getByLabel('I agree to these terms')
  await agree.check()
  await chooseStrict(vet)
  await bookButton.click()
  await expect(dialog.getByRole('alert')).toContainText('The vet has changed the refund terms')
  await expect(dialog).toContainText('full refund until 72 hours before the start, half until 48 hours')
  await expect(dialog).toContainText(
    'It begins in less than 72 hours: if you cancel at least 48 hours before, you get half back; later, nothing.',
  )
  await expect(agree).not.toBeChecked()
  await expect(bookButton).toBeDisabled()
  await agree.check()
  await bookButton.click()
  await expect(
    page.getByText(
      'Your teleconsultation appointment request has been sent. Payment will be automatically charged 24 hours before your appointment',
    ),
  ).toBeVisible()
  await expect(dialog.getByRole('heading', { name: 'Payment Required' })).toBeFocused()
  await expect(dialog.getByText('₹500.00')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Pay Now' }).dblclick()
  await atSandbox(page, 'The bank says yes', /^Pay/)
  await expect(page).toHaveURL(/\/payment-success\?payment=/)
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible()
  await expectAccessible(page)

  await vet.goto('/appointments?side=visits&tab=upcoming')
  await expect(async () => {
    await vet.reload()
    await expect(vet.getByRole('article')).toContainText('Confirmed', { timeout: 5_000 })
  }).toPass()
  await expect(vet.getByRole('article')).toContainText('₹500.00, paid')
  await expect(vet.getByRole('article')).toContainText('WhatsApp, +91 98123 45678')

  await page.goto('/appointments')
  await expect(page.getByRole('article')).toContainText('Confirmed')
  await page.getByRole('button', { name: /Cancel appointment with/ }).click()
  await expect(page.getByRole('dialog')).toContainText(
    'You’ll get back ₹250.00, half of the ₹500.00 you paid',
  )
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel appointment' }).click()
  await expect(page.getByText('Your appointment has been cancelled successfully.')).toBeVisible()
  await page.goto('/payments?tab=history')
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('article')).toContainText('Partly refunded', { timeout: 5_000 })
  }).toPass()
  await expectAccessible(page)
  await vet.goto('/payments?tab=payouts')
  await expect(vet.getByText('₹250.00 refunded')).toBeVisible()
  await expectAccessible(vet)
})

test('a failed payment can be retried, and the page waits for a bank that answers late', async ({
  page,
  openSession,
}) => {
  const vet = await openSession()
  const vetId = await becomeOnlineVet(vet as unknown as Page)
  await signUpByApi(page, 'Asha Verma')
  await page.goto('/payments')
  await page.getByRole('button', { name: 'Add UPI' }).click()
  await page.getByLabel('UPI ID').fill('asha')
  await page.getByRole('button', { name: 'Save UPI ID' }).click()
  await expect(page.getByText('Please enter a UPI ID such as name@okbank.')).toBeVisible()
  await page.getByLabel('UPI ID').fill('asha.verma@okbank')
  await page.getByRole('button', { name: 'Save UPI ID' }).click()
  await atSandbox(page, null, /Save this UPI ID/)
  await expect(page.getByText('as***@okbank')).toBeVisible()

  const days = (await daysOf(page, vetId)).filter(({ state }) => state === 'available')
  await fillOnline(page, vetId, days[3]!.date)
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('I agree to these terms').check()
  await dialog.getByRole('button', { name: 'Book Appointment' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog.getByText('Your teleconsultation is booked')).toBeVisible()
  await dialog.getByRole('link', { name: 'My appointments' }).click()
  await page.getByRole('button', { name: /Pay now for/ }).click()
  await expect(page.getByText('Saved: asha.verma@okbank')).toBeVisible()
  await atSandbox(page, 'The bank says no', /^Pay/)
  await expect(page).toHaveURL(/\/payment-failure\?payment=/)
  await expect(page.getByRole('heading', { name: 'Payment Failed' })).toBeVisible()
  const why = 'There was an issue processing your payment. Please try again. The bank declined the payment.'
  await expect(page.getByRole('main').getByText(why)).toBeVisible()
  await expect(page.getByRole('group').filter({ hasText: why })).toBeVisible()
  await expect(page.getByRole('main').getByText(`${formatDay(days[3]!.date)}, 10:00`)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Pay another way' }).click()
  await expect(page.getByLabel('Card number')).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: 'Try again' }).click()
  await atSandbox(page, 'The bank takes 20 seconds', /^Pay/)
  await expect(page.getByRole('heading', { name: 'We’re waiting for your bank' })).toBeVisible()
  await expect(page.getByText('Checking with your bank. Most answer within a minute.')).toBeVisible()
  await expect(page.getByText(/^0:0[1-9]$/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Payment Successful' })).toBeVisible({ timeout: 40_000 })
})

test('an owner reschedules a visit and rates it afterwards, and the vet replies in public', async ({
  page,
  openWindow,
}) => {
  const vet = await openWindow()
  const vetId = await becomeOnlineVet(vet)
  await signUpByApi(page, 'Asha Verma')
  const days = (await daysOf(page, vetId)).filter(({ state }) => state === 'available')
  const [first] = await slotsOf(page, vetId, days[3]!.date)
  const booked = await book(page, vetId, first!, 'Limping')
  await page.goto('/appointments')
  const card = page.getByRole('article')
  await page.getByRole('button', { name: /Reschedule appointment/ }).click()
  const dialog = page.getByRole('dialog')
  const present = dialog.locator(`[data-day="${days[3]!.date}"]`)
  await expect(dialog.locator('td[aria-selected="true"] [data-day]')).toHaveAttribute(
    'data-day',
    days[3]!.date,
  )
  await expect(present).toHaveAccessibleName(/your appointment now$/)
  await expect(
    dialog.getByRole('radio', { name: `${first!.startTime}-${first!.endTime} Your time now` }),
  ).toBeDisabled()
  await expectAccessible(page)
  await dialog.locator(`[data-day="${days[6]!.date}"]`).click()
  await dialog.getByRole('radio', { name: '16:00-16:30' }).check()
  // A day half below the dialog's edge would count as too small.
  await dialog.getByText(/^Now:/).evaluate((now) => now.scrollIntoView())
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Move appointment' }).click()
  await expect(page.getByText('Appointment moved', { exact: true })).toBeVisible()
  await expect(card).toContainText('16:00-16:30')
  const file = await page.request.get(
    (await page.getByRole('link', { name: 'Add to calendar' }).getAttribute('href'))!,
  )
  expect(await file.text()).toContain('BEGIN:VEVENT')

  const { pet_owner: ownerId } = (await (await page.request.get('/api/me')).json()).user.records
  await inDatabase((db) =>
    makeAppointment(db, {
      ownerId,
      vetId,
      startsAt: new Date(Date.parse(booked.startsAt) - 6 * 86_400_000),
      status: 'completed',
    }),
  )
  await page.goto('/appointments?tab=past')
  await page.getByRole('button', { name: /^Rate:/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Please choose one to five stars.')).toBeVisible()
  await page.getByRole('radio', { name: /^5 stars/ }).check()
  await page.getByLabel(/Your words/).fill('Patient with a nervous dog')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await expect(card).toContainText('Patient with a nervous dog')
  await expect(page.getByRole('button', { name: /^Change rating/ })).toBeVisible()

  await vet.goto('/appointments?side=visits&tab=past')
  await vet.getByRole('button', { name: 'Answer rating of Asha Verma' }).click()
  await vet.getByRole('dialog').getByLabel('Reason').fill('Thank you, Asha!')
  await vet.getByRole('dialog').getByRole('button', { name: 'Publish answer' }).click()
  await expect(vet.getByText('Answer: Thank you, Asha!')).toBeVisible()
  await page.goto(`/services/book-a-vet?vet=${vetId}`)
  await page.getByRole('dialog').getByText('5.0').click()
  const reviews = page.getByRole('region', { name: 'Reviews of Dr. Leela Menon' })
  await expect(reviews).toContainText('Patient with a nervous dog')
  await expect(reviews).toContainText('Thank you, Asha!')
  await expect(page.getByRole('dialog')).toContainText('5.0')
  await expectAccessible(page)
})
