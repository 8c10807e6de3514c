import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { inDatabase } from './database.ts'
import { openDesk } from './desk.ts'
import { expect, expectAccessible, signUpByApi, test } from './fixture.ts'

test('the desk hides a product: the cart says it is gone, its seller reads why, and it comes back', async ({
  page,
  openWindow,
}) => {
  const mark = crypto.randomUUID().slice(0, 6)
  const name = `Hemp Collar ${mark}`
  const reason = 'The buckle breaks, so dogs get loose.'
  const shop = await openWindow()
  await signUpByApi(shop, 'Leela Rao')
  await signUpByApi(page, 'Farida Khan')
  const { user } = await (await shop.request.get('/api/me')).json()
  const { id } = await inDatabase(async (db) => {
    const at = new Date()
    const sellerId = await makeSupplier(db, { userId: user.id, name: `Green Tail ${mark}`, at })
    return makeProduct(db, { sellerId, at, name, category: 'leads' })
  })
  await page.goto(`/merchandise?product=${id}`)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByText('Added. Your cart has 1 of these.')).toBeVisible()
  await page.goto('/cart')
  await expect(page.getByRole('link', { name })).toBeVisible()

  const desk = await openWindow()
  await openDesk(desk, 'Nadia', 'support')
  await desk.goto('/admin-dashboard?view=products')
  await desk.getByRole('searchbox', { name: 'Search' }).fill(mark)
  const card = desk.getByRole('article', { name })
  await expect(card).toContainText(`Sold by Green Tail ${mark}`)
  await expectAccessible(desk)
  await card.getByRole('button', { name: `Hide ${name}` }).click()
  const dialog = desk.getByRole('dialog', { name: 'Hide this product?' })
  await dialog.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason)
  await expectAccessible(desk)
  await dialog.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect(desk.getByText('The product is hidden.')).toBeVisible()
  await expect(card).toContainText(reason)
  await expectAccessible(desk)

  await page.reload()
  await expect(page.getByText('No longer sold: remove to continue.')).toBeVisible()
  await expect(page.getByText(reason)).toHaveCount(0)
  await expectAccessible(page)

  await shop.goto(`/my-products/${id}`)
  await expect(shop.getByText(`We’ve hidden this product: ${reason}`)).toBeVisible()
  await expectAccessible(shop)

  await card.getByRole('button', { name: `Show ${name} again` }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'Show again' }).click()
  await expect(desk.getByText('The product isn’t hidden any more.')).toBeVisible()
  await desk.goto('/admin-dashboard?view=log')
  await expect(
    desk.getByRole('article').filter({ hasText: `showed the product again: ${name}` }),
  ).toBeVisible()
  await page.reload()
  await expect(page.getByRole('link', { name })).toBeVisible()
})
