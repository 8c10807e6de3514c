import { makeOrder } from '#/shop/server/orders/made-order.factory.ts'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { inDatabase } from './database.ts'
import { expect, expectAccessible, signUpByApi, test, visit } from './fixture.ts'

const DAY = 86_400_000

test('a buyer rates what was delivered, the seller answers, others read it, and the buyer deletes it', async ({
  page,
  openWindow,
}) => {
  const mark = crypto.randomUUID().slice(0, 6)
  const name = `Hemp Rope ${mark}`
  const shop = await openWindow()
  await signUpByApi(shop, 'Leela Rao')
  await signUpByApi(page, 'Farida Khan')
  const idOf = async (one: typeof page) => (await (await one.request.get('/api/me')).json()).user.id as string
  const [userId, sellerUserId] = [await idOf(page), await idOf(shop)]
  const orderId = await inDatabase(async (db) => {
    const ago = (days: number) => new Date(Date.now() - days * DAY)
    const sellerId = await makeSupplier(db, { userId: sellerUserId, name: `Paws ${mark}`, at: ago(30) })
    const { variantIds } = await makeProduct(db, { sellerId, at: ago(30), name, category: 'toys' })
    await db.updateTable('users').set({ email_verified: true }).where('id', '=', userId).execute()
    const order = await makeOrder(db, {
      userId,
      variantId: variantIds[0]!,
      steps: [
        { to: 'placed', by: 'owner', at: ago(16) },
        { to: 'packed', by: 'seller', at: ago(15) },
        { to: 'shipped', by: 'seller', at: ago(14) },
        { to: 'delivered', by: 'owner', at: ago(9) },
        { to: 'completed', by: 'system', at: ago(2) },
      ],
    })
    return order.id
  })

  await page.goto(`/order-confirmation/${orderId}`)
  const bought = page.getByRole('region', { name: 'Rate what you bought' })
  await bought.getByRole('button', { name: `Rate ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Rate ${name}` })
  await dialog.getByRole('radio', { name: '4 stars: Very good' }).check({ force: true })
  await dialog.getByLabel('Your words (optional)').fill('Still in one piece')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(bought.getByText('Still in one piece')).toBeVisible()
  await expect(dialog).toBeHidden()

  await shop.goto('/my-products/reviews?show=unanswered')
  await shop.getByRole('button', { name: `Answer review of ${name} by Farida` }).click()
  const answer = shop.getByRole('dialog', { name: 'Answer in public?' })
  await answer.getByRole('textbox').fill('Give them our best')
  await answer.getByRole('button', { name: 'Publish answer' }).click()
  await expect(shop.getByText('No reviews are waiting for an answer.')).toBeVisible()

  await visit(shop, `/merchandise?q=${mark}`)
  await expect(shop.getByText('Rated 4.0 out of 5, 1 review')).toBeAttached()
  await shop.getByRole('link', { name }).click()
  const seen = shop.getByRole('region', { name: 'Reviews' })
  await expect(seen.getByRole('article')).toContainText('Farida')
  await expect(seen.getByText(`Paws ${mark} answered:`)).toBeVisible()
  await expect(seen).not.toContainText('Khan')
  await expectAccessible(shop)
  await seen.getByRole('button', { name: 'Report the review by Farida' }).click()
  await seen.getByRole('textbox').fill('It’s about another rope')
  await seen.getByRole('button', { name: 'Send report' }).click()
  await expect(seen.getByText('Thank you. We’ll look into it')).toBeVisible()

  await page.reload()
  await expect(bought.getByText('The seller answered: Give them our best')).toBeVisible()
  await bought.getByRole('button', { name: `Change your review of ${name}` }).click()
  await dialog.getByRole('button', { name: 'Delete review' }).click()
  await expect(bought.getByRole('button', { name: `Rate ${name}` })).toBeVisible()
})
