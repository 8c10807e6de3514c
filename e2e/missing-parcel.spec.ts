import { makeOrder } from '#/shop/server/orders/made-order.factory.ts'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { openDesk } from './desk.ts'
import { expect, expectAccessible, signUpByApi, test } from './fixture.ts'
import { inDatabase } from './provider.ts'

const DAY = 86_400_000

test('a parcel is reported missing, its seller reads it, and the desk decides for the buyer', async ({
  page,
  openWindow,
}) => {
  const shop = await openWindow()
  await signUpByApi(shop, 'Leela Rao')
  await signUpByApi(page, 'Farida Khan')
  const idOf = async (one: typeof page) => (await (await one.request.get('/api/me')).json()).user.id as string
  const [userId, sellerUserId] = [await idOf(page), await idOf(shop)]
  const { id, number } = await inDatabase(async (db) => {
    const ago = (days: number) => new Date(Date.now() - days * DAY)
    const sellerId = await makeSupplier(db, { userId: sellerUserId, at: ago(30) })
    const { variantIds } = await makeProduct(db, { sellerId, at: ago(30), name: 'Cooling Bed' })
    const order = await makeOrder(db, {
      ...{ userId, variantId: variantIds[0]! },
      steps: [
        { to: 'placed', by: 'owner', at: ago(9) },
        { to: 'packed', by: 'seller', at: ago(8) },
        { to: 'shipped', by: 'seller', at: ago(7) },
      ],
    })
    return db
      .selectFrom('orders')
      .select(['id', 'number'])
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow()
  })
  const name = `OR-${String(number).padStart(6, '0')}`

  await page.goto(`/order-confirmation/${id}`)
  const parcel = page.getByRole('region', { name: /^Sold by/ })
  await parcel.getByRole('button', { name: 'It never arrived' }).click()
  await parcel.getByRole('button', { name: 'Report as missing' }).click()
  await expect(parcel.getByRole('textbox', { name: 'What happened?' })).toBeFocused()
  await parcel.getByRole('textbox', { name: 'What happened?' }).fill('The tracking ends in Nagpur')
  await expectAccessible(page)
  await parcel.getByRole('button', { name: 'Report as missing' }).click()
  await expect(parcel.getByText('We’re looking into it and have told the seller.')).toBeVisible()
  await expectAccessible(page)

  await shop.goto('/my-orders?side=sold')
  const card = shop.getByRole('article', { name: `Order ${name}` })
  await expect(card.getByText('The tracking ends in Nagpur')).toBeVisible()
  await expectAccessible(shop)

  const desk = await openWindow()
  await openDesk(desk, 'Nadia')
  await desk.goto(`/admin-dashboard?view=orders&reference=${name}`)
  await expect(desk.getByText('The tracking ends in Nagpur')).toBeVisible()
  await expectAccessible(desk)
  await desk.getByRole('button', { name: 'Cancel it' }).click()
  await desk.getByRole('textbox', { name: 'Reason' }).fill('The carrier lost it')
  await desk.getByRole('button', { name: 'Cancel it' }).last().click()
  await expect(desk.getByText('Your decision is saved, and we’ve told both sides.')).toBeVisible()

  await page.reload()
  await expect(parcel.getByText('The carrier lost it')).toBeVisible()
  await expect(parcel.getByText('Cancelled', { exact: true }).first()).toBeVisible()
})
