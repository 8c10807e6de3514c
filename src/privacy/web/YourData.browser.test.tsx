import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { proofText } from '#/accounts/text.ts'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, fail, refuse } from '#/app/testing/browser/answers.ts'
import { answerDashboard } from '#/app/testing/browser/dashboard.ts'
import { made } from '#/app/testing/browser/made.ts'
import { openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { messagingContract } from '#/messaging/contract.ts'
import { leavingSchema, privacyContract } from '#/privacy/contract.ts'

const path = '/edit-profile?section=data'
const deletion = page.getByRole('button', { name: 'Delete account' })
const stays = made(leavingSchema, {
  openBookings: 0,
  paidBookings: 0,
  soldSessions: 0,
  boughtSessions: 0,
  openOrders: 0,
  ordersToSend: 0,
})
const leaves = { ...stays, erasedOn: new Date('2026-11-16T06:30:00Z') }

beforeEach(() => {
  answer(messagingContract.blocks, { rows: [] })
})

test('a user who deletes their account confirms twice and can cancel', async () => {
  signIn('Ravi Kumar')
  answer(privacyContract.leaving, stays)
  await openPage(path)
  await expect.element(page.getByRole('link', { name: 'Download my data' })).toBeVisible()
  await expectAccessible()
  await deletion.click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect.element(dialog.getByRole('button', { name: 'Keep my account' })).toHaveFocus()
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(deletion).toHaveFocus()

  await deletion.click()
  const left = answer(privacyContract.leave, leaves)
  answer(privacyContract.leaving, leaves)
  await dialog.getByRole('button', { name: 'Delete my account' }).dblClick()
  await expect.element(page.getByText(/^Your account will be deleted on .*16/)).toBeVisible()
  expect(left.inputs).toEqual([{ confirmed: true }])
  await expectAccessible()
  answer(privacyContract.stay)
  answer(privacyContract.leaving, stays)
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect.element(page.getByText('Your account won’t be deleted.')).toBeVisible()
  await expect.element(deletion).toBeVisible()
})

test('a user who logged in long ago proves who they are before the account is deleted', async () => {
  signIn('Ravi Kumar')
  answer(privacyContract.leaving, stays)
  await openPage(path)
  await deletion.click()
  refuse(privacyContract.leave, 'accounts.proof_needed')
  const confirm = page.getByRole('dialog', { name: 'Delete your account?' })
  await confirm.getByRole('button', { name: 'Delete my account' }).click()
  const proof = page.getByRole('dialog', { name: proofText.title })
  await expect.element(proof.getByLabelText('Your password', { exact: true })).toBeVisible()
  await expect.element(confirm).not.toBeInTheDocument()
  await expectAccessible()
  await proof.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByText('Nothing has changed yet.', { exact: false })).toBeVisible()
  await expect.element(deletion).toBeVisible()
})

test('the dashboard of somebody who leaves says so, and leads to keeping the account', async () => {
  signIn('Ravi Kumar', { role: 'pet_sitter', leavingSince: '2026-11-02T06:30:00.000Z' })
  answerDashboard()
  answer(privacyContract.leaving, leaves)
  await openPage('/dashboard')
  await expect.element(page.getByText('We’ll erase it on Mon, 16 Nov 2026.', { exact: false })).toBeVisible()
  await expectAccessible()
  await page.getByRole('link', { name: 'Keep my account' }).click()
  await expect.element(page.getByRole('button', { name: 'Keep my account' })).toBeVisible()
})

test('a failed load shows an error, and Retry loads the page', async () => {
  signIn('Zoya Ali')
  fail(privacyContract.leaving)
  await openPage(path)
  await expect.element(page.getByText('Something went wrong. Please try again.')).toBeVisible()
  answer(privacyContract.leaving, stays)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(deletion).toBeVisible()
})
