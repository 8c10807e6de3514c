/** Runs its own app and database with email verification and a mail server. */
import type { Page } from '@playwright/test'
import { startMailServer } from '#/kernel/testing/smtp-server.ts'
import { expect, test } from './fixture.ts'
import { type OwnApp, startOwnApp } from './own-app.ts'

let mailServer: Awaited<ReturnType<typeof startMailServer>>
let app: OwnApp

test.beforeAll(async () => {
  mailServer = await startMailServer()
  app = await startOwnApp(test.info().outputDir, {
    EMAIL_VERIFICATION: 'on',
    SMTP_URL: mailServer.url,
  })
})
test.afterAll(async () => {
  await app.end()
  await mailServer.close()
})

const button = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function signUp(page: Page, email: string, password: string): Promise<void> {
  await page.goto(`${app.url}/signup`)
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await field(page, 'Confirm password').fill(password)
  await button(page, 'Sign Up').click()
}

async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto(`${app.url}/login`)
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await button(page, 'Login').click()
}

/** Waits for that many mails to an address, and returns them. */
async function mailsTo(email: string, count: number): Promise<string[]> {
  const own = () => mailServer.received.filter(({ to }) => to.includes(email)).map(({ text }) => text)
  await expect.poll(() => own().length).toBe(count)
  return own()
}

const linkIn = (mail: string | undefined) => /https?:\/\/\S+\/verify-email\?\S+/.exec(mail ?? '')![0]

test('a new user confirms their email by a link, and only they learn about a second sign-up with it', async ({
  page,
  openWindow,
  expectConsole,
}) => {
  expectConsole(/status of 40[013]/)
  const email = `meera.${process.pid}.${Date.now()}@example.com`
  const password = 'a long walk at dawn'
  await page.goto(`${app.url}/appointments`)
  await expect(page).toHaveURL(`${app.url}/login`)
  await signUp(page, email, password)
  await expect(heading(page)).toHaveText('Check your inbox')
  await expect(page.getByText('Email verification required')).toBeVisible()
  const [first] = await mailsTo(email, 1)

  await logIn(page, email, password)
  await expect(page.getByRole('main').getByRole('alert')).toContainText(
    'Please verify your email before logging in.',
  )
  const [, again] = await mailsTo(email, 2)

  // In another tab, as a mail program would.
  const tab = await page.context().newPage()
  await tab.goto(linkIn(again))
  await expect(heading(tab)).toHaveText('Confirm your email')
  await expect(tab.getByRole('main')).toContainText(email)
  await button(tab, 'Confirm my email').click()
  await expect(tab.getByText('Your email is confirmed.')).toBeVisible()
  await expect(tab).toHaveURL(`${app.url}/role-selection`)
  await tab.goto(`${app.url}/dashboard`)
  await expect(tab.getByRole('link', { name: 'Continue: Appointments' })).toBeVisible()

  const stranger = await openWindow()
  await stranger.goto(linkIn(first))
  await button(stranger, 'Confirm my email').click()
  await expect(heading(stranger)).not.toHaveText('Confirm your email')
  await stranger.goto(`${app.url}/dashboard`)
  await expect(stranger).toHaveURL(`${app.url}/login`)

  await signUp(stranger, email, 'a password of a stranger')
  await expect(heading(stranger)).toHaveText('Check your inbox')
  const [, , notice] = await mailsTo(email, 3)
  expect(notice).toContain('You already have an account.')
  await logIn(stranger, email, 'a password of a stranger')
  await expect(stranger.getByRole('main').getByRole('alert')).not.toBeEmpty()
  await logIn(stranger, email, password)
  await expect(stranger).toHaveURL(`${app.url}/dashboard`)
})
