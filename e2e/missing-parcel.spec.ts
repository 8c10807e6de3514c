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
