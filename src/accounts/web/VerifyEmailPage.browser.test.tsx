import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answerAuth, loseAuth, refuseAuth } from '#/app/testing/browser/auth.ts'
import { address, openPage, visit } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'

const main = page.getByRole('main')
const button = (name: string) => main.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const alert = main.getByRole('alert').filter({ hasText: /./ })
const title = page.getByRole('heading', { level: 1 })

const part = (of: object) => btoa(JSON.stringify(of))
const link = `/verify-email?sign-up=${part({ alg: 'HS256' })}.${part({ email: 'asha@example.org' })}.x`

test('text in a sign-up link that isn’t an address isn’t shown', async () => {
  const text = 'your refund at evil.example'
  await openPage(`/verify-email?sign-up=${part({ alg: 'HS256' })}.${part({ email: text })}.x`)
  await expect.element(button('Confirm my email')).toBeVisible()
  await expect.element(main).not.toHaveTextContent('refund')
})

test('a sign-up link confirms by a click, names the address and explains failures', async () => {
  await openPage(link)
  await expect.element(main).toHaveTextContent('One click confirms asha@example.org and logs you in')
  await expectAccessible()
  loseAuth('/verify-email')
  await button('Confirm my email').click()
  await expect.element(alert).toHaveTextContent('Unable to connect')
  refuseAuth('/verify-email', 400, 'TOKEN_EXPIRED')
  await button('Confirm my email').click()
  await expect.element(title).toHaveTextContent(/^This link has expired$/)
  answerAuth('/verify-email', { signedIn: false })
  await visit(link)
  await button('Confirm my email').click()
  await expect.element(title).toHaveTextContent(/^Your email is confirmed$/)
})

test('an expired link offers a new one, and a used link leads to the login', async () => {
  await openPage('/verify-email?error=TOKEN_EXPIRED')
  await expect.element(title).toHaveTextContent(/^This link has expired$/)
  await expectAccessible()
  await button('Send a new link').click()
  await expect.element(page.getByText('Please enter a valid email')).toBeVisible()
  await visit('/verify-email')
  await main.getByRole('link', { name: 'log in' }).click()
  await expect.poll(address).toBe('/login')
})

test('a new user whose provider gave no address is asked for one', async () => {
  signIn('Ravi Kumar', { email: null })
  await openPage('/role-selection?by=facebook&new')
  await expect.element(page.getByText('Signed up successfully with Facebook!')).toBeVisible()
  await expect.element(title).toHaveTextContent(/^What’s your email\?$/)
  await expect.element(field('Email')).toHaveValue('')
  await expectAccessible()
  await button('Send the link').click()
  await expect.element(page.getByText('Please enter a valid email')).toBeVisible()
  const asked = answerAuth('/email')
  await field('Email').fill('ravi@example.org')
  await button('Send the link').click()
  await expect.element(title).toHaveTextContent(/^Check your inbox$/)
  expect(asked.inputs).toEqual([{ email: 'ravi@example.org' }])
})

test('an email address from Facebook is filled in and can be added later', async () => {
  signIn('Zoya Ali', { email: null, proposedEmail: 'zoya@example.org' })
  await openPage('/role-selection?by=facebook&new')
  await expect.element(field('Email')).toHaveValue('zoya@example.org')
  await page.getByRole('link', { name: 'Not now' }).click()
  await expect.poll(address).toBe('/role-selection')
  await expect.element(title).toHaveTextContent(/^What brings you here\?$/)
})
