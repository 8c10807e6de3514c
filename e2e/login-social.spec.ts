import type { Page } from '@playwright/test'
import { expect, expectAccessible, test } from './fixture.ts'
import { watchShifts } from './layout-shift.ts'

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })
const alert = (page: Page) => page.getByRole('main').getByRole('alert').filter({ hasText: /./ })

let people = 0
const unique = (name: string) => `${name}.${process.pid}.${Date.now()}.${people++}`

type Said = { id: string; name?: string; email?: string; verified?: boolean }

/** Fills in the login page of the local test provider. */
async function sayWho(page: Page, title: string, said: Said) {
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  for (const name of ['id', 'name', 'email'] as const) await page.getByLabel(name).fill(said[name] ?? '')
  if (said.verified) await page.getByLabel('verified').check()
  await page.getByRole('button', { name: 'Continue' }).click()
}

test('a new user signs up with Google, chooses a role, and later logs in with Google', async ({ page }) => {
  const id = unique('google')
  const asha = { id, name: 'Asha Verma', email: `${id}@example.com`, verified: true }
  await page.goto('/signup')
  await button(page, 'Continue with Google').click()
  await sayWho(page, 'Google, for tests', asha)
  await expect(page.getByText('Signed up successfully with Google!')).toBeVisible()
  await expect(page).toHaveURL('/role-selection')
  const { user } = await (await page.request.get('/api/me')).json()
  expect(user).toMatchObject({ name: 'Asha Verma', email: asha.email })

  await page.context().clearCookies()
  await page.goto('/login')
  await button(page, 'Continue with Google').click()
  await sayWho(page, 'Google, for tests', asha)
  await expect(page.getByText('Logged in successfully with Google!')).toBeVisible()
  await expect(page).toHaveURL('/role-selection')
  await page.getByRole('link', { name: 'Continue to dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test.describe('in a browser with the service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('a new user signs up with Google', async ({ page }) => {
    await page.goto('/emergency-services')
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, {
      timeout: 30_000,
    })
    await page.goto('/signup')
    const id = unique('google')
    await button(page, 'Continue with Google').click()
    const who = { id, name: 'Asha Verma', email: `${id}@example.com`, verified: true }
    await sayWho(page, 'Google, for tests', who)
    await expect(page.getByText('Signed up successfully with Google!')).toBeVisible()
    await expect(page).toHaveURL('/role-selection')
  })
})

test('a new user refuses at Facebook, tries again, and confirms their email address, because Facebook gives none', async ({
  page,
}) => {
  const id = unique('facebook')
  await page.goto('/signup')
  await button(page, 'Continue with Facebook').click()
  await page.getByRole('button', { name: 'Refuse' }).click()
  await expect(page).toHaveURL('/signup')
  await expect(alert(page)).toHaveText('Facebook authentication failed: You didn’t allow access.')
  await button(page, 'Continue with Facebook').click()
  await expect(page.getByRole('heading', { name: 'Facebook, for tests' })).toBeVisible()
  await page.goBack()
  await expect(button(page, 'Continue with Facebook')).toBeEnabled()
  await button(page, 'Continue with Facebook').click()
  await sayWho(page, 'Facebook, for tests', { id, name: 'Ravi Kumar' })
  await expect(page.getByText('Signed up successfully with Facebook!')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What’s your email?')
  await expect(page.getByText('.invalid')).toHaveCount(0)
  await field(page, 'Email').fill(`${id}@example.com`)
  await button(page, 'Send the link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your inbox')

  const mail = page.getByRole('listitem').filter({ hasText: `Mail to ${id}@example.com` })
  await expect(async () => {
    await page.goto('/outbox')
    await mail.getByRole('link').click({ timeout: 2_000 })
  }).toPass()
  await button(page, 'Confirm my email').click()
  await expect(page.getByText('Your email is confirmed.')).toBeVisible()
  await expect(page).toHaveURL('/role-selection')
  const { user } = await (await page.request.get('/api/me')).json()
  expect(user).toMatchObject({ name: 'Ravi Kumar', email: `${id}@example.com` })
})

for (const isSetUp of [true, false]) {
  test(`nothing moves on /login and /signup where Google and Facebook are ${isSetUp ? '' : 'not '}set up`, async ({
    page,
    expectConsole,
  }) => {
    // A fallback font with other metrics would shift the text.
    expectConsole(/ERR_FAILED/)
    await page.route('**/*.woff2', (route) => route.abort())
    await page.route('**/api/ways-in', (route) =>
      route.fulfill({ json: { google: isSetUp, facebook: isSetUp, phone: true } }),
    )
    const shifts = await watchShifts(page)
    const name = isSetUp ? 'Continue with Facebook' : 'Facebook isn’t set up'
    for (const path of ['/login', '/signup'])
      for (const width of [320, 360, 375, 1280]) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(path)
        await expect(button(page, name)).toBeEnabled({ enabled: isSetUp })
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50))))
        expect(await shifts(), `${path} ${width}`).toBe(0)
      }
    if (isSetUp) return
    await expect(button(page, 'Google isn’t set up')).toBeDisabled()
    await expectAccessible(page)
  })
}
