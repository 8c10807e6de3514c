import type { Page } from '@playwright/test'
import { expect, expectAccessible, holdBack, signUpByApi, test } from './fixture.ts'

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })
const alert = (page: Page) => page.getByRole('main').getByRole('alert')

async function openLinkTo(page: Page, email: string) {
  const mail = page.getByRole('listitem').filter({ hasText: `Mail to ${email}` })
  await expect(async () => {
    await page.goto('/outbox')
    await expect(mail.getByRole('heading')).toHaveText('Set a new password for Pawfolk', { timeout: 2_000 })
  }).toPass()
  await expectAccessible(page)
  await mail.getByRole('link').click()
}

test('a user resets a forgotten password by the mail that a development install shows', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/40[01]/)
  const { email, password } = await signUpByApi(page, 'Asha Verma')
  await page.context().clearCookies()
  await page.goto('/login')
  await field(page, 'Email').fill('asha@')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?')
  await expect(field(page, 'Email')).toHaveValue('asha@')
  await expectAccessible(page)
  await button(page, 'Send the link').click()
  await expect(page.getByText('Please enter a valid email')).toBeVisible()
  await expect(field(page, 'Email')).toBeFocused()
  await field(page, 'Email').fill(email)
  const send = await holdBack(page, '**/api/auth/**')
  await button(page, 'Send the link').click()
  await expect(button(page, 'Sending...')).toBeDisabled()
  send()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your inbox')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await openLinkTo(page, email)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set a new password')
  await expectAccessible(page)
  await field(page, 'New password').fill('a walk at dusk')
  await field(page, 'Confirm password').fill('a walk at dawn')
  await button(page, 'Set new password').click()
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await field(page, 'Confirm password').fill('a walk at dusk')
  const link = page.url()
  await button(page, 'Set new password').click()
  await expect(page.getByText('Your password is changed. Please log in with it.')).toBeVisible()
  await expect(page).toHaveURL('/login')

  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await button(page, 'Login').click()
  await expect(alert(page)).toHaveText('Login failed. Please check your credentials and try again.')
  await field(page, 'Password').fill('a walk at dusk')
  await button(page, 'Login').click()
  await expect(page).toHaveURL('/dashboard')

  await page.goto(link)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link no longer works')
  await expect(
    page.getByText('This link has expired or was already used. Please ask for a new one.'),
  ).toBeVisible()
  await expect(field(page, 'New password')).toHaveCount(0)
  await expectAccessible(page)
  await button(page, 'Send me a new link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?')
})

test('an email address without an account gets the same answer as any other', async ({ page }) => {
  await page.goto('/reset-password')
  await field(page, 'Email').fill(`nobody.${process.pid}.${Date.now()}@example.com`)
  await field(page, 'Email').press('Enter')
  await expect(page.getByText('If that email has an account')).toBeVisible()
})

test('too many requests and a lost connection show errors, and typed text stays', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/429|ERR_/)
  await page.goto('/reset-password')
  await field(page, 'Email').fill('asha@example.com')
  await page.route('**/api/auth/**', (route) => route.fulfill({ status: 429, json: {} }))
  await button(page, 'Send the link').click()
  await expect(alert(page)).toContainText('Any link we sent you in the last hour still works')
  await page.route('**/api/auth/**', (route) => route.abort('connectionrefused'))
  await button(page, 'Send the link').click()
  await expect(alert(page)).toContainText('Unable to connect')
  await expect(field(page, 'Email')).toHaveValue('asha@example.com')
})
