import { openDesk } from './desk.ts'
import { expect, expectAccessible, test, visit } from './fixture.ts'
import { decideAtDesk, makeSentOrder } from './sent-order.ts'

test('a return is sent back with its tracking number, its seller misses it, and the desk decides', async ({
  page,
  openWindow,
}) => {
  const shop = await openWindow()
  const { id, name } = await makeSentOrder({ page, shop }, { returnKind: 'damaged' }, (ago) => [
    { to: 'delivered', by: 'seller', at: ago(3) },
    { to: 'return_asked', by: 'owner', at: ago(2), note: 'The seam is open' },
    { to: 'return_approved', by: 'seller', at: ago(1), note: 'Please send it to 14 Residency Road' },
  ])

  await page.goto(`/order-confirmation/${id}`)
  const parcel = page.getByRole('region', { name: /^Sold by/ })
  await expect(
    parcel.getByText('Send it to this address, unless the seller’s note above names another one'),
  ).toBeVisible()
  await parcel.getByRole('textbox', { name: 'Carrier' }).fill('India Post')
  await parcel.getByRole('textbox', { name: 'Tracking number' }).fill('EM918273645IN')
  await parcel.getByRole('button', { name: 'I’ve sent it back' }).click()
  await expect(parcel.getByText('The seller has until')).toBeVisible()

  await shop.goto('/my-orders?side=sold')
  const card = shop.getByRole('article', { name: `Order ${name}` })
  await expect(card.getByText('Sent back with India Post.')).toContainText('EM918273645IN')
  await card.getByRole('button', { name: `The return of order ${name} never came` }).click()
  await shop.getByRole('textbox', { name: 'Reason' }).fill('The tracking says it’s still in Pune')
  await shop.getByRole('button', { name: 'Report it' }).click()
  await expect(card.getByText('You’ve told us that it never came back.')).toBeVisible()

  const desk = await openWindow()
  await openDesk(desk, 'Nadia')
  await desk.goto('/admin-dashboard?view=orders&returns=return_missing')
  await desk
    .getByRole('article', { name: `Return of order ${name} to` })
    .getByRole('link')
    .click()
  await expect(desk.getByText('The seller says that the return never came.')).toBeVisible()
  await expectAccessible(desk)
  await decideAtDesk(desk, 'It was sent back', 'The carrier delivered it on Monday')

  await visit(page, '/my-orders')
  await page.getByRole('link', { name: `Order ${name}` }).click()
  await expect(parcel.getByText('The carrier delivered it on Monday')).toBeVisible()
  await expect(parcel.getByText('Returned', { exact: true }).first()).toBeVisible()
})
