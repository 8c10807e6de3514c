import { text } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { type Booked, bookSoon, read } from './booking.ts'
import { inDatabase } from './database.ts'
import { expect, expectAccessible, type Session, signUpByApi, test } from './fixture.ts'
import { becomeOpenVet, vetName } from './provider.ts'

const cardOf = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name }) })

const move = async ({ request }: Session, { id }: Booked, noun: string, data = {}) => {
  const answer = await request.post(`/api/appointments/${id}/${noun}`, { data })
  expect(answer.ok(), `${noun}: ${answer.status()}`).toBe(true)
}

/** Opens the bell, once the notification has been delivered. */
async function expectTold(page: Page, title: string, text: string) {
  await expect
    .poll(async () => (await read<{ rows: { title: string }[] }>(page, '/notifications')).rows)
    .toContainEqual(expect.objectContaining({ title }))
  await page.reload()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const popover = page.getByRole('dialog', { name: 'Notifications' })
  await expect(popover.getByText(title).first()).toBeVisible()
  await expect(popover.getByText(text).first()).toBeVisible()
  await page.keyboard.press('Escape')
}

test('an owner sees a booking, keeps it at first, cancels it and finds it under Past', async ({
  page,
  openSession,
}) => {
  const vetId = await becomeOpenVet(await openSession())
  await signUpByApi(page, 'Asha Verma')
  await page.goto('/appointments')
  await expect(page.getByText('You have no upcoming appointments.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Browse services' })).toHaveAttribute('href', '/services')
  await expectAccessible(page)

  const { startTime, endTime } = await bookSoon(page, vetId, 'Itching ears')
  await page.reload()
  const card = cardOf(page, vetName)
  await expect(card).toContainText('Pending')
  await expect(card).toContainText(`${startTime}-${endTime}`)
  await expect(card).toContainText('Itching ears')
  await expect(page.getByText('Bookings with me')).toBeHidden()
  await expectAccessible(page)

  const cancel = card.getByRole('button', { name: 'Cancel' })
  await cancel.click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this appointment?' })
  await expect(dialog).toContainText('there’s nothing to refund')
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
  await expect(card.getByRole('link', { name: `Book again with ${vetName}` })).toHaveAttribute(
    'href',
    /^\/services\/book-a-vet\?vet=/,
  )
  await expect(card.getByRole('button')).toHaveText([/^Report/])
  await card.getByText('History', { exact: true }).click()
  await expect(card.getByRole('group').getByRole('listitem')).toHaveText([
    /^Cancelled by you.*He is better.*\d{4}, \d\d:\d\d/,
    /^Requested by you.*\d{4}, \d\d:\d\d/,
  ])
  await expectAccessible(page)
  await expectTold(page, 'Appointment cancelled', `You cancelled the visit with ${vetName}`)
})

