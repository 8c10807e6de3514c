import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { adminContract } from '#/admin/contract.ts'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, answerAt } from '#/app/testing/browser/answers.ts'
import { signInAdmin } from '#/app/testing/browser/desk.ts'
import { address, openPage } from '#/app/testing/browser/open-page.tsx'

const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const alert = page.getByRole('alert').filter({ hasText: /./ })
const auth = (path: string, body: object, status = 200) =>
  answerAt(`/api/admin/auth${path}`, () => Response.json(body, { status }))
const refusedText =
  /^We couldn’t log you in\. Check your details and try again\. After five failed attempts, wait 15 minutes\.$/

async function giveCredentials(): Promise<void> {
  await field('Email').fill('asha@example.org')
  await field('Password').fill('not-the-password')
  await button('Continue').click()
}

test('an admin’s wrong password or code is told in words, and nothing typed is lost', async () => {
  answer(adminContract.me, { admin: null })
  await openPage('/login')
  await page.getByRole('link', { name: 'Admin Access' }).click()
  await expect.poll(address).toBe('/admin-login')
  await expectAccessible()
  await button('Continue').click()
  await expect.element(field('Email')).toHaveFocus()
  auth('/sign-in/email', {}, 401)
  await giveCredentials()
  await expect.element(alert).toHaveTextContent(refusedText)
  await expect.element(field('Password')).toHaveValue('not-the-password')
  await expectAccessible()
  auth('/sign-in/email', { next: 'code' })
  await button('Continue').click()
  await expect.element(field('Code')).toHaveFocus()
  await expectAccessible()
  await field('Code').fill('12')
  await button('Login').click()
  await expect.element(page.getByText('Please enter the 6 digits that your app shows')).toBeVisible()
  auth('/two-factor/verify-totp', {}, 401)
  await field('Code').fill('000000')
  await userEvent.keyboard('{Enter}')
  await expect.element(alert).toHaveTextContent(refusedText)
  answerAt('/api/admin/auth/two-factor/verify-totp', () => {
    signInAdmin('Asha')
    return Response.json({})
  })
  answer(adminContract.users, { rows: [], nextCursor: null })
  await field('Code').fill('341537')
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe('/admin-dashboard')
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(/^Users$/)
})
