import { devices, type Page } from '@playwright/test'
import { sql } from 'kysely'
import { inDatabase } from './database.ts'
import { expect, expectAccessible, signUpByApi, signUpByPhone, test } from './fixture.ts'

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })

test('a user sees their sessions and ends one, and the other browser is logged out; then changes the password', async ({
  page,
  openWindow,
  expectConsole,
}) => {
  expectConsole(/401/)
  const { email, password } = await signUpByApi(page, 'Asha Verma')
  const { userAgent } = devices['iPhone 15']
  const there = await openWindow({ userAgent, viewport: { width: 1280, height: 800 }, isMobile: false })
  await logIn(there, email, password)

  await page.goto('/edit-profile?section=security')
  await expect(main(page).getByText('This one')).toBeVisible()
  const thatOne = main(page).getByRole('button', { name: /^Log out Safari on iPhone, logged in / })
  await thatOne.click()
  await expect(page.getByText('That session is logged out.')).toBeVisible()
  await expect(thatOne).toBeHidden()

  // Navigates within the app, because a reload would forget the user.
  await there.getByRole('contentinfo').getByRole('link', { name: 'Appointments' }).click()
  await expect(there.getByText('You’ve been logged out. Please log in again.')).toBeVisible()
  await expect(there).toHaveURL('/login')

  await field(page, 'Current password').fill(password)
  await field(page, 'New password').fill('a walk at dusk')
  await field(page, 'Confirm password').fill('a walk at dusk')
  await button(page, 'Change password').click()
  await expect(page.getByText('Your password is changed.')).toBeVisible()
  await logIn(there, email, 'a walk at dusk')
})

async function logIn(page: Page, email: string, password: string): Promise<void> {
  if (page.url() === 'about:blank') await page.goto('/login')
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await button(page, 'Login').click()
  await expect(page).toHaveURL('/dashboard')
}

test('Google and a phone number are added as login methods, and the last one can’t be removed', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/409/)
  const number = `8${String(process.pid % 10_000).padStart(4, '0')}${String(Date.now() % 100_000).padStart(5, '0')}`
  await signUpByPhone(page, `+91${number}`)
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
  await expect(button(page, 'Link phone')).toBeVisible()
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

test('a user requests a new email address, cancels, requests it again and confirms it by link', async ({
  page,
}) => {
  const { email } = await signUpByApi(page, 'Nila Menon')
  const next = `new.${email}`
  await page.goto('/edit-profile?section=security')
  await button(page, 'Change email').click()
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
  await expect(main(page).getByText(`We sent a link to ${next}.`)).toBeVisible()

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
