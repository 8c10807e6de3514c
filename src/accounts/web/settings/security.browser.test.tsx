import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { z } from 'zod'
import { accountsContract, ownWaysIn, session } from '#/accounts/contract.ts'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, refuse } from '#/app/testing/browser/answers.ts'
import { answerAuth, refuseAuth } from '#/app/testing/browser/auth.ts'
import { made } from '#/app/testing/browser/made.ts'
import { address, openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'

const main = page.getByRole('main')
const button = (name: string) => main.getByRole('button', { name, exact: true })
const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const dialog = page.getByRole('dialog', { name: 'Is it you?' })
const email = 'asha.verma@example.org'

type WaysIn = z.input<typeof ownWaysIn>

/** Opens the settings of a person with these ways to log in, who is logged in here alone. */
async function openSettings(fields: Partial<WaysIn> = {}): Promise<void> {
  signIn('Asha Verma')
  haveWays(fields)
  answer(accountsContract.tokens, { tokens: [] })
  answer(accountsContract.sessions, { sessions: [made(session, { isCurrent: true })] })
  await openPage('/edit-profile?section=security')
}

function haveWays(fields: Partial<WaysIn>): void {
  answer(accountsContract.ownWaysIn, made(ownWaysIn, { email, password: true, ...fields }))
}

test('a user sees their sessions and ends one', async () => {
  signIn('Asha Verma')
  haveWays({})
  answer(accountsContract.tokens, { tokens: [] })
  const here = made(session, { device: 'Chrome on Windows', isCurrent: true })
  const there = made(session, { device: 'Safari on iPhone' })
  answer(accountsContract.sessions, { sessions: [here, there] })
  await openPage('/edit-profile?section=security')
  await expect.element(main.getByText('This one')).toBeVisible()
  await expectAccessible()
  const thatOne = main.getByRole('button', { name: /^Log out Safari on iPhone, logged in / })
  const ended = answer(accountsContract.endSession)
  answer(accountsContract.sessions, { sessions: [here] })
  await thatOne.click()
  await expect.element(page.getByText('That session is logged out.')).toBeVisible()
  await expect.element(thatOne).not.toBeInTheDocument()
  expect(ended.inputs).toEqual([{ id: there.id }])
})

test('changing the password requires the old one', async () => {
  await openSettings()
  await button('Change password').click()
  await expect.element(page.getByText('Please enter your current password')).toBeVisible()
  await field('Current password').fill('not-the-password')
  await field('New password').fill('princess')
  await field('Confirm password').fill('princess')
  refuseAuth('/change-password', 400, 'WRONG_PASSWORD')
  await button('Change password').click()
  await expect.element(page.getByText('The current password isn’t right.')).toBeVisible()
  refuseAuth('/change-password', 422, 'PASSWORD_TOO_COMMON')
  await button('Change password').click()
  await expect.element(page.getByText('This password is too easy to guess.')).toBeVisible()
  const changed = answerAuth('/change-password')
  await field('Current password').fill('a long walk at dawn')
  await button('Change password').click()
  await expect.element(page.getByText('Your password is changed.')).toBeVisible()
  expect(changed.inputs).toEqual([{ currentPassword: 'a long walk at dawn', password: 'princess' }])
})

test('a user without an email is asked for one first, and can’t remove the last way to log in', async () => {
  await openSettings({ email: null, password: false, phoneNumber: '+918123412345' })
  await expect
    .element(page.getByText('Add an email first: you need it to log in with a password.'))
    .toBeVisible()
  refuse(accountsContract.removeWayIn, 'accounts.last_way_in')
  await button('Remove Your phone').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect
    .element(page.getByText('This is your only way to log in. Add another one first.'))
    .toBeVisible()
  const removed = answer(accountsContract.removeWayIn)
  haveWays({ email: null, password: false, google: true })
  await button('Remove Your phone').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect.element(page.getByText('Your phone can no longer be used to log in.')).toBeVisible()
  expect(removed.inputs).toEqual([{ way: 'phone' }])
  await button('Link phone').click()
  await expect.element(field('Phone number')).toBeVisible()
  await expectAccessible()
})

test('a user who comes back from Google reads that it is linked', async () => {
  signIn('Asha Verma')
  haveWays({ google: true })
  answer(accountsContract.tokens, { tokens: [] })
  answer(accountsContract.sessions, { sessions: [made(session, { isCurrent: true })] })
  await openPage('/edit-profile?section=security&by=google')
  await expect.element(page.getByText('You can now log in with Google.')).toBeVisible()
  await expect.poll(address).toBe('/edit-profile?section=security')
})

test('a while after login, removing a login method requires the password', async () => {
  await openSettings({ google: true })
  refuse(accountsContract.removeWayIn, 'accounts.proof_needed')
  await button('Remove Google').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect.element(field('Your password')).toHaveFocus()
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText('Please confirm first that it’s you.')).toBeVisible()

  await button('Remove Google').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  refuseAuth('/prove/password', 400, 'WRONG_PASSWORD')
  await field('Your password').fill('not-the-password')
  await dialog.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect
    .element(dialog.getByRole('alert').filter({ hasText: /./ }))
    .toHaveTextContent(/^The current password isn’t right\.$/)
  answerAuth('/prove/password', () => {
    answer(accountsContract.removeWayIn)
    return {}
  })
  await field('Your password').fill('a long walk at dawn')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Google can no longer be used to log in.')).toBeVisible()
})

