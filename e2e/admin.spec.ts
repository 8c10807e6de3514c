import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { clientAt } from '#/app/testing/people.ts'
import { makePdf } from '#/kernel/server/document.factory.ts'
import { codeOf, type NewAdmin, newEmail, openDesk, openView } from './desk.ts'
import { expect, expectAccessible, type Session, signUpByApi, test } from './fixture.ts'

const run = promisify(execFile)

/** Creates an admin with the operator's command. */
async function makeAdminByCommand(name: string): Promise<NewAdmin> {
  const email = newEmail(name)
  const { stdout } = await run(
    process.execPath,
    ['scripts/admin.ts', 'create', '--email', email, '--name', name],
    {
      env: {
        PATH: process.env['PATH'],
        NODE_ENV: 'test',
        DATABASE_URL: process.env['E2E_DATABASE_URL'],
        AUTH_SECRET: 'not needed for this, but read with the rest',
      },
    },
  )
  const password = /^ {2}(\S+)$/m.exec(stdout)?.[1]
  expect(password, stdout).toMatch(/^[a-z2-9-]{24}$/)
  return { email, password: password! }
}

const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const refusedText =
  'We couldn’t log you in. Check your details and try again. After five failed attempts, wait 15 minutes.'

async function giveCredentials(page: Page, { email, password }: NewAdmin) {
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await button(page, 'Continue').click()
}

test('an admin sets up an authenticator at the first login', async ({ page }) => {
  const admin = await makeAdminByCommand('Asha')
  await page.goto('/login')
  await page.getByRole('link', { name: 'Admin Access' }).click()
  await expect(page).toHaveURL('/admin-login')
  await giveCredentials(page, admin)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set up an authenticator app')
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible()
  await expectAccessible(page)
  await page.getByText('Or type this key into the app').click()
  const key = (await page.locator('details code').textContent())!
  await field(page, 'Code').fill(await codeOf(key))
  await button(page, 'Login').click()
  await expect(page).toHaveURL('/admin-dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users')
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Users')
})

