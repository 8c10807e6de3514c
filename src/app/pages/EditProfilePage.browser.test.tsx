import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { accountsContract } from '#/accounts/contract.ts'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer } from '#/app/testing/browser/answers.ts'
import { answerDashboard } from '#/app/testing/browser/dashboard.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { address, openPage, visit } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { messagingContract } from '#/messaging/contract.ts'
import { leavingSchema, privacyContract } from '#/privacy/contract.ts'

const main = page.getByRole('main')
const button = (name: string) => main.getByRole('button', { name, exact: true })
const name = page.getByRole('textbox', { name: 'Name', exact: true })
const title = page.getByRole('heading', { level: 1 })

test('a changed name appears in the greeting', async () => {
  signIn('Zoya')
  await openPage('/edit-profile')
  await name.fill(' ')
  await button('Save').click()
  await expect.element(page.getByText('Please enter your name')).toBeVisible()
  await name.fill('Zoya Ali')
  const changed = answer(accountsContract.changeProfile, () => {
    signIn('Zoya Ali')
  })
  await button('Save').click()
  await expect.element(page.getByText('Your profile is saved.')).toBeVisible()
  expect(changed.inputs).toMatchObject([{ name: 'Zoya Ali' }])
  answerDashboard()
  await visit('/dashboard')
  await expect.element(title).toHaveTextContent('Zoya')
})

test('each section of Edit profile has a URL, and typed text survives switching sections', async () => {
  signIn('Zoya')
  answer(privacyContract.leaving, made(leavingSchema))
  answer(messagingContract.blocks, { rows: [] })
  answer(accountsContract.tokens, { tokens: [] })
  answer(accountsContract.sessions, { sessions: [] })
  await openPage('/edit-profile')
  const sections = page.getByRole('navigation', { name: 'Sections of your profile' })
  const heading = (text: string) => main.getByRole('heading', { level: 2, name: text, exact: true })
  await expect.element(name).toHaveValue('Zoya')
  await expectAccessible()
  await name.fill('Zoya A')
  await sections.getByRole('link', { name: 'Privacy & data' }).click()
  await expect.poll(address).toBe('/edit-profile?section=data')
  await expect.element(heading('Privacy & data')).toHaveFocus()
  await expect.element(button('Save')).not.toBeInTheDocument()
  history.back()
  await expect.element(heading('Profile')).toBeVisible()
  await expect.element(name).toHaveValue('Zoya A')

  await page.getByRole('link', { name: 'Pawfolk' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await name.fill('Zoya')
  await sections.getByRole('link', { name: 'Login & security' }).click()
  await expect.element(heading('Login & security')).toBeVisible()
  await openPage('/edit-profile?section=security')
  await expect.element(heading('Login & security')).toBeVisible()
  await expect
    .element(sections.getByRole('link', { name: 'Login & security' }))
    .toHaveAttribute('aria-current', 'page')
  await expect.element(button('Change password')).toBeVisible()
  await expectAccessible()
})

test('a user chooses another time zone than the device’s', async () => {
  signIn('Olivia Hart')
  await openPage('/edit-profile')
  const zone = page.getByRole('combobox', { name: 'Times in emails and notifications' })
  await expect.element(zone).toHaveValue('Follow this device (India)')
  await expectAccessible()
  const chosen = answer(accountsContract.chooseTimeZone, () => {
    signIn('Olivia Hart', { timeZone: 'Europe/London', isTimeZoneChosen: true })
  })
  await zone.click()
  await userEvent.fill(zone, 'kingdom')
  await page.getByRole('option', { name: 'United Kingdom (Europe/London)' }).click()
  await expect.element(page.getByText('Your time zone is saved.')).toBeVisible()
  await expect.element(zone).toHaveValue('United Kingdom (Europe/London)')
  expect(chosen.inputs).toEqual([{ timeZone: 'Europe/London', isChosen: true }])
})

test('blocked people are listed under Privacy & data and can be unblocked, and nothing is shown without any', async () => {
  signIn('Zoya')
  answer(privacyContract.leaving, made(leavingSchema))
  const ravi = { id: newId(), name: 'Ravi', since: new Date('2026-10-02T06:30:00Z') }
  const rows = [ravi]
  answer(messagingContract.blocks, () => ({ rows: [...rows] }))
  const { inputs } = answer(messagingContract.unblock, () => {
    rows.pop()
  })
  await openPage('/edit-profile?section=data')
  const blocked = main.getByRole('region', { name: 'People you’ve blocked' })
  await expect.element(blocked.getByText(/^Blocked since .*Oct.* 2026$/)).toBeVisible()
  await expectAccessible()
  await blocked.getByRole('button', { name: /^Unblock Ravi/ }).click()
  await expect.element(page.getByText('Ravi is unblocked.')).toBeVisible()
  await expect.element(blocked).not.toBeInTheDocument()
  expect(inputs).toEqual([{ id: ravi.id }])
})
