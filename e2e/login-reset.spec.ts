import type { Page } from '@playwright/test'
import { expect, expectAccessible, signUpByApi, test } from './fixture.ts'

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
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Forgot your password?')
  await field(page, 'Email').fill(email)
  await button(page, 'Send the link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check your inbox')

  await openLinkTo(page, email)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set a new password')
  await field(page, 'New password').fill('a walk at dusk')
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
})
