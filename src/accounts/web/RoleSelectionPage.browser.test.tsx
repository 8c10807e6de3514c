import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { accountsContract } from '#/accounts/contract.ts'
import { forgetPerson, rememberWantedPage } from '#/app/shell/wanted-page.ts'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, lose } from '#/app/testing/browser/answers.ts'
import { answerDashboard } from '#/app/testing/browser/dashboard.ts'
import { address, openPage, visit } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { bookingContract } from '#/booking/availability-contract.ts'
import { sittingContract } from '#/sitting/contract.ts'
import { trainingContract } from '#/training/contract.ts'
import { verificationContract } from '#/verification/contract.ts'

/** Answers the forms of profiles that aren't filled in. */
function answerNewProfiles(): void {
  answer(sittingContract.profile, null)
  answer(trainingContract.profile, null)
  answer(verificationContract.standing, null)
  answer(bookingContract.calendars, { calendars: [] })
}

const title = page.getByRole('heading', { level: 1 })
const roles = page.getByRole('main').getByRole('listitem').getByRole('button')
const role = (name: string) => page.getByRole('button', { name })

test('a user chooses one of seven roles, also by keyboard', async () => {
  signIn('Asha Verma')
  answerDashboard()
  const chosen = answer(accountsContract.chooseRole, { hasRecord: true })
  await openPage('/role-selection')
  await expect.element(role('Pet Owner')).toHaveAttribute('aria-current', 'true')
  expect(roles.elements()).toHaveLength(7)
  await expectAccessible()
  ;(roles.first().element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('You are now registered as a Pet Owner')).toBeVisible()
  await expect.poll(address).toBe('/dashboard')
  expect(chosen.inputs).toEqual([{ role: 'pet_owner' }])
})

test('somebody without a name gives it with the role, or before going on', async () => {
  signIn('', { email: 'asha@example.org', setup: 'name' })
  answerDashboard()
  await openPage('/role-selection')
  const name = page.getByLabelText('Your name')
  await role('Pet Owner').click()
  await expect.element(page.getByText('Please enter your name')).toBeVisible()
  await expect.element(name).toHaveFocus()
  await expectAccessible()
  await page.getByRole('link', { name: 'Continue to dashboard' }).click()
  await expect.poll(address).toBe('/role-selection')
  await name.fill('Asha Verma')
  const renamed = answer(accountsContract.changeProfile, () => {
    signIn('Asha Verma')
  })
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe('/dashboard')
  expect(renamed.inputs).toEqual([{ name: 'Asha Verma' }])

  signIn('', { email: 'asha@example.org', setup: 'name' })
  await openPage('/role-selection')
  const chosen = answer(accountsContract.chooseRole, { hasRecord: true })
  await name.fill('Asha Verma')
  await role('Pet Owner').click()
  await expect.element(page.getByText('You are now registered as a Pet Owner')).toBeVisible()
  expect(chosen.inputs).toEqual([{ role: 'pet_owner', name: 'Asha Verma' }])
})

test('choosing a role without a record leads to its profile form', async () => {
  signIn('Ravi Kumar')
  answerNewProfiles()
  answer(accountsContract.chooseRole, () => {
    signIn('Ravi Kumar', { role: 'pet_sitter', setup: 'record' })
    return { hasRecord: false }
  })
  await openPage('/role-selection')
  await role('Pet Sitter').click()
  await expect.element(page.getByText('You are now registered as a Pet Sitter')).toBeVisible()
  await expect.poll(address).toBe('/profile/pet-sitter')
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeVisible()
  await visit('/role-selection')
  await expect.element(role('Pet Sitter')).toHaveAttribute('aria-current', 'true')
})

test('an owner with steps left sees them on the dashboard; one without goes straight on', async () => {
  signIn('Meera Iyer')
  answerDashboard()
  await openPage('/role-selection')
  const onward = page.getByRole('link', { name: 'Continue to dashboard' })
  await expect.element(onward).toHaveFocus()
  await expectAccessible()
  await userEvent.keyboard('{Enter}')
  await expect.element(title).toHaveTextContent(/^Good \w+, Meera$/)
  await expect.poll(address).toBe('/dashboard')
  const setup = page.getByRole('heading', { name: 'Complete your setup' })
  expect(setup.elements()).toHaveLength(0)

  signIn('Meera Iyer', { role: 'pet_trainer', setup: 'record' })
  answerNewProfiles()
  await openPage('/dashboard')
  await expect.element(setup).toBeVisible()
  await expectAccessible()
  await page.getByRole('link', { name: 'Complete your profile' }).click()
  await expect.poll(address).toBe('/profile/pet-trainer')
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeVisible()
})

test.each([
  ['/pet-reports/01a22506-910f-720e-8518-44a3c0c12f57', 'Continue to the report'],
  ['/checkout', 'Continue to checkout'],
  ['/invite/a-token', 'Continue to the invitation'],
  ['/todo', 'Continue: To-Do'],
])('somebody who signed up on the way to %s is led on there', async (path, label) => {
  forgetPerson()
  rememberWantedPage(path)
  signIn('Meera Iyer')
  await openPage('/role-selection')
  const onward = page.getByRole('link', { name: label })
  await expect.element(onward).toHaveAttribute('href', path)
  const top = (one: Element) => one.getBoundingClientRect().top
  expect(top(onward.element())).toBeLessThan(top(role('Pet Owner').element()))
})

test('a role that fails to save shows an error, and the page stays usable', async () => {
  signIn('Zoya Ali')
  lose(accountsContract.chooseRole)
  await openPage('/role-selection')
  const sitter = role('Pet Sitter')
  await expect.element(sitter).toBeVisible()
  ;(sitter.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('We couldn’t change your role. Please try again.')).toBeVisible()
  await expect.element(sitter).toHaveFocus()
  answerNewProfiles()
  answer(accountsContract.chooseRole, { hasRecord: false })
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe('/profile/pet-sitter')
  await expect.element(page.getByRole('button', { name: 'Save' })).toBeVisible()
})
