import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { fail } from '#/app/testing/browser/answers.ts'
import { answerAuth, refuseAuth } from '#/app/testing/browser/auth.ts'
import { answerDashboard } from '#/app/testing/browser/dashboard.ts'
import { openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { petsContract } from '#/pets/contract.ts'

test('a new owner’s dashboard shows the first steps', async () => {
  signIn('Ravi Kumar')
  answerDashboard()
  await openPage('/dashboard')
  const nextUp = page.getByRole('region', { name: 'Next up' })
  await expect.element(nextUp.getByText('No bookings yet')).toBeVisible()
  await expect
    .element(nextUp.getByRole('link', { name: 'Browse services' }))
    .toHaveAttribute('href', '/services')
  const add = page.getByRole('region', { name: 'My pets' }).getByRole('link', { name: 'Add pet' })
  await expect.element(add).toHaveAttribute('href', '/profile/add-pet')
  expect(add.elements()).toHaveLength(1)
  await expectAccessible()
})

test('an owner whose email isn’t confirmed can ask for the link on the dashboard', async () => {
  signIn('Ravi Kumar', { hasUnconfirmedEmail: true })
  answerDashboard()
  await openPage('/dashboard')
  const card = page.getByRole('region', { name: 'Confirm your email' })
  await expect.element(card).toHaveTextContent('Until you open a link that we send to ravi.kumar@example.org')
  refuseAuth('/email', 429)
  await card.getByRole('button', { name: 'Send the link' }).click()
  await expect.element(page.getByText('Too many attempts. Please try again later.')).toBeVisible()
  const asked = answerAuth('/email', { done: true })
  await card.getByRole('button', { name: 'Send the link' }).click()
  await expect.element(card).toHaveTextContent('We’ve sent a link to ravi.kumar@example.org.')
  expect(asked.inputs).toEqual([{ email: 'ravi.kumar@example.org' }])
  await expect.element(card.getByRole('button', { name: 'Send it again' })).toBeEnabled()
  await expectAccessible()
})

test('a failed block of the dashboard offers Retry while the others stay', async () => {
  signIn('Ravi Kumar')
  answerDashboard()
  fail(petsContract.list)
  await openPage('/dashboard')
  const pets = page.getByRole('region', { name: 'My pets' })
  await expect.element(pets.getByText('Something went wrong. Please try again.')).toBeVisible()
  await expect.element(page.getByText('No bookings yet')).toBeVisible()
  answerDashboard()
  await pets.getByRole('button', { name: 'Retry' }).first().click()
  await expect.element(pets.getByText('No pets yet')).toBeVisible()
})
