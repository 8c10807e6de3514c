/** Other people's changes appear on open pages without a reload, and well before the next poll. */
import type { Page } from '@playwright/test'
import { book, daysOf, read, slotsOf } from './booking.ts'
import { expect, expectAccessible, openLive, signUpByApi, test } from './fixture.ts'
import { becomeOpenVet, becomeProvider, vetName } from './provider.ts'

const owner = 'Asha Verma'
/** Less than the 30 s to a poll of the bell. */
const live = { timeout: 15_000 }

const cardOf = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name }) })
const bellOf = (page: Page) => page.getByRole('button', { name: /^Notifications/ })

test('a request appears at the vet, the answer at the owner, in each of their tabs, and a move at both', async ({
  page,
  context,
  openWindow,
}) => {
  const vet = await openWindow()
  const vetId = await becomeOpenVet(vet)
  await signUpByApi(page, owner)
  await openLive(vet, '/appointments?side=visits&tab=requests')
  await expect(vet.getByRole('article')).toHaveCount(0)
  await expect(bellOf(vet)).toHaveAccessibleName('Notifications')

  // Days ahead, because it can be moved until 24 hours before.
  const day = (await daysOf(page, vetId)).filter(({ state }) => state === 'available')[3]
  const [first] = await slotsOf(page, vetId, day!.date)
  const { id } = await book(page, vetId, first!, 'Itching ears')
  await expect(cardOf(vet, owner)).toBeVisible(live)
  await expect(bellOf(vet)).toHaveAccessibleName(/1 unread/, live)

  await openLive(page, '/appointments')
  const dashboard = await context.newPage()
  let streams = 0
  dashboard.on('request', (request) => {
    if (request.url().includes('/live/stream?')) streams++
  })
  await dashboard.goto('/dashboard')
  await expect(dashboard.getByText(vetName)).toBeVisible()
  await expect(cardOf(page, vetName)).toContainText('Pending')
  await cardOf(vet, owner).getByRole('button', { name: 'Accept' }).click()
  await expect(cardOf(page, vetName)).toContainText('Confirmed', live)
  await expect(dashboard.getByText('Confirmed')).toBeVisible(live)
  expect(streams, 'tabs share one stream').toBe(0)

  await vet.goto('/appointments?side=visits&tab=upcoming')
  await expect(cardOf(vet, owner)).toContainText(`${first!.startTime}-${first!.endTime}`)
  const { date, startTime, endTime } = (await slotsOf(page, vetId, day!.date)).at(-1)!
  const moved = await page.request.post(`/api/appointments/${id}/rescheduling`, {
    data: { slot: { date, startTime, endTime } },
  })
  expect(moved.ok(), await moved.text()).toBe(true)
  await expect(cardOf(vet, owner)).toContainText(`${startTime}-${endTime}`, live)
  await expect(cardOf(page, vetName)).toContainText(`${startTime}-${endTime}`, live)

  // The other tab takes over.
  const stream = dashboard.waitForResponse('**/live/stream?*')
  await page.close()
  expect((await stream).status()).toBe(200)
})

/** Keeps a page from having a stream, as some proxies do, and lets its clock be moved on to the next poll. */
async function blockStream(page: Page): Promise<{ tries: number }> {
  const blocked = { tries: 0 }
  await page.route('**/live/stream?*', (route) => {
    blocked.tries++
    return route.abort()
  })
  await page.clock.install()
  return blocked
}

