import type { Page } from '@playwright/test'
import { expect, signUpByApi, test } from './fixture.ts'

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })

test('a user creates an API token, calls the API with it and revokes it', async ({
  page,
  playwright,
  baseURL,
}) => {
  await signUpByApi(page, 'Meera Iyer')
  await page.goto('/edit-profile?section=api')
  await button(page, 'New token').click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Clinic software')
  await page.getByRole('checkbox', { name: /^See your pets/ }).check()
  await button(page, 'Create token').click()
  const shown = page.getByRole('textbox', { name: 'Your new token' })
  await expect(shown).toHaveValue(/^pf_[A-Za-z0-9]{40}$/)
  const authorization = `Bearer ${await shown.inputValue()}`
  await button(page, 'I’ve stored it').click()
  await expect(main(page).getByText('never used')).toBeVisible()

  const program = await playwright.request.newContext({ baseURL, extraHTTPHeaders: { authorization } })
  const pets = await program.get('/api/pets')
  expect([pets.status(), await pets.json()]).toEqual([200, { rows: [], nextCursor: null }])
  const visits = await program.get('/api/appointments/visits')
  expect([visits.status(), (await visits.json()).code]).toEqual([403, 'request.scope_needed'])

  await page.reload()
  await expect(main(page).getByText(/last used around/)).toBeVisible()
  await button(page, 'Revoke Clinic software').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(page.getByText('The token is revoked.')).toBeVisible()
  await expect(button(page, 'Revoke Clinic software')).toBeHidden()
  await expect.poll(async () => (await program.get('/api/pets')).status()).toBe(401)
  await program.dispose()
})

test('the API documentation works under the same content security policy as all pages', async ({ page }) => {
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { name: /API/ }).first()).toBeVisible()
  await page.getByRole('link', { name: 'appointments', exact: true }).click()
  await expect(page.getByText('/appointments/visits', { exact: true })).toBeVisible()
})
