import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { expect, expectAccessible, signUpByApi, test } from './fixture.ts'

test('a user downloads all their data in one archive', async ({ page }) => {
  const { email } = await signUpByApi(page, 'Nila Das')
  await page.goto('/edit-profile?section=data')
  await expectAccessible(page)
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download my data' }).click()
  const download = await coming
  expect(download.suggestedFilename()).toMatch(/^pawfolk-my-data-[\d-]+\.zip$/)
  const files = unzipSync(new Uint8Array(await readFile(await download.path())))
  expect(strFromU8(files['records/users.json']!)).toContain(email)
})

test('a user who deletes their account confirms twice and can cancel', async ({ page }) => {
  await signUpByApi(page, 'Ravi Kumar')
  await page.goto('/edit-profile?section=data')
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await expect(dialog.getByRole('button', { name: 'Keep my account' })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Delete account' })).toBeFocused()

  await page.getByRole('button', { name: 'Delete account' }).click()
  await dialog.getByRole('button', { name: 'Delete my account' }).dblclick()
  await expect(page.getByText(/^Your account will be deleted on /)).toBeVisible()
  await page.reload()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByText('Your account won’t be deleted.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete account' })).toBeVisible()
})

test('a failed load shows an error, and Retry loads the page', async ({ page, expectConsole }) => {
  expectConsole(/Failed to load resource/)
  await signUpByApi(page, 'Zoya Ali')
  await page.route('**/rpc/privacy/leaving*', (route) => route.fulfill({ status: 400, json: {} }))
  await page.goto('/edit-profile?section=data')
  await expect(page.getByText('Something went wrong. Please try again.')).toBeVisible()
  await page.unroute('**/rpc/privacy/leaving*')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('button', { name: 'Delete account' })).toBeVisible()
})
