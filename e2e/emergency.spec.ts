import { expect, test } from './fixture.ts'

test('once opened, the emergency pages open without a network', async ({ page, context, expectConsole }) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  const ahead = page.waitForResponse(/FirstAidPage-.*\.js/)
  await page.goto('/emergency-services')
  await (await ahead).finished()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('link', { name: /^First aid/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('First aid')
  await page.getByRole('heading', { name: 'Snake bite' }).click()
  await expect(page.getByText('Keep your pet as still as you can.')).toBeVisible()
})

test('with a place, the nearest clinic comes first; without a network, the last list stays', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load resource/)
  await page.goto('/emergency-services')
  await expect(page.getByText('Set your location above')).toBeVisible()
  await page.getByRole('button', { name: 'Set your location' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Bengaluru')
  await page.keyboard.press('Enter')
  // The first look-up after a start reads the cities.
  await expect(dialog).toBeHidden({ timeout: 20_000 })
  const call = page.getByRole('link', { name: /^Call .*Night and Day Animal Hospital/ })
  await expect(call).toHaveAttribute('href', 'tel:+910000077001')
  await expect(page.getByRole('link', { name: /^Call .*City Animal Helpline/ })).toBeVisible()
  await page.getByRole('link', { name: 'All clinics near you' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vets')
  const old = page.getByRole('listitem').filter({ hasText: 'Whitefield Small Animal Clinic' })
  await expect(old.getByText('It may have changed since.')).toBeVisible()
  await expect(old.getByRole('link', { name: /^Directions to/ })).toHaveAttribute(
    'href',
    /destination=12.9877/,
  )
  await expect(page.getByRole('heading', { name: 'Helplines' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Tell us about it' })).toHaveAttribute('href', '/contact')
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Emergency help' }).click()
  await page.getByRole('link', { name: 'All clinics near you' }).click()
  await expect(page.getByText('We can’t be reached. This list is from')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Call .*Jayanagar Pet Clinic/ })).toBeVisible()
  await expect(page.getByText('Open now', { exact: true })).toHaveCount(0)
})
