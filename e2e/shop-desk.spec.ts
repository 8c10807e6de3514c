import { openDesk } from './desk.ts'
import { expect, expectAccessible, test } from './fixture.ts'

test('the desk adds a tax class and changes its rate @once', async ({ page }) => {
  const name = `seed ${crypto.randomUUID().slice(0, 6)}`
  await openDesk(page, 'Nadia')
  await page.goto('/admin-dashboard?view=tax')
  await expect(page.getByRole('article', { name: 'food' })).toBeVisible()
  await page.getByRole('button', { name: 'Add tax class' }).click()
  const added = page.getByRole('article', { name: 'New tax class' })
  await added.getByRole('textbox', { name: 'Name' }).fill(name)
  await added.getByRole('textbox', { name: 'Rate in percent' }).fill('5.125')
  await added.getByRole('button', { name: 'Save tax class' }).click()
  await expect(added.getByText('Please enter a rate from 0 to 40, like 5 or 12.5.')).toBeVisible()
  await expectAccessible(page)
  await added.getByRole('textbox', { name: 'Rate in percent' }).fill('5')
  await added.getByRole('button', { name: 'Save tax class' }).click()
  const card = page.getByRole('article', { name })
  await expect(card).toContainText(`${name}: 5%`)
  await card.getByRole('button', { name: `Change the rate of ${name}` }).click()
  await card.getByRole('textbox', { name: 'Rate in percent' }).fill('12')
  await card.getByRole('button', { name: 'Save rate' }).click()
  await expect(card).toContainText(`${name}: 12%`)
  await page.goto('/admin-dashboard?view=log')
  const line = page.getByRole('article').filter({ hasText: `changed the rate of the tax class: ${name}` })
  await expect(line).toContainText('rate: 5% → 12%')
})
