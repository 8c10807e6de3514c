import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, fail } from '#/app/testing/browser/answers.ts'
import { made } from '#/app/testing/browser/made.ts'
import { openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
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
  answer(privacyContract.stay, { done: true })
  answer(privacyContract.leaving, stays)
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect.element(page.getByText('Your account won’t be deleted.')).toBeVisible()
  await expect.element(deletion).toBeVisible()
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
