import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import { expect, signUpByApi, test } from './fixture.ts'

test('a user downloads all their data in one archive, asks for their account to be deleted and keeps it', async ({
  page,
}) => {
  const { email } = await signUpByApi(page, 'Nila Das')
  await page.goto('/edit-profile?section=data')
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download my data' }).click()
  const download = await coming
  expect(download.suggestedFilename()).toMatch(/^pawfolk-my-data-[\d-]+\.zip$/)
  const files = unzipSync(new Uint8Array(await readFile(await download.path())))
  expect(strFromU8(files['records/users.json']!)).toContain(email)

  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.getByText(/^Your account will be deleted on /)).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Keep my account' }).click()
  await expect(page.getByText('Your account won’t be deleted.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete account' })).toBeVisible()
})
