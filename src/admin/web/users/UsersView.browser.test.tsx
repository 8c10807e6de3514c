import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type AuditLine, adminContract } from '#/admin/contract.ts'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, fail, refuse } from '#/app/testing/browser/answers.ts'
import { signInAdmin } from '#/app/testing/browser/desk.ts'
import { newId } from '#/app/testing/browser/made.ts'
import { address, openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'

const title = page.getByRole('heading', { level: 1 })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const search = page.getByRole('searchbox', { name: 'Search' })
const articles = page.getByRole('article')
const none = { rows: [], nextCursor: null }
const noon = new Date('2026-11-02T06:30:00Z')

const farah = {
  id: newId(),
  name: 'Farah Sheikh',
  email: 'farah@example.org',
  phone: null,
  signInPhone: null,
  role: 'pet_owner',
  joinedAt: noon,
  suspendedAt: null,
} as const

const detail = {
  ...farah,
  emailVerified: false,
  suspendedReason: null,
  waysIn: ['credential'],
  pets: 0,
  records: [],
  asOwner: { upcoming: 0, all: 0 },
  asProvider: { upcoming: 0, all: 0 },
  sessions: [{ id: newId(), startedAt: noon, lastSeenAt: noon, address: null, device: null }],
}

const line = (fields: Partial<AuditLine>) => ({
  id: newId(),
  happenedAt: noon,
  admin: { id: newId(), name: 'Meera' },
  user: null,
  action: 'user.suspended' as const,
  said: 'suspended the account',
  subject: { kind: 'user', id: farah.id, name: farah.name },
  reason: null,
  before: {},
  after: {},
  ...fields,
})

test('visitors and pet owners are sent from the desk to the admin login', async () => {
  answer(adminContract.me, { admin: null })
  await openPage('/admin-dashboard')
  await expect.poll(address).toBe('/admin-login')
  signIn('Ravi Kumar')
  await openPage('/admin-dashboard?view=log')
  await expect.poll(address).toBe('/admin-login')
  await expect.element(button('Continue')).toBeVisible()
})

test('a list that fails to load offers Retry, and an ended session leads back to the login', async () => {
  signInAdmin('Zoya')
  fail(adminContract.users)
  await openPage('/admin-dashboard')
  await expect.element(page.getByText('Something went wrong. Please try again.')).toBeVisible()
  await expectAccessible()
  answer(adminContract.users, ({ search: words }) => (words ? none : { ...none, rows: [farah] }))
  await button('Retry').click()
  await expect.element(articles.first()).toBeVisible()
  await userEvent.type(search, 'zzz')
  await expect.poll(address).toMatch(/q=zzz/)
  await expect.element(search).toHaveFocus()
  await userEvent.keyboard('zzz')
  await expect
    .element(page.getByText('We couldn’t find anyone whose name, email or phone has “zzzzzz”.'))
    .toBeVisible()
  await button('Show all users').click()
  await expect.element(search).toHaveValue('')
  await expect.element(articles.first()).toBeVisible()

  answer(adminContract.me, { admin: null })
  refuse(adminContract.log, 'request.signed_out' as never)
  refuse(adminContract.admins, 'request.signed_out' as never)
  refuse(adminContract.logActions, 'request.signed_out' as never)
  await page.getByRole('tab', { name: /^Audit log/ }).click()
  await expect.poll(address).toBe('/admin-login')
  await expect
    .element(page.getByText('Your session has ended, because you weren’t active for 30 minutes.'))
    .toBeVisible()
  await expectAccessible()
})

test('an admin finds a user who signed up by phone, without a made-up email address', async () => {
  signInAdmin('Nila')
  const caller = { ...farah, name: '', email: null, signInPhone: '+917123412345' }
  answer(adminContract.users, { ...none, rows: [caller] })
  answer(adminContract.user, { ...detail, ...caller, waysIn: ['phone'] })
  answer(adminContract.log, none)
  await openPage('/admin-dashboard')
  await expect.element(articles.first()).toHaveTextContent('No email')
  await expectAccessible()
  await articles.first().getByRole('link').click()
  await expect.element(title).toHaveTextContent(/^\+917123412345$/)
  const facts = () =>
    Object.fromEntries(
      [...document.querySelectorAll('dl > div')].map((one) => [
        one.querySelector('dt')!.textContent,
        one.querySelector('dd')!.textContent,
      ]),
    )
  expect(facts()).toMatchObject({
    'Login phone': '+91 71234 12345',
    'Logs in with': 'Phone',
    Email: 'None',
  })
  expect(page.getByText('.invalid').elements()).toHaveLength(0)
})

test('an admin suspends a user with a reason, and lifts the suspension', async () => {
  signInAdmin('Meera')
  answer(adminContract.user, detail)
  answer(adminContract.log, none)
  await openPage(`/admin-dashboard?view=users&user=${farah.id}`)
  await expect.element(page.getByText('Sessions (1)')).toBeVisible()
  await button('Suspend').click()
  const dialog = page.getByRole('dialog')
  const reason = dialog.getByRole('textbox', { name: 'Reason' })
  await expect.element(reason).toHaveFocus()
  await dialog.getByRole('button', { name: 'Suspend account' }).click()
  await expect.element(dialog.getByText('Please give a reason.')).toBeVisible()
  await expectAccessible()
  const suspended = answer(adminContract.suspend, () => {
    answer(adminContract.user, { ...detail, suspendedAt: noon, sessions: [] })
    answer(adminContract.log, { ...none, rows: [line({ reason: 'Sent threats to a vet' })] })
  })
  await reason.fill('Sent threats to a vet')
  await dialog.getByRole('button', { name: 'Suspend account' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText('Sessions (0)')).toBeVisible()
  await expect.element(title).toHaveFocus()
  await expect.element(articles.first()).toHaveTextContent('Meera suspended the account')
  await expect.element(articles.first()).toHaveTextContent('Sent threats to a vet')
  expect(suspended.inputs).toEqual([{ id: farah.id, reason: 'Sent threats to a vet' }])
  await expectAccessible()
  answer(adminContract.liftSuspension, () => {
    answer(adminContract.user, detail)
  })
  await button('Lift suspension').click()
  await dialog.getByRole('button', { name: 'Lift suspension' }).click()
  await expect.element(button('Suspend')).toBeVisible()
})
