import { base32 } from '@better-auth/utils/base32'
import { createOTP } from '@better-auth/utils/otp'
import type { Page } from '@playwright/test'
import type { AdminRole } from '#/admin/rules.ts'
import { createAdmin } from '#/admin/server/login/admins.ts'
import { inDatabase } from './database.ts'
import { expect, test } from './fixture.ts'

let people = 0

export type NewAdmin = { email: string; password: string }

export const newEmail = (name: string) =>
  `${name.toLowerCase()}.${process.pid}.${Date.now()}.${people++}@desk.example`

/** Creates an admin without running the command. */
async function makeAdminInPlace(name: string, role: AdminRole): Promise<NewAdmin> {
  const email = newEmail(name)
  const made = await inDatabase((db) => createAdmin(db, { email, name, role, now: new Date() }))
  return { email, ...made }
}

/** Returns the authenticator's code for this key, `ahead` steps from now. */
export function codeOf(key: string, { ahead = 0 } = {}): Promise<string> {
  const secret = new TextDecoder().decode(base32.decode(key.replaceAll(' ', '')))
  return createOTP(secret).hotp(Math.floor(Date.now() / 30_000) + ahead)
}

/** Opens a view by its tab, or on a phone by the list of sections. */
export async function openView(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('tab', { name: new RegExp(`^${name}`) })
  const sections = page.getByRole('combobox', { name: 'Section' })
  await expect(tab.or(sections)).toBeVisible()
  if (await tab.isVisible()) return tab.click()
  const option = sections.locator('option', { hasText: new RegExp(`^${name}`) })
  await sections.selectOption(await option.getAttribute('value'))
}

/** Creates an admin and logs them in through the API. */
export async function openDesk(
  page: Page,
  name: string,
  role: AdminRole = 'admin',
): Promise<NewAdmin & { key: string }> {
  const admin = await makeAdminInPlace(name, role)
  const post = async (path: string, data: object) => {
    const { baseURL } = test.info().project.use
    const answer = await page.request.post(`/api/admin/auth${path}`, {
      data,
      headers: { origin: new URL(baseURL!).origin },
    })
    expect(answer.status(), path).toBe(200)
    return (await answer.json()) as { uri: string }
  }
  await post('/sign-in/email', admin)
  const { uri } = await post('/two-factor/enable', { password: admin.password })
  const key = new URL(uri).searchParams.get('secret')!
  await post('/two-factor/verify-totp', { code: await codeOf(key) })
  return { ...admin, key }
}
