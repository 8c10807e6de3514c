import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answerAuth, loseAuth, refuseAuth } from '#/app/testing/browser/auth.ts'
import { address, openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'

const main = page.getByRole('main')
const button = (name: string) => main.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const alert = main.getByRole('alert').filter({ hasText: /./ })
const title = page.getByRole('heading', { level: 1 })
const email = 'meera@example.org'

async function fillSignup(): Promise<void> {
  await field('Email').fill(email)
  await field('Password').fill('a long walk at dawn')
  await field('Confirm password').fill('a long walk at dawn')
}

test('a form is validated on submit, then on each change of an invalid field, and keeps its input', async () => {
  await openPage('/signup')
  const invalid = page.getByText('Please enter a valid email')
  await field('Email').fill('asha@')
  await expect.element(invalid).not.toBeInTheDocument()
  await button('Sign Up').click()
  await expect.element(field('Email')).toHaveFocus()
  await expect.element(invalid).toBeVisible()
  expect(page.getByText('Password must be at least 6 characters').elements()).toHaveLength(2)
  await expectAccessible()
  await userEvent.type(field('Email'), 'example.com')
  await expect.element(invalid).not.toBeInTheDocument()
  await field('Password').fill('secret')
  await field('Confirm password').fill('secrets')
  await expect.element(page.getByText('Passwords do not match')).toBeVisible()
  await button('Sign Up').click()
  await expect.element(field('Confirm password')).toHaveFocus()
  await userEvent.keyboard('{End}{Backspace}')
  await expect.element(page.getByText('Passwords do not match')).not.toBeInTheDocument()
  await expect.element(field('Email')).toHaveValue('asha@example.com')
})

test('a sign-up shows that it is under way, and then leads to the choice of a role', async () => {
  const asked = answerAuth('/email', { done: true })
  const { promise: comes, resolve: answerNow } = Promise.withResolvers<void>()
  answerAuth('/sign-up/email', async () => {
    await comes
    signIn('Asha Verma')
    return { signedIn: true }
  })
  await openPage('/signup')
  await expectAccessible()
  await fillSignup()
  await button('Sign Up').click()
  await expect.element(button('Signing Up...')).toBeDisabled()
  answerNow()
  await expect.element(page.getByText('Account created successfully!')).toBeVisible()
  await expect.poll(address).toBe('/role-selection')
  expect(asked.inputs).toEqual([{ email }])
})

test('a sign-up with a taken email address links to the login', async () => {
  refuseAuth('/sign-up/email', 422, 'EMAIL_TAKEN')
  await openPage('/signup')
  await fillSignup()
  await button('Sign Up').click()
  await expect.element(alert).toHaveTextContent('This email is already registered. Try logging in instead.')
  await alert.getByRole('link', { name: 'Go to login' }).click()
  await expect.poll(address).toBe('/login')
})

for (const [status, code, words] of [
  [429, 'TOO_MANY_ATTEMPTS', /^Too many signup attempts\. Please try again later\.$/],
  [500, 'INTERNAL_SERVER_ERROR', /^An unexpected error occurred during signup\. Please try again\.$/],
] as const)
  test(`a ${status} at the sign-up is told in words, and the form stays usable`, async () => {
    answerAuth('/sign-up/email', { code, message: 'Database error saving new user' }, { status })
    await openPage('/signup')
    await fillSignup()
    await button('Sign Up').click()
    await expect.element(alert).toHaveTextContent(words)
    await expect.element(button('Sign Up')).toBeEnabled()
    expect(page.getByText('Database error').elements()).toHaveLength(0)
  })

test('a lost connection shows its own error', async () => {
  loseAuth('/sign-up/email')
  await openPage('/signup')
  await fillSignup()
  await button('Sign Up').click()
  await expect.element(page.getByText('Connection issue')).toBeVisible()
  await expect
    .element(alert)
    .toHaveTextContent(
      /^Unable to connect to the authentication service\. Please check your internet connection and try again\.$/,
    )
})

test('with email verification, a new user is sent to their inbox', async () => {
  answerAuth('/sign-up/email', { signedIn: false })
  await openPage('/signup')
  await fillSignup()
  await button('Sign Up').click()
  await expect.element(page.getByText('Email verification required')).toBeVisible()
  await expect.element(title).toHaveTextContent(/^Check your inbox$/)
  await expect.element(title).toHaveFocus()
  await expect.element(main).toHaveTextContent(email)
  await expectAccessible()
  const again = answerAuth('/send-verification-email', { done: true })
  await button('Send the email again').click()
  await expect.element(page.getByText('we’ve sent a new link to it')).toBeVisible()
  expect(again.inputs).toEqual([{ email }])
})
