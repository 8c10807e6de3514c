import { book, daysOf, read, slotsOf } from './booking.ts'
import { expect, expectAccessible, signUpByApi, test } from './fixture.ts'
import { becomeOpenVet, putInVetsCalendar, range } from './provider.ts'

test('an owner joins the waitlist of a fully booked day, and a notification leads to the freed slot', async ({
  page,
  openSession,
}) => {
  const vet = await openSession()
  const vetId = await becomeOpenVet(vet)
  await signUpByApi(page, 'Asha Verma')
  const day = (await daysOf(page, vetId)).at(-3)!.date
  await putInVetsCalendar(vet, `dates/${day}`, { isOpen: true, ranges: [range('10:00', '10:30')] })
  const ravi = await openSession()
  await signUpByApi(ravi, 'Ravi Kumar')
  const [only] = await slotsOf(ravi, vetId, day)
  const booked = await book(ravi, vetId, only!)

  await page.goto(`/services/book-a-vet?vet=${vetId}`)
  const dialog = page.getByRole('dialog')
  await dialog.locator(`[data-day="${day}"]`).click()
  await expect(dialog.getByText('All times on this day are booked.')).toBeVisible()
  const ask = dialog.getByRole('button', { name: 'Tell me when a time is free' })
  const stop = dialog.getByRole('button', { name: 'No longer tell me' })
  // The button moves once it is answered, so the second press of a slow double click may miss it.
  await ask.dblclick()
  await expect(dialog.getByText('We’ll tell you when a time on this day is free.')).toBeVisible()
  // A button half hidden by the dialog's header counts as too small.
  await dialog.getByText('Visit type').scrollIntoViewIfNeeded()
  await expectAccessible(page)
  await page.reload()
  await stop.click()
  await expect(dialog.getByText('We’ll tell you when a time on this day is free.')).toBeHidden()
  await page.reload()
  await ask.press('Enter')
  await expect(stop).toBeFocused()
  await dialog.getByRole('button', { name: 'Close' }).click()

  const cancelled = await ravi.request.post(`/api/appointments/${booked.id}/cancellation`, {
    data: {},
  })
  expect(cancelled.ok(), await cancelled.text()).toBe(true)
  const unread = async () => (await read<{ count: number }>(page, '/notifications/unread')).count
  await expect.poll(unread).toBe(1)
  await page.reload()
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  const told = page.getByRole('dialog', { name: 'Notifications', exact: true }).getByRole('listitem')
  await expect(told).toContainText('A time is free')
  await told.getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`\\?vet=${vetId}&day=${day}$`))
  const time = dialog.getByRole('radio', { name: '10:00-10:30' })
  await time.check()
  await dialog.getByRole('button', { name: 'Book Appointment' }).click()
  await expect(page.getByText('Your appointment request has been sent to the veterinarian.')).toBeVisible()
})
