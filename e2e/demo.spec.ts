import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixture.ts'

/** Logs in as one of the demo users. */
async function signInAs(page: Page, handle: string): Promise<void> {
  const answer = await page.request.post('/api/auth/sign-in/email', {
    data: { email: `${handle}@pawfolk.example`, password: 'pawfolk-demo' },
    headers: { origin: new URL(test.info().project.use.baseURL!).origin },
  })
  expect(answer.ok(), `sign-in: ${answer.status()}`).toBe(true)
}

test('the demo’s vet sees her next visits first, and no bookings of her own', async ({ page }) => {
  await signInAs(page, 'meera.iyer')
  await page.goto('/dashboard')
  const nextUp = page.getByRole('region', { name: 'Next up' })
  const first = nextUp.getByRole('listitem').first()
  await expect(first).toContainText('Bruno with Asha Verma')
  await expect(nextUp.getByText('Booked for your own pets')).toHaveCount(0)
  await expectAccessible(page)
  await nextUp.getByRole('link', { name: 'All appointments' }).click()
  await expect(page).toHaveURL('/appointments?side=visits&tab=upcoming')
})

test('the demo’s owner has unread notifications', async ({ page }) => {
  await signInAs(page, 'asha.verma')
  await page.goto('/about')
  const bell = page.getByRole('button', { name: /^Notifications, \d+ unread$/ })
  await bell.click()
  const popover = page.getByRole('dialog', { name: 'Notifications', exact: true })
  await expect(popover.getByText('Appointment confirmed').first()).toBeVisible()
})

test('the demo’s owner filters her appointments by kind', async ({ page }) => {
  await signInAs(page, 'asha.verma')
  await page.goto('/appointments?side=bookings&tab=past')
  await expect(page.getByRole('article').first()).toBeVisible()
  const kind = page.getByLabel('Kind')
  await kind.selectOption('Vet visits')
  await expect(page).toHaveURL('/appointments?side=bookings&tab=past&kind=veterinary')
  await page.getByRole('tab', { name: 'Upcoming' }).click()
  await expect(page).toHaveURL('/appointments?side=bookings&tab=upcoming&kind=veterinary')
  await page.reload()
  await expect(kind).toHaveValue('veterinary')
  await expectAccessible(page)
  await kind.selectOption('All kinds')
  await expect(page).toHaveURL('/appointments?side=bookings&tab=upcoming')
})

test.describe('far away', () => {
  test.use({ timezoneId: 'Europe/London' })

  test('a time is followed by its time zone', async ({ page }) => {
    await signInAs(page, 'asha.verma')
    await page.goto('/dashboard')
    const first = page.getByRole('region', { name: 'Next up' }).getByRole('listitem').first()
    await expect(first).toContainText(/\d\d:\d\d India Standard Time \(UTC\+05:30\)/)
  })
})
