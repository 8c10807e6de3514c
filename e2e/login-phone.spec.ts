import type { Page } from '@playwright/test'
import { codeSentTo, expect, test } from './fixture.ts'

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

test('a new user signs up by phone, mistypes a code, and later logs in with the number', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/400/)
  const number = newNumber()
  await page.goto('/signup')
  await button(page, 'Sign up with Phone').click()
  await askForCode(page, number)
  const code = await codeSentTo(page, `+91${number}`)
  await field(page, 'Code').fill(code === '000000' ? '000001' : '000000')
  await button(page, 'Verify code').click()
  await expect(alert(page)).toContainText('OTP verification failed: This code is wrong')
  await button(page, 'Change Phone Number').click()
  // The last code is still valid, so no second one is requested.
  await button(page, 'Send code').click()
  expect(await codeSentTo(page, `+91${number}`)).toBe(code)
  await field(page, 'Code').fill(code)
  await field(page, 'Code').press('Enter')
  await expect(page.getByText('Signed up successfully!')).toBeVisible()
  await expect(page).toHaveURL('/role-selection')
  const me = await (await page.request.get('/api/me')).json()
  expect(me.user).toMatchObject({ email: null, phoneNumber: `+91${number}` })

  await page.context().clearCookies()
  await page.goto('/login')
  await button(page, 'Login with Phone').click()
  await askForCode(page, `+91 ${number}`)
  await field(page, 'Code').fill(await codeSentTo(page, `+91${number}`))
  await button(page, 'Verify code').click()
  await expect(page.getByText('Logged in successfully!')).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
})
