import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answerAuth, loseAuth, refuseAuth } from '#/app/testing/browser/auth.ts'
import { answerDashboard } from '#/app/testing/browser/dashboard.ts'
import { address, openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'

const main = page.getByRole('main')
const button = (name: string | RegExp) => main.getByRole('button', { name, exact: typeof name === 'string' })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const alert = main.getByRole('alert').filter({ hasText: /./ })
const title = page.getByRole('heading', { level: 1 })

async function askForCode(number: string): Promise<void> {
  await field('Phone number').fill(number)
  await button('Send code').click()
  await expect.element(field('Code')).toHaveFocus()
}

test('a new user signs up by phone, and text typed into the email form stays', async () => {
  const sent = answerAuth('/phone-codes')
  await openPage('/signup')
  await field('Email').fill('half-typed@')
  await button('Sign up with Phone').click()
  await expect.element(title).toHaveTextContent(/^Sign up with Phone$/)
  await expect.element(field('Phone number')).toHaveFocus()
  await expectAccessible()
  await button('Back to email').click()
  await expect.element(field('Email')).toHaveValue('half-typed@')
  await button('Sign up with Phone').click()
  await button('Send code').click()
  await expect.element(page.getByText('Please enter your phone number')).toBeVisible()
  await field('Phone number').fill('12')
  await expect.element(page.getByText('Please enter a valid phone number')).toBeVisible()
  await askForCode('98765 43210')
  await expect.element(page.getByText('OTP sent to your phone number')).toBeVisible()
  await expect.element(field('Code')).toHaveAttribute('placeholder', 'Enter 6-digit code')
  await expectAccessible()
  await button('Verify code').click()
  await expect.element(page.getByText('Please enter the OTP')).toBeVisible()
  await userEvent.type(field('Code'), '34153')
  await button('Verify code').click()
  await expect.element(page.getByText('Please enter all 6 digits of the code')).toBeVisible()
  // Pasted with more of the message than the code.
  await field('Code').fill('341 537-99')
  await expect.element(field('Code')).toHaveValue('341537')
  const entered = answerAuth('/sign-in/phone', () => {
    signIn('', { email: null, phoneNumber: '+919876543210' })
    return { isNew: true }
  })
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Signed up successfully!')).toBeVisible()
  await expect.poll(address).toBe('/role-selection')
  expect(sent.inputs).toEqual([{ phoneNumber: '+919876543210' }])
  expect(entered.inputs).toEqual([{ phoneNumber: '+919876543210', code: '341537' }])
})

test('a wrong code shows an error, the number can be changed, and a known number leads to the dashboard', async () => {
  answerDashboard()
  const sent = answerAuth('/phone-codes')
  await openPage('/login')
  await button('Login with Phone').click()
  await askForCode('98450 12345')
  await expect.element(button(/Send a new code in \d+ s/)).toBeDisabled()
  await button('Change Phone Number').click()
  await askForCode('98765 43210')
  refuseAuth('/sign-in/phone', 400, 'WRONG_CODE')
  await field('Code').fill('000000')
  await button('Verify code').click()
  await expect
    .element(alert)
    .toHaveTextContent(
      /^OTP verification failed: This code is wrong, has expired, or was requested in another browser\.$/,
    )
  await expect.element(page.getByText('Phone sign-in failed')).toBeVisible()
  await button('Change Phone Number').click()
  // The last code is still valid, so no second one is requested.
  await button('Send code').click()
  await expect.element(field('Code')).toBeVisible()
  expect(sent.inputs).toEqual([{ phoneNumber: '+919845012345' }, { phoneNumber: '+919876543210' }])
  answerAuth('/sign-in/phone', () => {
    signIn('Asha Verma')
    return { isNew: false }
  })
  await field('Code').fill('341537')
  await button('Verify code').click()
  await expect.element(page.getByText('Logged in successfully!')).toBeVisible()
  await expect.poll(address).toBe('/dashboard')
})

test('a code that can’t be sent shows an error, and the number stays', async () => {
  await openPage('/login')
  await button('Login with Phone').click()
  await field('Phone number').fill('98765 43210')
  const answers: [number, string, Record<string, string>, string][] = [
    [503, 'CODE_NOT_SENT', {}, 'We couldn’t send the message. Please try again.'],
    [503, 'NO_TEXTS_HERE', {}, 'Text messages aren’t set up here.'],
    [429, 'TOO_SOON', { 'retry-after': '43' }, 'Please wait 43 seconds and try again.'],
    [
      429,
      'TOO_MANY_ATTEMPTS',
      { 'retry-after': '2400' },
      'Too many attempts. Please try again in 40 minutes.',
    ],
    [429, 'TOO_MANY_ATTEMPTS', {}, 'Too many attempts. Please try again later.'],
  ]
  for (const [status, code, headers, said] of answers) {
    refuseAuth('/phone-codes', status, code, headers)
    await userEvent.keyboard('{Enter}')
    await expect.element(alert).toHaveTextContent(`Failed to send OTP: ${said}`)
    await expect.element(field('Phone number')).toHaveValue('98765 43210')
  }
  loseAuth('/phone-codes')
  await userEvent.keyboard('{Enter}')
  await expect.element(alert).toHaveTextContent('Failed to send OTP: Unable to connect')
})
