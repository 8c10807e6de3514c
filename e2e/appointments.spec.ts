import type { Page } from '@playwright/test'
import { expect, expectAccessible, signUpByApi, test } from './fixture.ts'

type Slot = { date: string; startTime: string; endTime: string; startsAt: string }
type Booked = { id: string; startTime: string; endTime: string; startsAt: string }

const vetName = 'Dr. Arjun Nair'
const vetEmail = 'arjun.nair@pawfolk.example'

/** Someone of this story alone: other stories use the same vet at the same time. */
const ownerName = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`

const cardOf = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name }) })

async function get<Answer>(page: Page, path: string): Promise<Answer> {
  const answer = await page.request.get(`/api${path}`)
  expect(answer.ok(), `${path}: ${answer.status()}`).toBe(true)
  return answer.json()
}

/** Books the first time of the vet that nobody else takes meanwhile. */
async function book(page: Page, reason: string): Promise<Booked> {
  const { rows } = await get<{ rows: { id: string; fullName: string }[] }>(page, '/veterinary/vets')
  const vet = rows.find(({ fullName }) => `Dr. ${fullName}` === vetName)!
  const { days } = await get<{ days: { date: string; state: string }[] }>(
    page,
    `/veterinary/vets/${vet.id}/days`,
  )
  for (const { date } of days.filter(({ state }) => state === 'available')) {
    const { slots } = await get<{ slots: Slot[] }>(page, `/veterinary/vets/${vet.id}/days/${date}/slots`)
    for (const { startTime, endTime } of slots) {
      const answer = await page.request.post('/api/veterinary/appointments', {
        data: { vetId: vet.id, slot: { date, startTime, endTime }, reason },
      })
      if (answer.ok()) return answer.json()
      expect(answer.status()).toBe(409)
    }
  }
  throw new Error(`${vetName} has no free time`)
}

const move = async (page: Page, { id }: Booked, noun: string, data = {}) => {
  const answer = await page.request.post(`/api/veterinary/appointments/${id}/${noun}`, { data })
  expect(answer.ok(), `${noun}: ${answer.status()}`).toBe(true)
}

/** The vet's own browser, signed in. */
async function signInVet(page: Page): Promise<Page> {
  const answer = await page.request.post('/api/auth/sign-in/email', {
    data: { email: vetEmail, password: 'pawfolk-demo' },
    headers: { origin: new URL(test.info().project.use.baseURL!).origin },
  })
  expect(answer.ok(), `sign-in: ${answer.status()}`).toBe(true)
  return page
}

/** Opens the bell, once the notification has been delivered. */
async function expectTold(page: Page, title: string, text: string) {
  await expect
    .poll(async () => (await get<{ rows: { title: string }[] }>(page, '/notifications')).rows)
    .toContainEqual(expect.objectContaining({ title }))
  await page.reload()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const popover = page.getByRole('dialog', { name: 'Notifications' })
  await expect(popover.getByText(title).first()).toBeVisible()
  await expect(popover.getByText(text).first()).toBeVisible()
  await page.keyboard.press('Escape')
}

test('an owner sees what they booked, cancels it after a second thought, and finds it under Past', async ({
  page,
}) => {
  await signUpByApi(page, ownerName('Asha'))
  await page.goto('/appointments')
  await expect(page.getByText('You have no upcoming appointments.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Browse services' })).toHaveAttribute('href', '/services')
  await expectAccessible(page)

  const { startTime, endTime } = await book(page, 'Itching ears')
  await page.reload()
  const card = cardOf(page, vetName)
  await expect(card).toContainText('Pending')
  await expect(card).toContainText(`${startTime}-${endTime}`)
  await expect(card).toContainText('Itching ears')
  await expect(page.getByText('My visits')).toBeHidden()
  await expectAccessible(page)

  const cancel = card.getByRole('button', { name: 'Cancel' })
  await cancel.click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this appointment?' })
  await expect(dialog).toContainText('there is nothing to refund')
  await dialog.getByLabel('Reason (optional)').fill('He is better')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Keep appointment' }).click()
  await expect(dialog).toBeHidden()
  await expect(cancel).toBeFocused()

  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Reason (optional)')).toHaveValue('He is better')
  await dialog.getByRole('button', { name: 'Cancel appointment' }).dblclick()
  await expect(page.getByText('Appointment Cancelled', { exact: true })).toHaveCount(1)
  await expect(page.getByText('Your appointment has been cancelled successfully.')).toBeVisible()
  await expect(page.getByText('You have no upcoming appointments.')).toBeVisible()
  await expect(dialog).toBeHidden()

  await page.getByRole('tab', { name: 'Past' }).click()
  await expect(page).toHaveURL(/tab=past/)
  await expect(card).toContainText('Cancelled')
  await expect(card).toContainText('You cancelled this appointment.')
  await expect(card).toContainText('He is better')
  await expect(card.getByRole('link', { name: `Book ${vetName} again` })).toHaveAttribute(
    'href',
    /^\/services\/book-a-vet\?vet=/,
  )
  await expect(card.getByRole('button')).toHaveCount(0)
  await expectAccessible(page)
  await expectTold(page, 'Appointment cancelled', `You cancelled the visit with ${vetName}`)
})

test('by keyboard alone, the focus stays in the list when an appointment is cancelled', {
  tag: '@once',
}, async ({ page }) => {
  await signUpByApi(page, ownerName('Asha'))
  await book(page, 'First')
  await book(page, 'Second')
  await page.goto('/appointments')
  const cards = page.getByRole('article')
  await expect(cards).toHaveCount(2)
  const dialog = page.getByRole('dialog', { name: 'Cancel this appointment?' })
  const cancelFirst = async () => {
    await cards.first().getByRole('button', { name: 'Cancel' }).focus()
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('button', { name: 'Keep appointment' })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(dialog.getByRole('button', { name: 'Cancel appointment' })).toBeFocused()
    await page.keyboard.press('Enter')
  }
  await cancelFirst()
  await expect(cards).toHaveCount(1)
  await expect(cards.first()).toBeFocused()
  await cancelFirst()
  await expect(page.getByText('You have no upcoming appointments.')).toBeFocused()
})

test('a vet accepts one request and declines another, and the owners are told', async ({
  page,
  openWindow,
}) => {
  const asha = ownerName('Asha')
  await signUpByApi(page, asha)
  const wanted = await book(page, 'Vaccination')
  const ravisPage = await openWindow()
  const ravi = ownerName('Ravi')
  await signUpByApi(ravisPage, ravi)
  await book(ravisPage, 'Second opinion')

  const vet = await signInVet(await openWindow())
  await vet.goto('/dashboard')
  await expect(vet.getByRole('heading', { level: 1 })).toHaveText(/^Good \w+, Arjun$/)
  await expect(vet.getByText(/^\d+\+? requests are waiting$/)).toBeVisible()
  await expectAccessible(vet)
  await vet.getByRole('link', { name: 'See requests' }).click()
  await expect(vet).toHaveURL('/appointments?side=visits&tab=requests')
  await expect(vet.getByRole('radio', { name: 'My visits' })).toBeChecked()
  await expect(vet.getByRole('tab', { name: /Requests/ })).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(vet)
  await expect(cardOf(vet, asha)).not.toContainText('@')
  await cardOf(vet, asha).getByRole('button', { name: 'Accept' }).dblclick()
  await expect(vet.getByText('Request accepted')).toHaveCount(1)
  await expect(cardOf(vet, asha)).toHaveCount(0)

  await cardOf(vet, ravi).getByRole('button', { name: 'Decline' }).click()
  const dialog = vet.getByRole('dialog', { name: 'Decline this request?' })
  await dialog.getByRole('button', { name: 'Decline request' }).click()
  await expect(dialog.getByText('Please give a reason.')).toBeVisible()
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await expectAccessible(vet)
  await dialog.getByLabel('Reason').fill('We are moving house that day')
  await dialog.getByRole('button', { name: 'Decline request' }).click()
  await expect(cardOf(vet, ravi)).toHaveCount(0)

  await vet.getByRole('tab', { name: 'Upcoming' }).click()
  await expect(cardOf(vet, asha)).toContainText('Confirmed')
  await expect(cardOf(vet, asha).getByRole('link', { name: /@example\.com$/ })).toBeVisible()
  await vet.reload()
  await expect(vet).toHaveURL(/side=visits.*tab=upcoming/)
  await expect(cardOf(vet, asha)).toContainText('Confirmed')
  await expectTold(vet, 'New appointment request', `${ravi} would like to come`)

  await page.goto('/appointments')
  await expect(cardOf(page, vetName)).toContainText('Confirmed')
  await expectTold(page, 'Appointment confirmed', `${vetName} expects you`)
  await ravisPage.goto('/appointments?tab=past')
  await expect(cardOf(ravisPage, vetName)).toContainText('We are moving house that day')
  await expectTold(ravisPage, 'Appointment declined', 'Reason: We are moving house that day')
  await move(page, wanted, 'cancellation')
})

test('a request that was withdrawn meanwhile is not accepted: the vet is told and the list follows', {
  tag: '@once',
}, async ({ page, openWindow, expectConsole }) => {
  expectConsole(/status of 409/)
  const asha = ownerName('Asha')
  await signUpByApi(page, asha)
  const booked = await book(page, 'Limping')
  const vet = await signInVet(await openWindow())
  await vet.goto('/appointments')
  await expect(cardOf(vet, asha)).toBeVisible()
  await move(page, booked, 'cancellation')
  await cardOf(vet, asha).getByRole('button', { name: 'Accept' }).click()
  await expect(
    vet.getByText('This is no longer possible. The appointment has changed in the meantime.'),
  ).toBeVisible()
  await expect(cardOf(vet, asha)).toHaveCount(0)
})

test('buttons go by the clock: once a confirmed visit has begun, its owner can no longer cancel', {
  tag: '@once',
}, async ({ page, openWindow }) => {
  await signUpByApi(page, ownerName('Asha'))
  const booked = await book(page, 'Dental check')
  const vet = await signInVet(await openWindow())
  await move(vet, booked, 'acceptance')
  await page.clock.install({ time: new Date(Date.parse(booked.startsAt) - 90_000) })
  await page.goto('/appointments')
  const cancel = cardOf(page, vetName).getByRole('button', { name: 'Cancel' })
  await expect(cancel).toBeVisible()
  await page.clock.fastForward(30_000)
  await expect(cancel).toBeVisible()
  await page.clock.fastForward(60_000)
  await expect(cancel).toBeHidden()
  await expect(cardOf(page, vetName)).toContainText('Confirmed')
  await move(page, booked, 'cancellation')
})

test('a list that does not load says so and comes back with Retry', { tag: '@once' }, async ({
  page,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  await signUpByApi(page, ownerName('Asha'))
  await page.route('**/rpc/veterinary/appointments**', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.goto('/appointments')
  const sentence = page.getByRole('main').getByText('Failed to load appointments. Please try again.')
  await expect(sentence).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/rpc/veterinary/appointments**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('You have no upcoming appointments.')).toBeVisible()
})

test('a cancellation that fails keeps the dialog and what was typed, and a second try cancels once', {
  tag: '@once',
}, async ({ page, expectConsole }) => {
  expectConsole(/Failed to load resource/)
  await signUpByApi(page, ownerName('Asha'))
  const booked = await book(page, 'Weight check')
  await page.goto('/appointments')
  await cardOf(page, vetName).getByRole('button', { name: 'Cancel' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this appointment?' })
  await dialog.getByLabel('Reason (optional)').fill('Not needed')
  // The answer is lost on its way: the server has cancelled already.
  await page.route('**/rpc/veterinary/cancel', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await dialog.getByRole('button', { name: 'Cancel appointment' }).click()
  await expect(page.getByText('Failed to cancel appointment. Please try again.')).toBeVisible()
  await expect(dialog.getByLabel('Reason (optional)')).toHaveValue('Not needed')
  await page.unroute('**/rpc/veterinary/cancel')
  await dialog.getByRole('button', { name: 'Cancel appointment' }).click()
  await expect(page.getByText('Your appointment has been cancelled successfully.')).toBeVisible()
  const { rows } = await get<{ rows: Booked[] }>(page, '/veterinary/appointments?tab=past')
  expect(rows).toMatchObject([{ id: booked.id, status: 'cancelled', closingReason: 'Not needed' }])
})
