import { devices, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { inDatabase } from './database.ts'
import { codeSentTo, expect, expectAccessible, signUpByApi, signUpByPhone, test } from './fixture.ts'

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })

test('a user sees their sessions and ends one, and the other browser is logged out', async ({
  page,
  openWindow,
  expectConsole,
}) => {
  expectConsole(/401/)
  const { email, password } = await signUpByApi(page, 'Asha Verma')
  const { userAgent } = devices['iPhone 15']
  const there = await openWindow({ userAgent, viewport: { width: 1280, height: 800 }, isMobile: false })
  await there.goto('/login')
  await field(there, 'Email').fill(email)
  await field(there, 'Password').fill(password)
  await button(there, 'Login').click()
  await expect(there).toHaveURL('/dashboard')

  await page.goto('/edit-profile?section=security')
  await expect(main(page).getByText('This one')).toBeVisible()
  await expectAccessible(page)
  const thatOne = main(page).getByRole('button', { name: /^Log out Safari on iPhone, logged in / })
  await thatOne.click()
  await expect(page.getByText('That session is logged out.')).toBeVisible()
  await expect(thatOne).toBeHidden()

  // Navigates within the app, because a reload would forget the user.
  await there.getByRole('contentinfo').getByRole('link', { name: 'Appointments' }).click()
  await expect(there.getByText('You’ve been logged out. Please log in again.')).toBeVisible()
  await expect(there).toHaveURL('/login')
})

test('changing the password requires the old one', async ({ page, expectConsole }) => {
  expectConsole(/400/)
  const { email, password } = await signUpByApi(page, 'Ravi Kumar')
  await page.goto('/edit-profile?section=security')
  await button(page, 'Change password').click()
  await expect(page.getByText('Please enter your current password')).toBeVisible()
  await field(page, 'Current password').fill('not-the-password')
  await field(page, 'New password').fill('a walk at dusk')
  await field(page, 'Confirm password').fill('a walk at dusk')
  await button(page, 'Change password').click()
  await expect(page.getByText('The current password isn’t right.')).toBeVisible()
  await field(page, 'Current password').fill(password)
  await button(page, 'Change password').click()
  await expect(page.getByText('Your password is changed.')).toBeVisible()
  await page.context().clearCookies()
  await page.goto('/login')
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill('a walk at dusk')
  await button(page, 'Login').click()
  await expect(page).toHaveURL('/dashboard')
})

test('Google and a phone number are added as login methods, and the last one can’t be removed', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/409/)
  await page.goto('/login')
  await button(page, 'Login with Phone').click()
  const number = `8${String(process.pid % 10_000).padStart(4, '0')}${String(Date.now() % 100_000).padStart(5, '0')}`
  await field(page, 'Phone number').fill(number)
  await button(page, 'Send code').click()
  await expect(field(page, 'Code')).toBeVisible()
  const { messages } = await (await page.request.get('/api/outbox')).json()
  const { text } = messages.find(({ to }: { to: string }) => to === `+91${number}`)
  await field(page, 'Code').fill(text.slice(0, 6))
  await button(page, 'Verify code').click()
  await expect(page).toHaveURL('/role-selection')

  await page.goto('/edit-profile?section=security')
  await expect(page.getByText('Add an email first: you need it to log in with a password.')).toBeVisible()
  await expect(page.getByText('.invalid')).toHaveCount(0)
  await button(page, 'Remove Your phone').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('This is your only way to log in. Add another one first.')).toBeVisible()

  await button(page, 'Link Google').click()
  await page.getByLabel('id').fill(`g-${number}`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('You can now log in with Google.')).toBeVisible()
  await expect(page).toHaveURL('/edit-profile?section=security')
  await button(page, 'Remove Your phone').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Your phone can no longer be used to log in.')).toBeVisible()
  await button(page, 'Link phone').click()
  await expectAccessible(page)
})

/** Ages the login, so that sensitive changes ask for proof again. */
async function letTimePass(page: Page) {
  const { user } = await (await page.request.get('/api/me')).json()
  await inDatabase((db) =>
    sql`update sessions set proved_at = now() - interval '1 hour' where user_id = ${user.id}`.execute(db),
  )
}

