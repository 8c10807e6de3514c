import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixture.ts'

/** As one of those whose sign-ins the start prints. */
async function signInAs(page: Page, handle: string): Promise<void> {
  const answer = await page.request.post('/api/auth/sign-in/email', {
    data: { email: `${handle}@pawfolk.example`, password: 'pawfolk-demo' },
    headers: { origin: new URL(test.info().project.use.baseURL!).origin },
  })
  expect(answer.ok(), `sign-in: ${answer.status()}`).toBe(true)
}

test('the vet of the demo finds the next visits first, and no bookings of her own', { tag: '@once' }, async ({
  page,
}) => {
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

test('the owner of the demo has something unread in the bell', { tag: '@once' }, async ({ page }) => {
  await signInAs(page, 'asha.verma')
  await page.goto('/about')
  const bell = page.getByRole('button', { name: /^Notifications, \d+ unread$/ })
  await bell.click()
  const popover = page.getByRole('dialog', { name: 'Notifications', exact: true })
  await expect(popover.getByText('Appointment confirmed').first()).toBeVisible()
})

test('the owner of the demo filters her appointments by kind', { tag: '@once' }, async ({ page }) => {
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

  test('the zone of a time stands right after it', { tag: '@once' }, async ({ page }) => {
    await signInAs(page, 'asha.verma')
    await page.goto('/dashboard')
    const first = page.getByRole('region', { name: 'Next up' }).getByRole('listitem').first()
    await expect(first).toContainText(/\d\d:\d\d-\d\d:\d\d India Standard Time \(UTC\+05:30\)/)
  })
})
