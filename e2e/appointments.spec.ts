import { text } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { bookSoon, read } from './booking.ts'
import { inDatabase } from './database.ts'
import { expect, expectAccessible, type Session, signUpByApi, test } from './fixture.ts'
import { becomeOpenVet, vetName } from './provider.ts'

const cardOf = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name }) })

const notificationsOf = async (session: Session) =>
  (await read<{ rows: { title: string }[] }>(session, '/notifications')).rows

/** Opens the bell, once the notification has been delivered. */
async function expectTold(page: Page, title: string, text: string) {
  await expect.poll(() => notificationsOf(page)).toContainEqual(expect.objectContaining({ title }))
  await page.reload()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const popover = page.getByRole('dialog', { name: 'Notifications' })
  await expect(popover.getByText(title).first()).toBeVisible()
  await expect(popover.getByText(text).first()).toBeVisible()
  await page.keyboard.press('Escape')
}

test('a vet accepts one request and declines another, and both owners are notified', async ({
  page,
  openWindow,
  openSession,
}) => {
  const [asha, ravi] = ['Asha Verma', 'Ravi Kumar']
  const vet = await openWindow()
  const vetId = await becomeOpenVet(vet)
  const { email } = await signUpByApi(page, asha)
  await inDatabase((db) =>
    db.updateTable('users').set({ email_verified: true }).where('email', '=', email).execute(),
  )
  await bookSoon(page, vetId, 'Vaccination')
  const ravis = await openSession()
  await signUpByApi(ravis, ravi)
  await bookSoon(ravis, vetId, 'Second opinion')

  await vet.goto('/dashboard')
  await expect(vet.getByRole('heading', { level: 1 })).toHaveText(/^Good \w+, Leela$/)
  const waiting = vet.getByRole('region', { name: 'Requests waiting' })
  await expect(waiting.getByRole('article')).toHaveCount(2)
  await expectAccessible(vet)
  await waiting.getByRole('link', { name: 'See requests' }).click()
  await expect(vet).toHaveURL('/appointments?side=visits&tab=requests')
  await expect(vet.getByRole('radio', { name: 'Bookings with me' })).toBeChecked()
  await expect(vet.getByRole('tab', { name: /Requests/ })).toHaveAttribute('aria-selected', 'true')
  await expect(cardOf(vet, asha)).not.toContainText('@')
  await cardOf(vet, asha).getByRole('button', { name: 'Accept' }).dblclick()
  await expect(vet.getByText('Request accepted')).toHaveCount(1)
  await expect(cardOf(vet, asha)).toHaveCount(0)

  await cardOf(vet, ravi).getByRole('button', { name: 'Decline' }).click()
  const dialog = vet.getByRole('dialog', { name: 'Decline this request?' })
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
  await expect
    .poll(() => notificationsOf(ravis))
    .toContainEqual(
      expect.objectContaining({
        title: 'Appointment declined',
        message: expect.stringContaining('Reason: We are moving house that day'),
      }),
    )

  await cardOf(page, vetName).getByRole('button', { name: 'Cancel' }).click()
  const cancelling = page.getByRole('dialog', { name: 'Cancel this appointment?' })
  await cancelling.getByLabel('Reason (optional)').fill('He is better')
  await cancelling.getByRole('button', { name: 'Cancel appointment' }).dblclick()
  await expect(page.getByText('You have no upcoming appointments.')).toBeVisible()
  await page.getByRole('tab', { name: 'Past' }).click()
  await expect(cardOf(page, vetName)).toContainText('He is better')
  await expectTold(page, 'Appointment cancelled', `You cancelled the visit with ${vetName}`)

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
