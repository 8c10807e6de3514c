import type { Page } from '@playwright/test'
import { expect, expectAccessible, signUpByApi, test } from './fixture.ts'

test.use({ serviceWorkers: 'allow' })

/** Waits until the service worker has kept its files and answers for this page. */
async function keptOffline(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, {
    timeout: 30_000,
  })
}

test('an emergency page that was opened once brings all of them without a network, also in a new tab', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load resource/)
  await page.goto('/emergency-services')
  await keptOffline(page)
  await context.setOffline(true)
  const other = await context.newPage()
  await other.goto('/emergency/first-aid#snake-bite')
  await expect(other.getByText('Keep your pet as still as you can.')).toBeVisible()
  await other.getByRole('link', { name: 'Emergency help' }).first().click()
  await expect(other.getByRole('link', { name: /^Call PETA India/ })).toBeVisible()
  await other.getByRole('link', { name: /^Poison/ }).click()
  await expect(other.getByText('Don’t make your pet vomit.')).toBeVisible()
  await other.goto('/emergency/dragons')
  await expect(other.getByRole('heading', { level: 1 })).toHaveText('Emergency help')
  await other.goto('/emergency/report')
  await expect(other.getByRole('button', { name: 'Send report' })).toBeVisible()
})

test('a page that needs a network says so, and opens once there is one', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load resource/)
  await page.goto('/emergency-services')
  await keptOffline(page)
  await context.setOffline(true)
  await page.goto('/about', { waitUntil: 'load' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re offline')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'First aid' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('First aid')
  await page.goBack({ waitUntil: 'load' })
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^About/)
})

test('the to-do opens without a network, and logging out removes it from the phone', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load resource/)
  await signUpByApi(page, 'Asha Verma')
  await page.goto('/todo')
  await keptOffline(page)
  const { origin } = new URL(page.url())
  const day = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10)
  const added = await page.request.post('/api/todo', {
    data: { title: 'Feed Bruno', kind: 'feeding', dueOn: day },
    headers: { origin },
  })
  expect(added.ok()).toBe(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Feed Bruno' })).toBeVisible()
  const kept = () =>
    page.evaluate(async () => {
      const asked = await (await caches.open('pawfolk-own-data')).keys()
      return asked.some(({ url }) => url.includes('/rpc/todo/list'))
    })
  await expect.poll(kept).toBe(true)
  await context.setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Feed Bruno' })).toBeVisible()
  await context.setOffline(false)
  await page.evaluate(() =>
    fetch('/api/auth/sign-out', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    }),
  )
  expect(await kept()).toBe(false)
  await context.setOffline(true)
  await page.reload()
  await expect(
    page
      .getByRole('link', { name: 'Login' })
      .or(page.getByRole('heading', { level: 1 }))
      .first(),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Feed Bruno' })).toBeHidden()
})
