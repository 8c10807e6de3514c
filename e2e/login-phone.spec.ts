import type { Page } from '@playwright/test'
import { codeSentTo, expect, expectAccessible, test } from './fixture.ts'

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: typeof name === 'string' })
const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })
const alert = (page: Page) => page.getByRole('main').getByRole('alert').filter({ visible: true })

let numbers = 0
/** Returns a number that is unique in this run. */
const newNumber = () =>
  `9${String(process.pid % 10_000).padStart(4, '0')}${String(Date.now() % 1000).padStart(3, '0')}${String(numbers++).padStart(2, '0')}`

async function askForCode(page: Page, number: string) {
  await field(page, 'Phone number').fill(number)
  await button(page, 'Send code').click()
  await expect(page.getByText('OTP sent to your phone number').first()).toBeVisible()
}

test('a new user signs up by phone, and text typed into the email form stays', async ({ page }) => {
  const number = newNumber()
  await page.goto('/signup')
  await field(page, 'Email').fill('half-typed@')
  await button(page, 'Sign up with Phone').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign up with Phone')
  await expect(field(page, 'Phone number')).toBeFocused()
  await expectAccessible(page)
  await button(page, 'Back to email').click()
  await expect(field(page, 'Email')).toHaveValue('half-typed@')
  await button(page, 'Sign up with Phone').click()
  await button(page, 'Send code').click()
  await expect(page.getByText('Please enter your phone number')).toBeVisible()
  await field(page, 'Phone number').fill('12')
  await expect(page.getByText('Please enter a valid phone number')).toBeVisible()
  await askForCode(page, number)
  await expect(field(page, 'Code')).toBeFocused()
  await expect(field(page, 'Code')).toHaveAttribute('placeholder', 'Enter 6-digit code')
  await expectAccessible(page)
  await button(page, 'Verify code').click()
  await expect(page.getByText('Please enter the OTP')).toBeVisible()
  const code = await codeSentTo(page, `+91${number}`)
  await field(page, 'Code').pressSequentially(code.slice(0, 5))
  await button(page, 'Verify code').click()
  await expect(page.getByText('Please enter all 6 digits of the code')).toBeVisible()
  // Pasted with more of the message than the code.
  await field(page, 'Code').fill(`${code.slice(0, 3)} ${code.slice(3)}-99`)
  await expect(field(page, 'Code')).toHaveValue(code)
  await field(page, 'Code').press('Enter')
  await expect(page.getByText('Signed up successfully!')).toBeVisible()
  await expect(page).toHaveURL('/role-selection')
  const me = await (await page.request.get('/api/me')).json()
  expect(me.user).toMatchObject({ email: null, phoneNumber: `+91${number}` })
})

test('a wrong code shows an error, the number can be changed, and a known number leads to the dashboard', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/400/)
  const number = newNumber()
  await page.goto('/login')
  await button(page, 'Login with Phone').click()
  await askForCode(page, newNumber())
  await expect(button(page, /Send a new code in \d+ s/)).toBeDisabled()
  await button(page, 'Change Phone Number').click()
  await askForCode(page, number)
  const code = await codeSentTo(page, `+91${number}`)
  await field(page, 'Code').fill(code === '000000' ? '000001' : '000000')
  await button(page, 'Verify code').click()
  await expect(alert(page)).toHaveText(
    'OTP verification failed: This code is wrong, has expired, or was requested in another browser.',
  )
  await expect(page.getByText('Phone sign-in failed').first()).toBeVisible()
  await button(page, 'Change Phone Number').click()
  // The last code is still valid, so no second one is requested.
  await button(page, 'Send code').click()
  expect(await codeSentTo(page, `+91${number}`)).toBe(code)
  await field(page, 'Code').fill(code)
  await button(page, 'Verify code').click()
  await expect(page).toHaveURL('/role-selection')

  await page.context().clearCookies()
  await page.goto('/login')
  await button(page, 'Login with Phone').click()
  await askForCode(page, `+91 ${number}`)
  await field(page, 'Code').fill(await codeSentTo(page, `+91${number}`))
  await button(page, 'Verify code').click()
  await expect(page.getByText('Logged in successfully!')).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
})

test('a code that can’t be sent shows an error, and the number stays', async ({ page, expectConsole }) => {
  expectConsole(/503|429|ERR_/)
  await page.goto('/login')
  await button(page, 'Login with Phone').click()
  await field(page, 'Phone number').fill('98765 43210')
  const answers: [number, object, Record<string, string>, string][] = [
    [503, { code: 'CODE_NOT_SENT' }, {}, 'We couldn’t send the message. Please try again.'],
    [503, { code: 'NO_TEXTS_HERE' }, {}, 'Text messages aren’t set up here.'],
    [429, { code: 'TOO_SOON' }, { 'retry-after': '43' }, 'Please wait 43 seconds and try again.'],
    [
      429,
      { code: 'TOO_MANY_ATTEMPTS' },
      { 'retry-after': '2400' },
      'Too many attempts. Please try again in 40 minutes.',
    ],
    [429, { code: 'TOO_MANY_ATTEMPTS' }, {}, 'Too many attempts. Please try again later.'],
  ]
  for (const [status, json, headers, said] of answers) {
    await page.route('**/api/auth/phone-codes', (route) => route.fulfill({ status, json, headers }))
    await field(page, 'Phone number').press('Enter')
    await expect(alert(page)).toHaveText(`Failed to send OTP: ${said}`)
    await expect(field(page, 'Phone number')).toHaveValue('98765 43210')
  }
  await page.route('**/api/auth/phone-codes', (route) => route.abort('connectionrefused'))
  await field(page, 'Phone number').press('Enter')
  await expect(alert(page)).toContainText('Failed to send OTP: Unable to connect')
})