test('later logins need a code, and logging out ends the session', async ({ page, expectConsole }) => {
  expectConsole(/401/)
  const { key, ...admin } = await openDesk(page, 'Ravi')
  await page.goto('/admin-dashboard')
  await button(page, 'Logout').click()
  await expect(page).toHaveURL('/admin-login')
  await expect(field(page, 'Email')).toBeVisible()
  await expect(page.getByText('Your session has ended')).toBeHidden()
  await giveCredentials(page, admin)
  await expect(field(page, 'Code')).toBeFocused()
  await field(page, 'Code').fill('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toHaveText(refusedText)
  await field(page, 'Code').fill(await codeOf(key, { ahead: 1 }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin-dashboard')
})

test('the demo’s admin logs in with the credentials that the start prints', async ({ page }) => {
  await page.goto('/admin-login')
  await giveCredentials(page, { email: 'admin@pawfolk.example', password: 'pawfolk-demo' })
  await field(page, 'Code').fill(
    await codeOf('OBQXOZTPNRVS2ZDFNVXS2YLENVUW4LJR', { ahead: Math.min(test.info().retry, 1) }),
  )
  await button(page, 'Login').click()
  await expect(page.getByText('Demo Admin')).toBeVisible()
})

test('an admin suspends a user, who is logged out at once, told why at the login, and let in once the suspension is lifted', async ({
  page,
  openWindow,
  expectConsole,
}) => {
  expectConsole(/status of 40[13]/)
  const theirs = await openWindow()
  const user = await signUpByApi(theirs, 'Farah Sheikh')
  await theirs.goto('/dashboard')
  await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible()
  await openDesk(page, 'Meera')

  await page.goto('/admin-dashboard')
  await page.getByRole('searchbox', { name: 'Search' }).fill(user.email.toUpperCase())
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('article').getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Farah Sheikh')
  await expect(page.getByText('Sessions (1)')).toBeVisible()

  await button(page, 'Suspend').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Sent threats to a vet')
  await dialog.getByRole('button', { name: 'Suspend account' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Sessions (0)')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page.getByRole('article')).toContainText('Meera suspended the account')
  await expect(page.getByRole('article')).toContainText('Sent threats to a vet')

  await theirs.goto('/appointments')
  await expect(theirs).toHaveURL('/login')
  await field(theirs, 'Email').fill(user.email)
  await field(theirs, 'Password').fill(user.password)
  await button(theirs, 'Login').click()
  await expect(theirs.getByRole('main').getByRole('alert')).toHaveText(
    'This account is suspended. Please contact support.',
  )

  await button(page, 'Lift suspension').click()
  await dialog.getByRole('button', { name: 'Lift suspension' }).click()
  await expect(button(page, 'Suspend')).toBeVisible()
  await button(theirs, 'Login').click()
  await expect(theirs).toHaveURL('/dashboard')

  await button(page, 'End sessions').click()
  await dialog.getByRole('button', { name: 'End sessions' }).click()
  await expect(page.getByRole('article')).toHaveCount(3)
  await theirs.goto('/todo')
  await expect(theirs).toHaveURL('/login')
})

/** Fills in a vet's profile and submits it. */
async function handIn({ request }: Session, fullName: string) {
  const { cookies } = await request.storageState()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const call = clientAt(test.info().project.use.baseURL!, { cookie })
  const record = 'veterinary_doctor'
  await call.veterinary.saveProfile({
    fullName,
    licenseId: 'KA-20481',
    registrationCouncil: 'Karnataka Veterinary Council',
    specialization: 'Surgery',
    location: 'Indiranagar, Bengaluru',
    phoneNumber: '+919845012345',
    consultationFee: 60_000,
    refundPolicy: 'standard',
    offersInPerson: true,
    offersTeleconsultation: false,
  })
  const file = new File([new Uint8Array(makePdf())], 'registration.pdf', { type: 'application/pdf' })
  await call.verification.addDocument({ record, file })
  const submit = () => call.verification.submit({ record })
  await submit()
  return { submit, standing: () => call.verification.standing({ record }) }
}

test('an admin reviews a vet’s submission, rejects it with a reason, and verifies the next one', async ({
  page,
  openSession,
}) => {
  const vet = await openSession()
  await signUpByApi(vet, 'Sanjay Gupta')
  const name = `Sanjay Gupta ${test.info().project.name} ${Date.now().toString(36)}`
  const provider = await handIn(vet, name)
  await openDesk(page, 'Nila')
  await page.goto('/admin-dashboard')
  await openView(page, 'Providers')
  await expect(page.getByRole('article').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(page.getByText('Karnataka Veterinary Council')).toBeVisible()
  await expectAccessible(page)
  const link = page.getByRole('link', { name: 'registration.pdf' })
  await expect(link).toHaveAttribute('target', '_blank')
  const opened = await page.request.get((await link.getAttribute('href'))!)
  expect([opened.status(), opened.headers()['content-type']]).toEqual([200, 'application/pdf'])

  const dialog = page.getByRole('dialog')
  await button(page, 'Reject').click()
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog.getByText('Please give a reason.')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The number is not in the register.')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(page.getByText('Waiting → Rejected')).toBeVisible()
  await expect(button(page, 'Verify')).toBeHidden()
  expect(await provider.standing()).toMatchObject({ reason: 'The number is not in the register.' })

  await provider.submit()
  await page.reload()
  await button(page, 'Verify').click()
  await dialog.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('Waiting → Verified')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  expect(await provider.standing()).toMatchObject({ status: 'verified', isListed: true })
  await page.getByRole('link', { name: 'The user’s account' }).click()
  const told = page.getByRole('article')
  await expect(told.filter({ hasText: 'Nila verified the record' })).toHaveCount(1)

  await openView(page, 'Audit log')
  await page.getByLabel('What').selectOption('Submitted the record for review')
  await page.getByLabel('By').selectOption('Users')
  await expect(page).toHaveURL(/action=provider\.handed_in&by=users/)
  const line = told.filter({ hasText: 'User Sanjay Gupta submitted the record' }).first()
  await expect(line).toContainText('→ waiting')
  await expectAccessible(page)
  await line.getByRole('link', { name: 'Sanjay Gupta' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sanjay Gupta')
})
