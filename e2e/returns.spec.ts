import { makeOrder } from '#/shop/server/orders/made-order.factory.ts'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { openDesk } from './desk.ts'
import { expect, expectAccessible, signUpByApi, test } from './fixture.ts'
import { inDatabase } from './provider.ts'

const DAY = 86_400_000

test('a return is sent back with its tracking number, its seller misses it, and the desk decides', async ({
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
      ...{ userId, variantId: variantIds[0]!, returnKind: 'damaged' },
      steps: [
        { to: 'placed', by: 'owner', at: ago(9) },
        { to: 'packed', by: 'seller', at: ago(8) },
        { to: 'shipped', by: 'seller', at: ago(7) },
        { to: 'delivered', by: 'seller', at: ago(3) },
        { to: 'return_asked', by: 'owner', at: ago(2), note: 'The seam is open' },
        { to: 'return_approved', by: 'seller', at: ago(1), note: 'Please send it to 14 Residency Road' },
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
  await parcel.getByRole('button', { name: 'I’ve sent it back' }).click()
  await expect(parcel.getByRole('textbox', { name: 'Carrier' })).toBeFocused()
  await parcel.getByRole('textbox', { name: 'Carrier' }).fill('India Post')
  await parcel.getByRole('textbox', { name: 'Tracking number' }).fill('EM918273645IN')
  await expectAccessible(page)
  await parcel.getByRole('button', { name: 'I’ve sent it back' }).click()
  await expect(parcel.getByText('The seller has until')).toBeVisible()
  await expectAccessible(page)

  await shop.goto('/my-orders?side=sold')
  const card = shop.getByRole('article', { name: `Order ${name}` })
  await expect(card.getByText('Sent back with India Post.')).toContainText('EM918273645IN')
  await card.getByRole('button', { name: `The return of order ${name} never came` }).click()
  await shop.getByRole('textbox', { name: 'Reason' }).fill('The tracking says it’s still in Pune')
  await expectAccessible(shop)
  await shop.getByRole('button', { name: 'Report it' }).click()
  await expect(card.getByText('You’ve told us that it never came back.')).toBeVisible()
  await expectAccessible(shop)

  await page.reload()
  await expect(parcel.getByText('The seller says that your return never came.')).toBeVisible()

  const desk = await openWindow()
  await openDesk(desk, 'Nadia')
  await desk.goto(`/admin-dashboard?view=orders&reference=${name}`)
  await expect(desk.getByText('The seller says that the return never came.')).toBeVisible()
  await expectAccessible(desk)
  await desk.getByRole('button', { name: 'It was sent back' }).click()
  await desk.getByRole('textbox', { name: 'Reason' }).fill('The carrier delivered it on Monday')
  await desk.getByRole('button', { name: 'It was sent back' }).last().click()
  await expect(desk.getByText('Your decision is saved, and we’ve told both sides.')).toBeVisible()

  await page.reload()
  await expect(parcel.getByText('The carrier delivered it on Monday')).toBeVisible()
  await expect(parcel.getByText('Returned', { exact: true }).first()).toBeVisible()
})
