import type { Page } from '@playwright/test'
import { clockOf, dayBounds, dayOf, formatDay, minuteOf } from '#/kernel/time.ts'
import { book, bookSoon, daysOf, slotsOf } from './booking.ts'
import { inDatabase } from './database.ts'
import { expect, expectAccessible, haveShown, signUpByApi, test } from './fixture.ts'
import { watchShifts } from './layout-shift.ts'
import { becomeOpenVet, becomeProvider, haveAppointment, vetName, workIn, zoneAtNoon } from './provider.ts'

const block = (page: Page, name: string) => page.getByRole('region', { name })
const minutes = (count: number) => count * 60_000

/** Holds the live news back: they would load what failed again, and replace its Retry button. */
const holdNews = (page: Page) => page.route('**/live/stream?*', () => {})

/** Returns a list that grows with each request for the code of a provider's blocks. */
function watchProviderCode(page: Page): string[] {
  const urls: string[] = []
  page.on('request', (request) => {
    if (/ProviderBlocks/.test(request.url())) urls.push(request.url())
  })
  return urls
}

test('a vet answers requests from the dashboard, oldest first', async ({ page, openSession }) => {
  const providerCode = watchProviderCode(page)
  const vetId = await becomeOpenVet(page)
  const [asha, ravi] = [await openSession(), await openSession()]
  await signUpByApi(asha, 'Asha Verma')
  await signUpByApi(ravi, 'Ravi Kumar')
  const days = (await daysOf(asha, vetId)).filter(({ state }) => state === 'available')
  const [later] = await slotsOf(asha, vetId, days[4]!.date)
  const asked = await book(asha, vetId, later!, 'Vaccination')
  await bookSoon(ravi, vetId, 'Limping')

  await page.goto('/dashboard')
  const requests = block(page, 'Requests waiting')
  const rows = requests.getByRole('article')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('Asha Verma')
  await expect(rows.first()).toContainText(`${asked.startTime}-${asked.endTime}`)
  await expect(rows.first()).toContainText(`Answer by ${formatDay(asked.date)}, ${asked.endTime}`)
  await expect(rows.last()).toContainText('Ravi Kumar')
  await expect(block(page, 'Rating and response rate').getByText('New')).toBeVisible()
  expect(providerCode).not.toEqual([])
  await expect(block(page, 'Rating and response rate').getByText('Response rate')).toHaveCount(1)
  await expectAccessible(page)

  await rows.first().getByRole('button', { name: 'Accept Asha Verma’s request' }).dblclick()
  await expect(page.getByText('Request accepted')).toHaveCount(1)
  await expect(rows).toHaveCount(1)
  await expect(block(page, 'Next up').getByRole('article')).toContainText('Asha Verma')
  await expect(block(page, 'Next up').getByRole('article')).toContainText(/in \d days/)

  await rows.getByRole('button', { name: 'Decline Ravi Kumar’s request' }).click()
  const dialog = page.getByRole('dialog', { name: 'Decline this request?' })
  await dialog.getByLabel('Reason').fill('Away that day')
  await dialog.getByRole('button', { name: 'Decline request' }).click()
  await expect(requests.getByText('No requests are waiting')).toBeVisible()
  await expect(requests.getByText('No requests are waiting')).toBeFocused()
  const figures = block(page, 'Rating and response rate')
  await expect(figures.getByText('100%')).toBeVisible()
  await expect(figures).toContainText('you accepted or declined 2 of 2 requests before they expired')
  await expectAccessible(page)
})