test('a while after login, adding a login method requires the password', async ({ page, expectConsole }) => {
  expectConsole(/403|400/)
  const { password } = await signUpByApi(page, 'Farah Sheikh')
  await letTimePass(page)
  await page.goto('/edit-profile?section=security')
  await button(page, 'Link Google').click()
  const dialog = page.getByRole('dialog', { name: 'Is it you?' })
  await expect(field(page, 'Your password')).toBeFocused()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(
    main(page).getByRole('alert').filter({ hasText: 'Please confirm first that it’s you.' }),
  ).toBeHidden()
  await button(page, 'Link Google').click()
  await field(page, 'Your password').fill('not-the-password')
  await dialog.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText('The current password isn’t right.')
  await field(page, 'Your password').fill(password)
  await field(page, 'Your password').press('Enter')
  await page.getByLabel('id').fill(`g-${process.pid}-${Date.now()}`)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('You can now log in with Google.')).toBeVisible()
  await letTimePass(page)
  await button(page, 'Remove Google').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await field(page, 'Your password').fill(password)
  await dialog.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByText('Google can no longer be used to log in.')).toBeVisible()
})

test('a user who logs in by phone confirms sensitive changes with a code', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/403/)
  const number = `+917${String(process.pid % 10_000).padStart(4, '0')}${String(Date.now() % 100_000).padStart(5, '0')}`
  await signUpByPhone(page, number)
  await letTimePass(page)
  await page.goto('/edit-profile?section=security')
  await button(page, 'Link Google').click()
  const dialog = page.getByRole('dialog', { name: 'Is it you?' })
  await dialog.getByRole('button', { name: /^Send a code to / }).click()
  await expect(field(page, 'Code')).toBeFocused()
  await expectAccessible(page)
  await field(page, 'Code').fill(await codeSentTo(page, number))
  await dialog.getByRole('button', { name: 'Verify code' }).click()
  await expect(page.getByRole('heading', { name: 'Google, for tests' })).toBeVisible()
})

test('a user who forgot the password confirms sensitive changes with a code sent by email', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/403|400/)
  const { email } = await signUpByApi(page, 'Omar Sheikh')
  await inDatabase((db) => sql`update users set email_verified = true where email = ${email}`.execute(db))
  await letTimePass(page)
  await page.goto('/edit-profile?section=security')
  await button(page, 'Change email').click()
  await field(page, 'New email').fill(`new.${email}`)
  await button(page, 'Send the link').click()
  const dialog = page.getByRole('dialog', { name: 'Is it you?' })
  await dialog.getByRole('button', { name: `Send a code to ${email}` }).click()
  const code = await codeSentTo(page, email)
  const sideways = () => dialog.evaluate((box) => box.scrollWidth - box.clientWidth)
  expect(await sideways(), 'a long address stays within the dialog').toBe(0)
  await field(page, 'Code').fill(code === '000000' ? '000001' : '000000')
  await dialog.getByRole('button', { name: 'Verify code' }).click()
  await expect(dialog.getByRole('alert')).toContainText(
    'This code is wrong, has expired, or was requested in another browser.',
  )
  await field(page, 'Code').fill(code)
  await dialog.getByRole('button', { name: 'Verify code' }).click()
  await expect(dialog).toBeHidden()
  await expect(main(page).getByText(`We sent a link to new.${email}.`)).toBeVisible()
})

test('a new provider with a common password chooses another one at login', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/403|422/)
  const { email } = await signUpByApi(page, 'Tara Kulkarni', 'sunshine')
  const { user } = await (await page.request.get('/api/me')).json()
  await inDatabase((db) =>
    sql`insert into pet_sitters (id, user_id, full_name) values (gen_random_uuid(), ${user.id}, 'Tara')`.execute(
      db,
    ),
  )
  await page.goto('/edit-profile?section=security')
  await field(page, 'Current password').fill('sunshine')
  await field(page, 'New password').fill('princess')
  await field(page, 'Confirm password').fill('princess')
  await button(page, 'Change password').click()
  await expect(page.getByText('This password is too easy to guess.')).toBeVisible()

  await page.context().clearCookies()
  await page.goto('/login')
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill('sunshine')
  await button(page, 'Login').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose another password')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await expectAccessible(page)
  await field(page, 'New password').fill('iloveyou')
  await field(page, 'Confirm password').fill('iloveyou')
  await button(page, 'Save and log in').click()
  await expect(main(page).getByRole('alert').filter({ visible: true })).toContainText('please choose another')
  await field(page, 'New password').fill('a walk at dusk')
  await field(page, 'Confirm password').fill('a walk at dusk')
  await button(page, 'Save and log in').click()
  await expect(page.getByText('Your password is changed, and you’re logged in.')).toBeVisible()
  await expect(page).toHaveURL('/dashboard')
})

