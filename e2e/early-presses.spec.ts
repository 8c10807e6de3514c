import type { Page } from '@playwright/test'
import { expect, signUpByApi, test } from './fixture.ts'

/** Holds every script back, as a slow phone does. */
async function holdScriptsBack(page: Page, ms: number): Promise<void> {
  await page.route(/\.js$/, async (route) => {
    await new Promise((later) => setTimeout(later, ms))
    await route.continue().catch(() => undefined)
  })
}

const openAtOnce = (page: Page, path: string) => page.goto(path, { waitUntil: 'commit' })

const isAlive = (page: Page) =>
  page.evaluate(() =>
    Object.keys(document.querySelector('main#main') ?? {}).some((key) => key.startsWith('__reactFiber')),
  )

for (const heldBackMs of [800, 2_500])
  test(`what is pressed ${heldBackMs} ms before a page’s scripts arrive is carried out`, async ({
    page,
    openSession,
    expectConsole,
  }) => {
    expectConsole(/401/)
    const session = await openSession()
    const { email, password } = await signUpByApi(session, 'Asha Verma')
    await holdScriptsBack(page, heldBackMs)
    const main = page.getByRole('main')
    const box = (name: string) => main.getByRole('textbox', { name, exact: true })

    await openAtOnce(page, '/login')
    await box('Email').fill(email)
    await box('Password').fill('a wrong password')
    // Its name changes once it's pressed.
    const login = main.locator('[data-submits]')
    await login.click()
    await login.click()
    expect(await isAlive(page)).toBe(false)
    expect(await login.evaluate((button) => getComputedStyle(button, '::after').content)).toBe(
      '"Logging in..."',
    )
    await expect(main.getByText('Login failed. Please check')).toBeVisible()
    await expect(login).not.toHaveAttribute('data-pressed')

    await openAtOnce(page, '/login')
    await box('Email').fill(email)
    await box('Password').fill(password)
    await box('Password').press('Enter')
    expect(await isAlive(page)).toBe(false)
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('heading', { name: /Asha$/ })).toBeVisible()
    await page.context().clearCookies()

    await openAtOnce(page, '/merchandise')
    const filters = main.getByRole('button', { name: /^Filters/ })
    await page.setViewportSize({ width: 375, height: 812 })
    await filters.click()
    expect(await isAlive(page)).toBe(false)
    await expect(filters).toHaveAttribute('aria-expanded', 'true')
  })
