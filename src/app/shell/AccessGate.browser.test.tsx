import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { accountsContract } from '#/accounts/contract.ts'
import { refreshSession } from '#/accounts/web/index.ts'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answerAt, fail } from '#/app/testing/browser/answers.ts'
import { answerDashboard } from '#/app/testing/browser/dashboard.ts'
import { address, openPage, visit } from '#/app/testing/browser/open-page.tsx'
import { signIn, signOut } from '#/app/testing/browser/people.ts'
import { phone } from '#/app/testing/browser/screen.ts'
import { forgetPerson } from './wanted-page.ts'

const title = page.getByRole('heading', { level: 1 })
const greeting = page.getByRole('heading', { level: 1, name: /^Good / })

test('a protected page leads to the login, and the dashboard then offers to continue there', async () => {
  await openPage('/todo?from=mail')
  await expect.poll(address).toBe('/login')
  await expect.element(page.getByText('Log in to see your to-do list.')).toBeVisible()
  signIn('Asha Verma')
  answerDashboard()
  await refreshSession()
  await expect.poll(address).toBe('/dashboard')
  await expect.element(title).toHaveTextContent(/^Good (morning|afternoon|evening), Asha$/)
  await page.getByRole('link', { name: 'Continue: To-Do' }).click()
  await expect.poll(address).toBe('/todo?from=mail')
  await expect.element(title).toHaveTextContent(/^To-Do/)
  await visit('/dashboard')
  await expect.element(page.getByText('No bookings yet')).toBeVisible()
  expect(page.getByRole('link', { name: /^Continue/ }).elements()).toHaveLength(0)
})

test('a visitor who presses To-Do or Appointments in the footer is asked to log in for it', async () => {
  await openPage('/services')
  const footer = page.getByRole('navigation', { name: 'Footer' })
  await footer.getByRole('link', { name: 'To-Do' }).click()
  await expect.poll(address).toBe('/login')
  await expect.element(page.getByText('Log in to see your to-do list.')).toBeVisible()
  await footer.getByRole('link', { name: 'Appointments' }).click()
  await expect.element(page.getByText('Log in to see your appointments.')).toBeVisible()
  signIn('Asha Verma')
  answerDashboard()
  await refreshSession()
  await expect.element(page.getByRole('link', { name: 'Continue: Appointments' })).toBeVisible()
})

test('the offer to continue can be declined, ends once its page is visited, and isn’t made to another user', async () => {
  const offer = page.getByRole('link', { name: 'Continue: To-Do' })
  const wantToDo = async () => {
    signOut()
    await openPage('/todo')
    // The address changes a moment before the page.
    await expect.element(page.getByText('Log in to see your to-do list.')).toBeVisible()
  }
  const logIn = async (name: string) => {
    signIn(name)
    await refreshSession()
    await expect.poll(address).toBe('/dashboard')
    await expect.element(greeting).toHaveTextContent(new RegExp(`${name.split(' ')[0]}$`))
  }
  const reopenDashboard = async () => {
    await visit('/services')
    await expect.element(title).toHaveTextContent(/^Services/)
    await visit('/dashboard')
    await expect.element(greeting).toBeVisible()
  }
  answerDashboard()
  await wantToDo()
  await logIn('Asha Verma')
  await expect.element(offer).toBeVisible()
  signIn('Ravi Kumar')
  await refreshSession()
  await expect.element(greeting).toHaveTextContent(/Ravi$/)
  await reopenDashboard()
  expect(offer.elements()).toHaveLength(0)

  forgetPerson()
  await wantToDo()
  await logIn('Ravi Kumar')
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect.element(offer).not.toBeInTheDocument()
  await reopenDashboard()
  expect(offer.elements()).toHaveLength(0)

  forgetPerson()
  await wantToDo()
  await logIn('Ravi Kumar')
  await expect.element(offer).toBeVisible()
  await visit('/todo')
  await expect.element(page.getByRole('heading', { level: 1, name: 'To-Do' })).toBeVisible()
  await reopenDashboard()
  expect(offer.elements()).toHaveLength(0)

  forgetPerson()
  signOut()
  await openPage('/dashboard')
  await expect.element(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible()
  await logIn('Ravi Kumar')
  expect(page.getByRole('link', { name: /^Continue/ }).elements()).toHaveLength(0)
})

test('a session that fails to load shows an error, and Retry loads it again', async () => {
  // The known session outlives a test.
  await openPage('/about')
  fail(accountsContract.me)
  await openPage('/dashboard')
  await expect.element(title).toHaveTextContent(/^Something went wrong\. Please try again\.$/)
  signIn('Nila Das')
  answerDashboard()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(title).toHaveTextContent(/^Good \w+, Nila$/)
})

for (const size of [undefined, phone])
  test(`a logout that fails shows an error${size ? ' on a phone' : ''}, and the next one leads to the landing page`, async () => {
    signIn('Asha Verma')
    answerDashboard()
    await openPage('/dashboard', size)
    const logout = async () => {
      if (size) await page.getByRole('button', { name: 'Menu' }).click()
      await page.getByRole('button', { name: 'Logout' }).click()
    }
    answerAt('/api/auth/sign-out', () => Response.error())
    await logout()
    await expect.element(page.getByText('An error occurred during logout')).toBeVisible()
    await expectAccessible()
    answerAt('/api/auth/sign-out', () => {
      signOut()
      return Response.json({})
    })
    await logout()
    await expect.poll(address).toBe('/')
    await expect.element(page.getByRole('link', { name: 'Sign Up Now' })).toBeVisible()
  })