test('a user requests a new email address, cancels, requests it again and confirms it by link', async ({
  page,
}) => {
  const { email } = await signUpByApi(page, 'Nila Menon')
  const next = `new.${email}`
  await page.goto('/edit-profile?section=security')
  await button(page, 'Change email').click()
  await expect(field(page, 'New email')).toBeFocused()
  await button(page, 'Send the link').click()
  await expect(page.getByText('Please enter a valid email')).toBeVisible()
  await field(page, 'New email').fill(next)
  await button(page, 'Send the link').click()
  await expect(main(page).getByText(`We sent a link to ${next}.`)).toBeVisible()
  await expect(main(page).getByText(`${email}, not confirmed`)).toBeVisible()
  await expectAccessible(page)
  await button(page, 'Cancel the change of email').click()
  await expect(page.getByText('Your email stays the same.')).toBeVisible()
  await button(page, 'Change email').click()
  await field(page, 'New email').fill(next)
  await field(page, 'New email').press('Enter')
  await button(page, 'Send again').click()
  await expect(page.getByText('We’ve sent the link again.')).toBeVisible()

  const link = async () => {
    const { messages } = await (await page.request.get('/api/outbox')).json()
    const mail = messages.find(({ to }: { to: string }) => to === next)
    return /\/verify-email\?token=[\w-]+/.exec(mail?.text ?? '')?.[0]
  }
  await expect.poll(link).toBeDefined()
  await page.goto((await link())!)
  await button(page, 'Confirm my email').click()
  await expect(page).toHaveURL('/edit-profile?section=security')
  await expect(main(page).getByText(`${next}, confirmed`)).toBeVisible()
  await expect(button(page, 'Send again')).toBeHidden()
})

test('a changed name appears in the greeting', async ({ page }) => {
  await signUpByApi(page, 'Zoya')
  await page.goto('/edit-profile')
  await field(page, 'Name').fill(' ')
  await button(page, 'Save').click()
  await expect(page.getByText('Please enter your name')).toBeVisible()
  await field(page, 'Name').fill('Zoya Ali')
  await button(page, 'Save').click()
  await expect(page.getByText('Your profile is saved.')).toBeVisible()
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Zoya')
})

test('each section of Edit profile has a URL, and typed text survives switching sections', async ({
  page,
}) => {
  await signUpByApi(page, 'Zoya')
  await page.goto('/edit-profile')
  const sections = page.getByRole('navigation', { name: 'Sections of your profile' })
  const heading = (name: string) => main(page).getByRole('heading', { level: 2, name, exact: true })
  await expectAccessible(page)
  await field(page, 'Name').fill('Zoya A')
  await sections.getByRole('link', { name: 'Privacy & data' }).click()
  await expect(page).toHaveURL('/edit-profile?section=data')
  await expect(heading('Privacy & data')).toBeFocused()
  await expect(button(page, 'Save')).toBeHidden()
  await page.goBack()
  await expect(heading('Profile')).toBeVisible()
  await expect(field(page, 'Name')).toHaveValue('Zoya A')

  await page.getByRole('link', { name: 'Pawfolk' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Keep editing' }).click()
  await field(page, 'Name').fill('Zoya')
  await sections.getByRole('link', { name: 'Login & security' }).click()
  await page.reload()
  await expect(heading('Login & security')).toBeVisible()
  await expect(sections.getByRole('link', { name: 'Login & security' })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await expectAccessible(page)
})
