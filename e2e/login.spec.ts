import type { Page } from '@playwright/test'
import { expect, test } from './fixture.ts'

const password = 'a long walk at dawn'
let people = 0
const newEmail = (name: string) => `${name}.${process.pid}.${Date.now()}.${people++}@example.com`

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })
const alert = (page: Page) => page.getByRole('main').getByRole('alert')

async function fillSignup(page: Page, email: string) {
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await field(page, 'Confirm password').fill(password)
}

async function fillLogin(page: Page, email: string, given = password) {
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(given)
}

test('a new user signs up, chooses a role, logs out and logs in again', async ({ page, expectConsole }) => {
  expectConsole(/401/)
  const email = newEmail('asha')
  await page.goto('/signup')
  await fillSignup(page, email)
  await button(page, 'Sign Up').click()
  await expect(page.getByText('Account created successfully!')).toBeVisible()
  await expect(page).toHaveURL('/role-selection')
  await page.getByLabel('Your name').fill('Asha Verma')
  await page.getByRole('button', { name: 'Pet Sitter' }).click()
  await expect(page).toHaveURL('/profile/pet-sitter')
  await page.getByRole('button', { name: 'Your profile' }).click()
  await page.getByRole('link', { name: 'Change role' }).click()
  await expect(page.getByRole('button', { name: 'Pet Sitter' })).toHaveAttribute('aria-current', 'true')
  await page.getByRole('button', { name: 'Pet Owner' }).click()
  await expect(page.getByText('You are now registered as a Pet Owner')).toBeVisible()
  await expect(page).toHaveURL('/dashboard')

  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click()
  await fillLogin(page, email, 'not-the-password')
  await button(page, 'Login').click()
  await expect(alert(page)).toHaveText('Login failed. Please check your credentials and try again.')
  await field(page, 'Password').fill(password)
  await field(page, 'Password').press('Enter')
  await expect(page.getByText('Login successful!')).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
  await page.reload()
  await expect(page).toHaveURL('/dashboard')
})

test('the login sends logged-in users to the dashboard, also after a login in another tab', async ({
  page,
  context,
}) => {
  const waiting = await context.newPage()
  await waiting.goto('/login')
  await page.goto('/signup')
  await fillSignup(page, newEmail('kabir'))
  await button(page, 'Sign Up').click()
  await expect(waiting).toHaveURL('/dashboard')
  await expect(page).toHaveURL('/role-selection')
  for (const path of ['/login', '/signup']) {
    await page.goto(path)
    await expect(page).toHaveURL('/dashboard')
  }
})
