import { makeOrder } from '#/shop/server/orders/made-order.factory.ts'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { inDatabase } from './database.ts'
import { expect, expectAccessible, signUpByApi, test } from './fixture.ts'

const DAY = 86_400_000

test('a seller sees what was sold, compared with the days before', async ({ page }) => {
  await signUpByApi(page, 'Leela Rao')
  const { user } = await (await page.request.get('/api/me')).json()
  const at = new Date(Date.now() - 20 * DAY)
  const sellerId = await inDatabase((db) => makeSupplier(db, { userId: user.id, at }))
  await page.goto('/my-products')
  await page.getByRole('link', { name: 'Sales' }).click()
  await expect(page.getByText('You’ve had no sales in the last 60 days.')).toBeVisible()
  await expectAccessible(page)
  await inDatabase(async (db) => {
    const { variantIds } = await makeProduct(db, { sellerId, at, name: 'Cooling Bed' })
    const { id: userId } = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', 'asha.verma@pawfolk.example')
      .executeTakeFirstOrThrow()
    for (const days of [2, 12])
      await makeOrder(db, {
        userId,
        variantId: variantIds[0]!,
        quantity: 2,
        steps: [{ to: 'placed', by: 'owner', at: new Date(Date.now() - days * DAY) }],
      })
  })
  await page.reload()
  await expect(page.getByText('₹1,996.00')).toHaveCount(3)
  await page.getByLabel('Show').selectOption('Last 7 days')
  await expect(page).toHaveURL('/my-products/sales?days=7')
  await expect(page.getByText('₹998.00 before')).toHaveCount(2)
  await expect(page.getByRole('link', { name: 'Cooling Bed' })).toBeVisible()
  await expectAccessible(page)
})
