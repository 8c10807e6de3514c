import { openDesk } from './desk.ts'
import { expect, expectAccessible, test } from './fixture.ts'
import { decideAtDesk, makeSentOrder } from './sent-order.ts'

test('a parcel is reported missing, its seller reads it, and the desk decides for the buyer', async ({
  page,
  openWindow,
}) => {
  const shop = await openWindow()
  const { id, name } = await makeSentOrder({ page, shop })

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
  await decideAtDesk(desk, 'Cancel it', 'The carrier lost it')

  await page.reload()
  await expect(parcel.getByText('The carrier lost it')).toBeVisible()
  await expect(parcel.getByText('Cancelled', { exact: true }).first()).toBeVisible()
})

test('a parcel that its buyer refused comes back to the seller, who puts its products on sale again', async ({
  page,
  openWindow,
}) => {
  const shop = await openWindow()
  const { id, name } = await makeSentOrder({ page, shop })
  await shop.goto('/my-orders?side=sold')
  const card = shop.getByRole('article', { name: `Order ${name}` })
  await expect(card.getByText('If it gets lost, or the buyer refuses it')).toBeVisible()
  await card.getByRole('button', { name: `Order ${name} wasn’t delivered` }).click()
  const dialog = shop.getByRole('dialog', { name: `Cancel order ${name} as not delivered?` })
  await dialog.getByRole('checkbox', { name: 'It came back to me' }).check()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Refused at the door')
  await expectAccessible(shop)
  await dialog.getByRole('button', { name: 'Cancel the order' }).click()
  await expect(shop.getByText('The order is cancelled, and we’ve told the buyer.')).toBeVisible()
  await page.goto(`/order-confirmation/${id}`)
  await expect(page.getByText('Refused at the door')).toBeVisible()
})

test('a buyer says that a parcel has arrived, and can return it at once', async ({ page, openWindow }) => {
  const shop = await openWindow()
  await makeSentOrder({ page, shop })
  await page.goto('/dashboard')
  const waiting = page.getByRole('region', { name: 'Orders in progress' })
  await expect(waiting).toContainText('Cooling Bed')
  await expect(waiting.getByText('On its way', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await waiting.getByRole('link', { name: /Cooling Bed/ }).click()
  const parcel = page.getByRole('region', { name: /^Sold by/ })
  await parcel.getByRole('button', { name: 'It has arrived' }).click()
  await parcel.getByRole('button', { name: 'Yes, it has' }).click()
  await expect(parcel.getByText('Delivered', { exact: true }).first()).toBeVisible()
  await expect(parcel.getByRole('button', { name: 'Return', exact: true })).toBeVisible()
  await expect(parcel.getByRole('button', { name: 'It never arrived' })).toBeHidden()
  await expectAccessible(page)
  await page.goto('/dashboard')
  await expect(waiting).toContainText('No orders in progress.')
})
