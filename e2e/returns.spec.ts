import { makePhoto } from '#/pets/server/photo.factory.ts'
import { openDesk } from './desk.ts'
import { expect, expectAccessible, test } from './fixture.ts'
import { decideAtDesk, makeSentOrder } from './sent-order.ts'

test('a damaged medicine is returned with a photo that its pharmacist sees', async ({ page, openWindow }) => {
  const shop = await openWindow()
  const { id, name } = await makeSentOrder({ page, shop }, { sells: 'medicines' }, (ago) => [
    { to: 'delivered', by: 'seller', at: ago(1) },
  ])
  await page.goto(`/order-confirmation/${id}`)
  const parcel = page.getByRole('region', { name: /^Sold by/ })
  await parcel.getByRole('button', { name: 'Return', exact: true }).click()
  await parcel.getByLabel('What happened?').fill('The bottle is broken')
  await parcel.getByRole('button', { name: 'Ask for a return' }).click()
  await expect(parcel.getByText(/^Please add a photo/)).toBeVisible()
  await parcel.getByLabel('Add a photo').setInputFiles({
    name: 'scan.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.4'),
  })
  await expect(parcel.getByText('Please choose a JPG, PNG or WebP picture.')).toBeVisible()
  const photo = Buffer.from(await (await makePhoto()).arrayBuffer())
  await parcel
    .getByLabel('Add a photo')
    .setInputFiles({ name: 'bottle.jpg', mimeType: 'image/jpeg', buffer: photo })
  await expect(parcel.getByText('bottle.jpg')).toBeVisible()
  await expectAccessible(page)
  await parcel.getByRole('button', { name: 'Ask for a return' }).click()
  await expect(parcel.getByText('Return requested').first()).toBeVisible()

  await shop.goto('/my-orders?side=sold')
  const card = shop.getByRole('article', { name: `Order ${name}` })
  await expect(card.getByRole('img', { name: 'What’s wrong, as shown by the buyer' })).toBeVisible()
  await expectAccessible(shop)
})

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
  await desk.goto('/admin-dashboard?view=orders&returns=return_missing')
  await expectAccessible(desk)
  await desk
    .getByRole('article', { name: `Return of order ${name} to` })
    .getByRole('link')
    .click()
  await expect(desk.getByText('The seller says that the return never came.')).toBeVisible()
  await expectAccessible(desk)
  await decideAtDesk(desk, 'It was sent back', 'The carrier delivered it on Monday')

  await page.reload()
  await expect(parcel.getByText('The carrier delivered it on Monday')).toBeVisible()
  await expect(parcel.getByText('Returned', { exact: true }).first()).toBeVisible()
})