test('a user who logs in by phone confirms sensitive changes with a code', async () => {
  await openSettings({ password: false, phoneNumber: '+917123412345', google: true })
  refuse(accountsContract.removeWayIn, 'accounts.proof_needed')
  answerAuth('/phone-codes')
  await button('Remove Google').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await dialog.getByRole('button', { name: /^Send a code to / }).click()
  await expect.element(field('Code')).toHaveFocus()
  await expectAccessible()
  const proved = answerAuth('/prove/phone', () => {
    answer(accountsContract.removeWayIn)
    return {}
  })
  await field('Code').fill('341537')
  await dialog.getByRole('button', { name: 'Verify code' }).click()
  await expect.element(page.getByText('Google can no longer be used to log in.')).toBeVisible()
  expect(proved.inputs).toEqual([{ code: '341537' }])
})

test('a user who forgot the password confirms sensitive changes with a code sent by email', async () => {
  const long = 'new.omar.sheikh.of.the.long.walks.at.dawn.4711@subdomain.example.org'
  await openSettings({ email: long, emailConfirmed: true })
  refuseAuth('/email', 403, 'PROOF_NEEDED')
  answerAuth('/prove/email-code')
  await button('Change email').click()
  await field('New email').fill('omar@example.org')
  await button('Send the link').click()
  await dialog.getByRole('button', { name: `Send a code to ${long}` }).click()
  await expect.element(field('Code')).toBeVisible()
  const box = dialog.element()
  expect(box.scrollWidth - box.clientWidth, 'a long address stays within the dialog').toBe(0)
  refuseAuth('/prove/email', 400, 'WRONG_CODE')
  await field('Code').fill('000000')
  await dialog.getByRole('button', { name: 'Verify code' }).click()
  await expect
    .element(dialog.getByRole('alert').filter({ hasText: /./ }))
    .toHaveTextContent('This code is wrong, has expired, or was requested in another browser.')
  answerAuth('/prove/email', () => {
    answerAuth('/email')
    haveWays({ email: long, emailConfirmed: true, pendingEmail: 'omar@example.org' })
    return {}
  })
  await field('Code').fill('341537')
  await dialog.getByRole('button', { name: 'Verify code' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(main.getByText('We sent a link to omar@example.org.')).toBeVisible()
})

test('the first confirmation of an address doesn’t read as a change', async () => {
  haveWays({})
  await openSettings()
  answerAuth('/email', () => {
    haveWays({ pendingEmail: email })
    return {}
  })
  await button('Confirm email').click()
  await expect.element(main.getByText('to confirm that it’s yours')).toBeVisible()
  await expect.element(main).not.toHaveTextContent('stays the same')
  answer(accountsContract.cancelEmailChange, () => {
    haveWays({})
  })
  await button('Cancel the confirmation').click()
  await expect.element(page.getByText('The link we sent no longer works.')).toBeVisible()
})

test('a user requests a new email address, cancels and requests it again', async () => {
  const next = 'asha@example.org'
  await openSettings()
  await button('Change email').click()
  await expect.element(field('New email')).toHaveFocus()
  await button('Send the link').click()
  await expect.element(page.getByText('Please enter a valid email')).toBeVisible()
  const asked = answerAuth('/email', () => {
    haveWays({ pendingEmail: next })
    return {}
  })
  await field('New email').fill(next)
  await button('Send the link').click()
  await expect.element(main.getByText(`We sent a link to ${next}.`)).toBeVisible()
  await expect.element(main.getByText(`${email}, not confirmed`)).toBeVisible()
  await expectAccessible()
  answer(accountsContract.cancelEmailChange, () => {
    haveWays({})
  })
  await button('Cancel the change of email').click()
  await expect.element(page.getByText('Your email stays the same.')).toBeVisible()
  await button('Change email').click()
  await field('New email').fill(next)
  await userEvent.keyboard('{Enter}')
  const again = answerAuth('/email/again')
  await button('Send again').click()
  await expect.element(page.getByText('We’ve sent the link again.')).toBeVisible()
  expect([asked.inputs, again.inputs]).toEqual([[{ email: next }, { email: next }], [{}]])
})