test('the focus stays in the list when an appointment is cancelled by keyboard', async ({
  page,
  openSession,
}) => {
  const vetId = await becomeOpenVet(await openSession())
  await signUpByApi(page, 'Asha Verma')
  await bookSoon(page, vetId, 'First')
  await bookSoon(page, vetId, 'Second')
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

test('a vet accepts one request and declines another, and both owners are notified', async ({
  page,
  openWindow,
}) => {
  const [asha, ravi] = ['Asha Verma', 'Ravi Kumar']
  const vet = await openWindow()
  const vetId = await becomeOpenVet(vet)
  const { email } = await signUpByApi(page, asha)
  await inDatabase((db) =>
    db.updateTable('users').set({ email_verified: true }).where('email', '=', email).execute(),
  )
  await bookSoon(page, vetId, 'Vaccination')
  const ravisPage = await openWindow()
  await signUpByApi(ravisPage, ravi)
  await bookSoon(ravisPage, vetId, 'Second opinion')

  await vet.goto('/dashboard')
  await expect(vet.getByRole('heading', { level: 1 })).toHaveText(/^Good \w+, Leela$/)
  const waiting = vet.getByRole('region', { name: 'Requests waiting' })
  await expect(waiting.getByRole('article')).toHaveCount(2)
  await expectAccessible(vet)
  await waiting.getByRole('link', { name: 'See requests' }).click()
  await expect(vet).toHaveURL('/appointments?side=visits&tab=requests')
  await expect(vet.getByRole('radio', { name: 'Bookings with me' })).toBeChecked()
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
  await cardOf(vet, asha).getByText('History', { exact: true }).focus()
  await vet.keyboard.press('Enter')
  await expect(cardOf(vet, asha).getByText('Accepted by you')).toBeVisible()
  await expect(cardOf(vet, asha).getByText(`Requested by ${asha}`)).toBeVisible()
  await expectAccessible(vet)
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

  const invitation = page
    .getByRole('listitem')
    .filter({ hasText: `Mail to ${email}` })
    .filter({
      has: page.getByRole('heading', { name: 'Appointment confirmed' }),
    })
  await expect(async () => {
    await page.goto('/outbox')
    await expect(invitation).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await invitation.getByRole('link', { name: 'invite.ics' }).click()
  const file = await text(await (await download).createReadStream())
  expect(file).toMatch(/^METHOD:REQUEST\r\n/m)
  expect(file).toContain(`SUMMARY:Vet visit with ${vetName}`)
})

test('a withdrawn request can’t be accepted; the vet sees an error and an updated list', async ({
  page,
  openWindow,
  expectConsole,
}) => {
  expectConsole(/status of 409/)
  const asha = 'Asha Verma'
  const vet = await openWindow()
  const vetId = await becomeOpenVet(vet)
  await signUpByApi(page, asha)
  const booked = await bookSoon(page, vetId, 'Limping')
  await vet.goto('/appointments')
  await expect(cardOf(vet, asha)).toBeVisible()
  await move(page, booked, 'cancellation')
  await cardOf(vet, asha).getByRole('button', { name: 'Accept' }).click()
  await expect(
    vet.getByText('This is no longer possible. The appointment has changed in the meantime.'),
  ).toBeVisible()
  await expect(cardOf(vet, asha)).toHaveCount(0)
})

test('an owner can no longer cancel a confirmed visit that has begun', async ({ page, openSession }) => {
  const vet = await openSession()
  const vetId = await becomeOpenVet(vet)
  await signUpByApi(page, 'Asha Verma')
  const booked = await bookSoon(page, vetId, 'Dental check')
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
})

test('a list that fails to load says so and comes back with Retry', async ({ page, expectConsole }) => {
  expectConsole(/Failed to load resource/)
  await signUpByApi(page, 'Asha Verma')
  await page.route('**/rpc/appointments/appointments**', (route) => route.fulfill({ status: 400, json: {} }))
  await page.goto('/appointments')
  const sentence = page.getByRole('main').getByText('Failed to load appointments. Please try again.')
  await expect(sentence).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/rpc/appointments/appointments**')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('You have no upcoming appointments.')).toBeVisible()
})

test('a failed cancellation keeps the dialog and its text, and a second try cancels once', async ({
  page,
  openSession,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  const vetId = await becomeOpenVet(await openSession())
  await signUpByApi(page, 'Asha Verma')
  const booked = await bookSoon(page, vetId, 'Weight check')
  await page.goto('/appointments')
  await cardOf(page, vetName).getByRole('button', { name: 'Cancel' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this appointment?' })
  await dialog.getByLabel('Reason (optional)').fill('Not needed')
  // The server has cancelled, but its answer is lost.
  await page.route('**/rpc/appointments/cancel', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await dialog.getByRole('button', { name: 'Cancel appointment' }).click()
  await expect(page.getByText('Failed to cancel appointment. Please try again.')).toBeVisible()
  await expect(dialog.getByLabel('Reason (optional)')).toHaveValue('Not needed')
  await page.unroute('**/rpc/appointments/cancel')
  await dialog.getByRole('button', { name: 'Cancel appointment' }).click()
  await expect(page.getByText('Your appointment has been cancelled successfully.')).toBeVisible()
  const { rows } = await read<{ rows: Booked[] }>(page, '/appointments?tab=past')
  expect(rows).toMatchObject([{ id: booked.id, status: 'cancelled', closingReason: 'Not needed' }])
})