test('where the stream is blocked, a request, its notice and a taken time appear without a reload', async ({
  page,
  openWindow,
  openSession,
  expectConsole,
}) => {
  expectConsole(/live\/stream/)
  const vet = await openWindow()
  const vetId = await becomeOpenVet(vet)
  await signUpByApi(page, owner)
  const blocked = await blockStream(vet)
  await vet.goto('/appointments?side=visits&tab=requests')
  await expect(vet.getByRole('article')).toHaveCount(0)
  await expect(bellOf(vet)).toHaveAccessibleName('Notifications')
  await expect.poll(() => blocked.tries).toBeGreaterThan(0)

  await blockStream(page)
  await page.goto(`/services/book-a-vet?vet=${vetId}`)
  const dialog = page.getByRole('dialog', { name: `Book with ${vetName}` })
  const [, day] = (await daysOf(page, vetId)).filter(({ state }) => state === 'available')
  const [slot] = await slotsOf(page, vetId, day!.date)
  await dialog.locator(`[data-day="${day!.date}"]`).click()
  const taken = `${slot!.startTime}-${slot!.endTime}`
  await dialog.getByRole('radio', { name: taken }).check()

  const other = await openSession()
  await signUpByApi(other, 'Ravi Kumar')
  await book(other, vetId, slot!, 'Itching ears')
  await expect.poll(async () => (await read<{ count: number }>(vet, '/notifications/unread')).count).toBe(1)
  await vet.clock.fastForward('01:05')
  await expect(cardOf(vet, 'Ravi Kumar')).toBeVisible()
  await expect(bellOf(vet)).toHaveAccessibleName(/1 unread/)
  await page.clock.fastForward('01:05')
  await expect(dialog.getByRole('radio', { name: `${taken} No longer free` })).toBeDisabled()
})

test('a time that someone else books is disabled in an open dialog, and its choice is dropped', async ({
  page,
  openSession,
}) => {
  const vetId = await becomeOpenVet(await openSession())
  await signUpByApi(page, owner)
  await openLive(page, `/services/book-a-vet?vet=${vetId}`)
  const dialog = page.getByRole('dialog', { name: `Book with ${vetName}` })
  const [, day] = (await daysOf(page, vetId)).filter(({ state }) => state === 'available')
  const [slot, next] = await slotsOf(page, vetId, day!.date)
  await dialog.locator(`[data-day="${day!.date}"]`).click()
  const time = (name: string | RegExp) => dialog.getByRole('radio', { name })
  const taken = `${slot!.startTime}-${slot!.endTime}`
  await time(taken).check()
  const other = await openSession()
  await signUpByApi(other, 'Ravi Kumar')
  await book(other, vetId, slot!)
  await expect(time(`${taken} No longer free`)).toBeDisabled(live)
  await expect(time(taken)).not.toBeChecked()
  await expectAccessible(page)
  await time(`${next!.startTime}-${next!.endTime}`).check()
  await dialog.getByRole('button', { name: 'Book Appointment' }).click()
  await expect(page.getByText('Appointment Booked')).toBeVisible()
})

test('a trainer’s times that someone else books are disabled, and a start stays chosen without its end', async ({
  page,
  openSession,
}) => {
  const trainerId = await becomeProvider(await openSession(), 'training')
  await signUpByApi(page, owner)
  const { days } = await read<{ days: { date: string; state: string }[] }>(
    page,
    `/booking/training/providers/${trainerId}/days`,
  )
  const { date } = days.filter(({ state }) => state === 'available')[3]!
  await openLive(page, `/services/book-a-trainer/session?trainer=${trainerId}&date=${date}`)
  const times = (name: RegExp) => page.getByRole('radiogroup', { name })
  const start = (time: string) => times(/^Start time/).getByRole('radio', { name: new RegExp(`^${time}`) })
  const end = (time: string) => times(/^End time/).getByRole('radio', { name: new RegExp(`^${time}`) })
  await start('10:00').check()
  await end('11:30').check()
  const other = await openSession()
  await signUpByApi(other, 'Ravi Kumar')
  const slot = { date, startTime: '11:00', endTime: '12:00' }
  const booked = await other.request.post('/api/training/appointments', {
    data: { trainerId, slot, sessionType: 'Puppy Training' },
  })
  expect(booked.ok(), await booked.text()).toBe(true)
  await expect(start('11:00')).toBeDisabled(live)
  await expect(end('11:30')).toBeDisabled()
  await expect(end('11:30')).not.toBeChecked()
  await expect(start('10:00')).toBeChecked()
  await expect(page.getByText('The time you had chosen is no longer free.')).toBeVisible()
  await expectAccessible(page)
  await end('11:00').check()
  await page.getByLabel('Session type').selectOption('Puppy Training')
  await page.getByRole('button', { name: 'Book Session' }).click()
  await expect(page.getByRole('heading', { name: 'Your training is confirmed' })).toBeVisible()
})
