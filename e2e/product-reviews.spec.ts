import { makeOrder } from '#/shop/server/orders/made-order.factory.ts'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { inDatabase } from './database.ts'
import { openDesk } from './desk.ts'
import { expect, expectAccessible, signUpByApi, test } from './fixture.ts'

const DAY = 86_400_000

test('a buyer rates what was delivered, a visitor reads it, the seller answers, and the buyer deletes it', async ({
  page,
  openWindow,
  watch,
}) => {
  watch.expected.push(/status of 4(03|22)/)
  const mark = crypto.randomUUID().slice(0, 6)
  const name = `Hemp Rope ${mark}`
  const [shop, visitor] = [await openWindow(), await openWindow()]
  await signUpByApi(shop, 'Leela Rao')
  await signUpByApi(page, 'Farida Khan')
  const idOf = async (one: typeof page) => (await (await one.request.get('/api/me')).json()).user.id as string
  const [userId, sellerUserId] = [await idOf(page), await idOf(shop)]
  const { productId, orderId } = await inDatabase(async (db) => {
    const ago = (days: number) => new Date(Date.now() - days * DAY)
    const sellerId = await makeSupplier(db, { userId: sellerUserId, name: `Paws ${mark}`, at: ago(30) })
    const { id, variantIds } = await makeProduct(db, { sellerId, at: ago(30), name, category: 'toys' })
    const order = await makeOrder(db, {
      userId,
      variantId: variantIds[0]!,
      steps: [
        { to: 'placed', by: 'owner', at: ago(6) },
        { to: 'packed', by: 'seller', at: ago(5) },
        { to: 'shipped', by: 'seller', at: ago(4) },
        { to: 'delivered', by: 'seller', at: ago(1) },
      ],
    })
    return { productId: id, orderId: order.id }
  })

  await page.goto(`/order-confirmation/${orderId}`)
  const bought = page.getByRole('region', { name: 'Rate what you bought' })
  await bought.getByRole('button', { name: `Rate ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Rate ${name}` })
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(dialog.getByText('Please choose one to five stars.')).toBeVisible()
  await dialog.getByRole('radio', { name: '4 stars: Very good' }).check({ force: true })
  await dialog.getByLabel('Your words (optional)').fill('Still in one piece')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText(/^Please confirm your email address or phone number/)).toBeVisible()
  await inDatabase((db) =>
    db.updateTable('users').set({ email_verified: true }).where('id', '=', userId).execute(),
  )
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await expect(bought.getByText('Still in one piece')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expectAccessible(page)

  await visitor.goto(`/merchandise?q=${mark}`)
  await expect(visitor.getByText('Rated 4.0 out of 5, 1 review')).toBeAttached()
  await visitor.getByRole('link', { name }).click()
  const reviews = visitor.getByRole('region', { name: 'Reviews' })
  await expect(reviews.getByText('Still in one piece')).toBeVisible()
  await expect(reviews.getByRole('article')).toContainText('Farida')
  await expect(reviews).not.toContainText('Khan')
  await expectAccessible(visitor)

  await page.goto(`/merchandise?product=${productId}`)
  const own = page.getByRole('region', { name: 'Reviews' })
  await own.getByRole('button', { name: 'Report the review by Farida' }).click()
  await own.getByRole('textbox').fill('Mine')
  await own.getByRole('button', { name: 'Send report' }).click()
  await expect(own.getByRole('alert')).toHaveText(/^This is your own review/)

  await shop.goto('/my-products')
  await shop.getByRole('link', { name: 'Reviews' }).click()
  await shop.getByLabel('Show').selectOption('Not answered')
  await shop.getByRole('button', { name: `Answer review of ${name} by Farida` }).click()
  const answer = shop.getByRole('dialog', { name: 'Answer in public?' })
  await answer.getByRole('textbox').fill('Give them our best')
  await expectAccessible(shop)
  await answer.getByRole('button', { name: 'Publish answer' }).click()
  await expect(shop.getByText('No reviews are waiting for an answer.')).toBeVisible()
  await expectAccessible(shop)

  await shop.goto(`/merchandise?product=${productId}`)
  const seen = shop.getByRole('region', { name: 'Reviews' })
  await seen.getByRole('button', { name: 'Report the review by Farida' }).click()
  await seen.getByRole('button', { name: 'Send report' }).click()
  await expect(seen.getByRole('alert')).toHaveText('Please give a reason.')
  await seen.getByRole('textbox').fill('It’s about another rope')
  await expectAccessible(shop)
  await seen.getByRole('button', { name: 'Send report' }).click()
  await expect(seen.getByText('Thank you. We’ll look into it')).toBeVisible()

  const desk = await openWindow()
  await openDesk(desk, 'Nadia')
  await desk.goto(`/admin-dashboard?view=reviews&show=reported&q=${mark}`)
  const card = desk.getByRole('article', { name: `Review of ${name} by` })
  await expect(card.getByText('It’s about another rope')).toBeVisible()
  await expectAccessible(desk)
  await card.getByRole('button', { name: 'Keep the review by Farida' }).click()
  await desk.getByRole('textbox', { name: 'Reason' }).fill('It’s about this one')
  await desk.getByRole('button', { name: 'Keep and close reports' }).click()
  await expect(desk.getByText('The reports are closed.')).toBeVisible()
  await expect(card).toBeHidden()

  await visitor.reload()
  await expect(reviews.getByText(`Paws ${mark} answered:`)).toBeVisible()
  await page.reload()
  await own.getByRole('button', { name: 'Report the review by Farida' }).click()
  await own.getByRole('textbox').fill('The answer is rude')
  await own.getByRole('button', { name: 'Send report' }).click()
  await expect(own.getByText('Thank you. We’ll look into it')).toBeVisible()

  await page.goto(`/order-confirmation/${orderId}`)
  await expect(bought.getByText('The seller answered: Give them our best')).toBeVisible()
  await bought.getByRole('button', { name: `Change your review of ${name}` }).click()
  await dialog.getByRole('button', { name: 'Delete review' }).click()
  await expect(bought.getByRole('button', { name: `Rate ${name}` })).toBeVisible()
  await page.goto(`/merchandise?product=${productId}`)
  await expect(page.getByText('No reviews yet. Buyers can rate it once it’s delivered.')).toBeVisible()
})
