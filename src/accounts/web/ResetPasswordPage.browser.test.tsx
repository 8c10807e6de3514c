import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answerAuth, loseAuth, refuseAuth } from '#/app/testing/browser/auth.ts'
import { address, openPage } from '#/app/testing/browser/open-page.tsx'

const main = page.getByRole('main')
const button = (name: string) => main.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const alert = main.getByRole('alert').filter({ hasText: /./ })
const title = page.getByRole('heading', { level: 1 })

test('a user who forgot the password asks for a link with the email typed at the login', async () => {
  await openPage('/login')
  await field('Email').fill('asha@')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect.element(title).toHaveTextContent(/^Forgot your password\?$/)
  await expect.element(field('Email')).toHaveValue('asha@')
  await expectAccessible()
  await button('Send the link').click()
  await expect.element(page.getByText('Please enter a valid email')).toBeVisible()
  await expect.element(field('Email')).toHaveFocus()
  await field('Email').fill('asha@example.org')
  const { promise: comes, resolve: answerNow } = Promise.withResolvers<void>()
  answerAuth('/request-password-reset', async () => {
    await comes
    return {}
  })
  await button('Send the link').click()
  await expect.element(button('Sending...')).toBeDisabled()
  answerNow()
  await expect.element(title).toHaveTextContent(/^Check your inbox$/)
  await expect.element(title).toHaveFocus()
  await expect.element(page.getByText('If that email has an account')).toBeVisible()
})

test('too many requests and a lost connection show errors, and typed text stays', async () => {
  refuseAuth('/request-password-reset', 429)
  await openPage('/reset-password')
  await field('Email').fill('asha@example.com')
  await userEvent.keyboard('{Enter}')
  await expect.element(alert).toHaveTextContent('Any link we sent you in the last hour still works')
  loseAuth('/request-password-reset')
  await button('Send the link').click()
  await expect.element(alert).toHaveTextContent('Unable to connect')
  await expect.element(field('Email')).toHaveValue('asha@example.com')
})

test('a link sets a new password that was typed twice, and leads to the login', async () => {
  answerAuth('/reset-password/check')
  const saved = answerAuth('/reset-password')
  await openPage('/reset-password?token=one-time')
  await expect.element(title).toHaveTextContent(/^Set a new password$/)
  await expectAccessible()
  await field('New password').fill('a walk at dusk')
  await field('Confirm password').fill('a walk at dawn')
  await button('Set new password').click()
  await expect.element(page.getByText('Passwords do not match')).toBeVisible()
  await field('Confirm password').fill('a walk at dusk')
  await button('Set new password').click()
  await expect.element(page.getByText('Your password is changed. Please log in with it.')).toBeVisible()
  await expect.poll(address).toBe('/login')
  expect(saved.inputs).toEqual([{ token: 'one-time', password: 'a walk at dusk' }])
})

test('a used link offers a new one', async () => {
  refuseAuth('/reset-password/check', 400, 'INVALID_TOKEN')
  await openPage('/reset-password?token=used')
  await expect.element(title).toHaveTextContent(/^This link no longer works$/)
  await expect
    .element(page.getByText('This link has expired or was already used. Please ask for a new one.'))
    .toBeVisible()
  expect(field('New password').elements()).toHaveLength(0)
  await expectAccessible()
  await button('Send me a new link').click()
  await expect.element(title).toHaveTextContent(/^Forgot your password\?$/)
})
