import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answerAuth, loseAuth, refuseAuth } from '#/app/testing/browser/auth.ts'
import { answerDashboard } from '#/app/testing/browser/dashboard.ts'
import { address, openPage, visit } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'

const main = page.getByRole('main')
const button = (name: string) => main.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const alert = main.getByRole('alert')
const title = page.getByRole('heading', { level: 1 })

async function fillLogin(password = 'a long walk at dawn'): Promise<void> {
  await field('Email').fill('asha@example.org')
  await field('Password').fill(password)
}

test('a password can be shown, and the fields are labelled for password managers', async () => {
  await openPage('/login')
  await expect.element(field('Email')).toHaveAttribute('autocomplete', 'username')
  await expect.element(field('Password')).toHaveAttribute('autocomplete', 'current-password')
  await expect.element(field('Password')).toHaveAttribute('type', 'password')
  await field('Password').click()
  await userEvent.tab()
  await expect.element(page.getByRole('button', { name: 'Show password' })).toHaveFocus()
  await userEvent.keyboard(' ')
  await expect.element(field('Password')).toHaveAttribute('type', 'text')
  await visit('/signup')
  await expect.element(field('Confirm password')).toHaveAttribute('autocomplete', 'new-password')
})

test('a login shows that it is under way, and then leads to the dashboard', async () => {
  answerDashboard()
  const { promise: comes, resolve: letIn } = Promise.withResolvers<void>()
  const sent = answerAuth('/sign-in/email', async () => {
    await comes
    signIn('Asha Verma')
    return {}
  })
  await openPage('/login')
  await expectAccessible()
  await fillLogin()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Logging in...')).toBeDisabled()
  letIn()
  await expect.element(page.getByText('Login successful!')).toBeVisible()
  await expect.poll(address).toBe('/dashboard')
  expect(sent.inputs).toEqual([{ email: 'asha@example.org', password: 'a long walk at dawn' }])
})

test('a wrong password shows an inline error and a toast, and nothing typed is lost', async () => {
  answerDashboard()
  refuseAuth('/sign-in/email', 401, 'INVALID_EMAIL_OR_PASSWORD')
  await openPage('/login')
  await fillLogin('not-the-password')
  await button('Login').click()
  await expect
    .element(alert.first())
    .toHaveTextContent(/^Login failed\. Please check your credentials and try again\.$/)
  await expect.element(page.getByText('Incorrect email or password. Please try again.')).toBeVisible()
  await expectAccessible()
  await expect.element(field('Email')).toHaveValue('asha@example.org')
  await expect.element(field('Password')).toHaveValue('not-the-password')
  answerAuth('/sign-in/email', () => {
    signIn('Asha Verma')
    return {}
  })
  await field('Password').fill('a long walk at dawn')
  await button('Login').click()
  await expect.poll(address).toBe('/dashboard')
})

for (const [status, code, words] of [
  [429, 'TOO_MANY_ATTEMPTS', 'Too many login attempts. Please try again later.'],
  [500, 'INTERNAL_SERVER_ERROR', 'An unexpected error occurred during login. Please try again.'],
  [403, 'EMAIL_NOT_VERIFIED', 'Please verify your email before logging in.'],
  [403, 'ACCOUNT_SUSPENDED', 'This account is suspended. Please contact support.'],
] as const)
  test(`a ${status} at the login (${code}) is told in words, and the form stays usable`, async () => {
    answerAuth('/sign-in/email', { code, message: 'Database error' }, { status })
    await openPage('/login')
    await fillLogin()
    await button('Login').click()
    await expect.element(alert.first()).toHaveTextContent(words)
    await expect.element(button('Login')).toBeEnabled()
    expect(page.getByText('Database error').elements()).toHaveLength(0)
  })

test('a lost connection shows its own error', async () => {
  loseAuth('/sign-in/email')
  await openPage('/login')
  await fillLogin()
  await button('Login').click()
  await expect.element(page.getByText('Connection issue')).toBeVisible()
  await expect
    .element(alert.first())
    .toHaveTextContent(
      /^Unable to connect to the authentication service\. Please check your internet connection and try again\.$/,
    )
})

test('a provider with a common password is asked for another one at the login', async () => {
  answerDashboard()
  refuseAuth('/sign-in/email', 403, 'PASSWORD_TOO_COMMON')
  await openPage('/login')
  await fillLogin('sunshine')
  await button('Login').click()
  await expect.element(title).toHaveTextContent(/^Choose another password$/)
  await expect.element(title).toHaveFocus()
  await expectAccessible()
  refuseAuth('/replace-password', 422, 'PASSWORD_TOO_COMMON')
  await field('New password').fill('iloveyou')
  await field('Confirm password').fill('iloveyou')
  await button('Save and log in').click()
  await expect.element(alert.first()).toHaveTextContent('please choose another')
  const replaced = answerAuth('/replace-password')
  answerAuth('/sign-in/email', () => {
    signIn('Tara Kulkarni')
    return {}
  })
  await field('New password').fill('a walk at dusk')
  await field('Confirm password').fill('a walk at dusk')
  await button('Save and log in').click()
  await expect.element(page.getByText('Your password is changed, and you’re logged in.')).toBeVisible()
  await expect.poll(address).toBe('/dashboard')
  expect(replaced.inputs).toMatchObject([{ currentPassword: 'sunshine', password: 'a walk at dusk' }])
})

test('only one social login runs at a time, and one that can’t start shows an error', async () => {
  const { promise: comes, resolve: answerNow } = Promise.withResolvers<void>()
  const asked = answerAuth(
    '/sign-in/social',
    async () => {
      await comes
      return { code: 'TOO_MANY_ATTEMPTS' }
    },
    { status: 429 },
  )
  await openPage('/login')
  await button('Continue with Google').dblClick()
  await expect.element(button('Going to Google...')).toBeDisabled()
  await expect.element(button('Continue with Facebook')).toBeDisabled()
  answerNow()
  const failure = alert.filter({ hasText: /./ })
  await expect
    .element(failure)
    .toHaveTextContent(/^Failed to login with Google: Too many attempts\. Please try again later\.$/)
  expect(asked.inputs).toHaveLength(1)
  loseAuth('/sign-in/social')
  await visit('/signup')
  await button('Continue with Facebook').click()
  await expect.element(failure).toHaveTextContent('Failed to signup with Facebook: Unable to connect')
})

test('a social login with the email of a password account explains how to link the two', async () => {
  await openPage('/login?by=google&error=account_not_linked')
  await expect.poll(address).toBe('/login')
  await expect
    .element(alert.filter({ hasText: /./ }))
    .toHaveTextContent(
      /^Google authentication failed: This email already has an account here\. Log in with your password, then link Google under Edit profile\.$/,
    )
  await expect.element(page.getByText('Google sign-in failed')).toBeVisible()
  await expectAccessible()
})

test('a login refused at Facebook explains itself on the sign-up page where it began', async () => {
  await openPage('/signup?by=facebook&error=access_denied')
  await expect.poll(address).toBe('/signup')
  await expect
    .element(alert.filter({ hasText: /./ }))
    .toHaveTextContent(/^Facebook authentication failed: You didn’t allow access\.$/)
  await expect.element(button('Continue with Facebook')).toBeEnabled()
})