test('a vet sees each request’s deadline under Appointments, too, and can cancel the next visit', async ({
  page,
  openSession,
}) => {
  const vetId = await becomeOpenVet(page)
  const asha = await openSession()
  await signUpByApi(asha, 'Asha Verma')
  const asked = await bookSoon(asha, vetId)
  await page.goto('/appointments?side=visits&tab=requests')
  await expect(page.getByRole('article')).toContainText(new RegExp(`Answer by .+, ${asked.endTime}`))
  await page.getByRole('button', { name: 'Accept Asha Verma’s request' }).click()
  await expect(page.getByText('Request accepted')).toBeVisible()

  await page.goto('/dashboard')
  const nextUp = block(page, 'Next up')
  await nextUp.getByRole('button', { name: 'Cancel Asha Verma’s appointment' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel appointment' }).click()
  await expect(nextUp.getByText('No upcoming appointments')).toBeVisible()
})

test('today’s schedule follows the vet’s time zone, is sorted, and says when it is empty', async ({
  page,
  openSession,
}) => {
  const vetId = await becomeOpenVet(page)
  const zone = zoneAtNoon()
  await workIn(zone, vetId)
  const owner = await openSession()
  await signUpByApi(owner, 'Asha Verma')
  const schedule = block(page, 'Today’s schedule')
  await page.goto('/dashboard')
  await expect(schedule.getByText('No appointments today')).toBeVisible()

  const now = Date.now()
  const day = dayBounds(dayOf(new Date(now), zone), zone)
  const running = new Date(now - minutes(10))
  await haveAppointment(owner, { vetId, startsAt: running, minutes: 20, status: 'confirmed' })
  await haveAppointment(owner, { vetId, startsAt: day.endsAt, status: 'confirmed' })
  await haveAppointment(owner, { vetId, startsAt: day.startsAt, minutes: 1, status: 'completed' })
  await page.reload()
  const rows = schedule.getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.first()).toContainText('00:00-00:01')
  await expect(rows.first()).toContainText('Completed')
  await expect(rows.last()).toContainText(clockOf(minuteOf(running, zone)))
  await expect(rows.last()).toContainText('Now')
  await expect(schedule).toContainText(formatDay(dayOf(running, zone)))
  await expectAccessible(page)
  await rows.last().getByRole('link', { name: 'Asha Verma' }).click()
  await expect(page).toHaveURL('/appointments?side=visits&tab=upcoming')
})

test('a long day starts at the next visit and can be shown in full', async ({ page, openSession }) => {
  const vetId = await becomeOpenVet(page)
  const zone = zoneAtNoon()
  await workIn(zone, vetId)
  const owner = await openSession()
  await signUpByApi(owner, 'Asha Verma')
  const { startsAt, endsAt } = dayBounds(dayOf(new Date(), zone), zone)
  for (let n = 0; n < 7; n++) {
    const at = new Date(startsAt.getTime() + minutes(n))
    await haveAppointment(owner, { vetId, startsAt: at, minutes: 1, status: 'completed' })
  }
  const last = new Date(endsAt.getTime() - minutes(1))
  await haveAppointment(owner, { vetId, startsAt: last, minutes: 1, status: 'confirmed' })
  await page.goto('/dashboard')
  const schedule = block(page, 'Today’s schedule')
  const rows = schedule.getByRole('listitem')
  await expect(rows).toHaveCount(6)
  await expect(rows.last()).toContainText('23:59-24:00')
  await expect(block(page, 'This week’s earnings')).toContainText(
    'No appointments paid through us have taken place this week.Owners pay you directly for 7 completed appointments: ₹',
  )
  await schedule.getByRole('button', { name: 'Show the whole day: 8 appointments' }).click()
  await expect(rows).toHaveCount(8)
  await expect(rows.first()).toContainText('00:00-00:01')
  await schedule.getByRole('button', { name: 'Show only what’s next' }).click()
  await expect(rows).toHaveCount(6)
})

test('the dashboard counts down to a visit, and its owner cancels it there', async ({
  page,
  openSession,
}) => {
  const vetId = await becomeProvider(await openSession())
  await workIn(zoneAtNoon(), vetId)
  await signUpByApi(page, 'Asha Verma')
  const startsAt = new Date(Math.ceil(Date.now() / minutes(1)) * minutes(1) + minutes(300))
  await haveAppointment(page, { vetId, startsAt, status: 'pending' })
  const providerCode = watchProviderCode(page)
  await page.clock.install({ time: startsAt.getTime() - minutes(61) })
  await page.goto('/dashboard')
  const row = block(page, 'Next up').getByRole('article')
  await expect(row).toContainText('in 1 hour')
  await page.clock.fastForward(minutes(51))
  await expect(row).toContainText('in 10 minutes')
  await page.clock.fastForward(minutes(10))
  await expect(row).toContainText('now')
  expect(providerCode).toEqual([])

  await row.getByRole('button', { name: `Cancel appointment with ${vetName}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this appointment?' })
  await dialog.getByRole('button', { name: 'Cancel appointment' }).click()
  await expect(page.getByText('No bookings yet')).toBeVisible()
})

const failing = [
  ['Requests waiting', '**/rpc/appointments/visits*', 'No requests are waiting'],
  ['Today’s schedule', '**/rpc/appointments/today*', 'No appointments today'],
  ['Rating and response rate', '**/rpc/appointments/figures*', 'New'],
] as const
for (const [title, path, sentence] of failing)
  test(`${title}: a failure shows Retry, and the rest stays`, async ({ page, expectConsole }) => {
    expectConsole(/Failed to load resource/)
    await becomeOpenVet(page)
    await holdNews(page)
    await page.route(path, (route) => route.fulfill({ status: 400, json: {} }))
    await page.goto('/dashboard')
    const failed = block(page, title)
    await expect(failed.getByRole('alert')).toContainText('Something went wrong. Please try again.')
    for (const [other, , there] of failing)
      if (other !== title) await expect(block(page, other).getByText(there, { exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.unroute(path)
    await failed.getByRole('button', { name: 'Retry' }).click()
    await expect(failed.getByText(sentence, { exact: true })).toBeVisible()
  })

test('the warning that nobody can book shows Retry when it fails to load', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  await becomeProvider(page)
  await holdNews(page)
  const path = '**/rpc/booking/calendars*'
  await page.route(path, (route) => route.fulfill({ status: 400, json: {} }))
  await page.goto('/dashboard')
  const failed = page.getByRole('alert').filter({ hasText: 'We couldn’t load your hours.' })
  await expect(failed).toBeVisible()
  await expectAccessible(page)
  await page.unroute(path)
  await failed.getByRole('button', { name: 'Retry' }).click()
  await expect(block(page, 'Set your availability')).toContainText('you haven’t set your hours yet')
})

test('the blocks of a vet’s dashboard cause no layout shift when they load, nor on a second visit', async ({
  page,
  openSession,
}) => {
  const vetId = await becomeOpenVet(page)
  const asha = await openSession()
  await signUpByApi(asha, 'Asha Verma')
  for (const reason of ['First', 'Second', 'Third']) await bookSoon(asha, vetId, reason)
  const shifts = await watchShifts(page)
  const figures = page.waitForResponse(/appointments\/figures/)
  await page.goto('/dashboard')
  await expect(block(page, 'Requests waiting').getByRole('article')).toHaveCount(3)
  await haveShown(page, figures)
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
  expect(await shifts()).toBeLessThan(0.1)

  const titles = page.getByRole('heading', { level: 2 })
  const places = () =>
    titles.evaluateAll((all) => all.map((title) => [title.textContent, title.getBoundingClientRect().top]))
  const arrived = await places()
  await page.route('**/rpc/appointments/**', () => {})
  await page.reload()
  await expect(page.getByRole('status', { name: 'Loading Requests waiting' })).toBeVisible()
  await expect.poll(places).toEqual(arrived)
})

test('a user without their owner record is told once, with a link to support', async ({ page }) => {
  await signUpByApi(page, 'Asha Verma')
  const { user } = await (await page.request.get('/api/me')).json()
  await inDatabase((db) => db.deleteFrom('pet_owners').where('user_id', '=', user.id).execute())
  await page.goto('/dashboard')
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toHaveText('Could not find your pet owner profile. Please contact support.')
  await expect(page.getByRole('button', { name: 'Retry' })).toHaveCount(0)
  await expectAccessible(page)
  await alert.getByRole('link', { name: 'contact support' }).click()
  await expect(page).toHaveURL('/contact')
})
