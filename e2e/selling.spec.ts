import { makeOrder } from '#/shop/server/orders/made-order.factory.ts'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { inDatabase } from './database.ts'
import { expect, expectAccessible, type Session, signUpByApi, test, visit } from './fixture.ts'

async function userIdOf({ request }: Session): Promise<string> {
  const { user } = await (await request.get('/api/me')).json()
  return user.id
}

/** Signs up a verified supplier, and returns the record's id. */
async function becomeSupplier(session: Session, name: string): Promise<string> {
  await signUpByApi(session, name)
  const userId = await userIdOf(session)
  return inDatabase((db) => makeSupplier(db, { userId, name, at: new Date() }))
}

test('a supplier adds a product, it is found in the shop, and its stock runs low; a file adds another', async ({
  page,
}) => {
  const mark = crypto.randomUUID().slice(0, 6)
  const name = `Millet ${mark}`
  await becomeSupplier(page, `Green Tail ${mark}`)
  await page.goto('/my-products')
  await expect(page.getByText('You have no products yet.')).toBeVisible()
  await page.getByRole('link', { name: 'Add a product' }).click()
  await page.getByRole('textbox', { name: 'Brand' }).fill('Tail & Bowl')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByRole('radio', { name: 'Food', exact: true }).check({ force: true })
  await page.getByRole('checkbox', { name: 'Dogs' }).check({ force: true })
  await page.getByRole('radio', { name: 'Food (18%)' }).check({ force: true })
  const size = page.getByRole('region', { name: 'Size 1' })
  await size.getByRole('textbox', { name: 'Size or pack' }).fill('1 kg')
  await size.getByRole('textbox', { name: 'Price in rupees' }).fill('449.50')
  await size.getByRole('textbox', { name: 'In stock now' }).fill('13')
  await page.getByRole('button', { name: 'Add product' }).click()
  await expect(page).toHaveURL('/my-products')
  const row = page.getByRole('article').filter({ hasText: name })
  await expect(row).toContainText('13 in stock')
  await row.getByRole('link', { name }).click()
  const stock = page.getByRole('article', { name: '1 kg' })
  await stock.getByRole('button', { name: 'Change stock' }).click()
  await stock.getByRole('radio', { name: 'Damaged or lost' }).check({ force: true })
  await stock.getByRole('textbox', { name: 'How many are gone?' }).fill('11')
  await stock.getByRole('button', { name: 'Save the change' }).click()
  await expect(stock).toContainText('2 in stock (low)')
  await stock.getByRole('button', { name: 'History' }).click()
  await expect(stock.getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)

  await page.getByRole('link', { name: '← My products' }).click()
  await expect(row).toContainText('2 in stock')
  await visit(page, `/merchandise?q=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name }).click()
  await expect(page.getByText('₹449.50').first()).toBeVisible()
  await expect(page.getByText('Only 2 left')).toBeVisible()

  await visit(page, '/my-products')
  await page.getByRole('link', { name: 'Import' }).click()
  const lines = [
    'sku,name,brand,category,for,size,price,tax_class,stock',
    `A,Oats ${mark},Oat House,food,dog,1 kg,99.50,food,4`,
  ]
  await page.getByLabel('Choose a CSV file').setInputFiles({
    name: 'products.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\n')),
  })
  await expect(page.getByRole('heading', { name: 'products.csv: 1 new product' })).toBeVisible()
  await page.getByRole('button', { name: 'Import them' }).click()
  await expect(page).toHaveURL('/my-products')
  await expect(page.getByRole('article').filter({ hasText: `Oats ${mark}` })).toContainText('₹99.50')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  expect((await download).suggestedFilename()).toBe('my-products.csv')
})

test('a seller packs and sends an order, and the buyer follows it and returns it', async ({
  page,
  openWindow,
}) => {
  const mark = crypto.randomUUID().slice(0, 6)
  const sellerId = await becomeSupplier(page, `Green Tail ${mark}`)
  const home = await openWindow()
  await signUpByApi(home, 'Farida Khan')
  const userId = await userIdOf(home)
  const at = new Date()
  await inDatabase(async (db) => {
    const { variantIds } = await makeProduct(db, { sellerId, name: `Millet ${mark}`, at })
    await makeOrder(db, { userId, variantId: variantIds[0]!, steps: [{ to: 'placed', by: 'owner', at }] })
  })

  await page.goto('/my-orders?side=sold')
  const sold = page.getByRole('article', { name: /^Order OR-/ })
  await expect(sold).toContainText('12 Lake Road')
  await sold.getByRole('button', { name: 'Mark as packed' }).click()
  await sold.getByRole('textbox', { name: 'Carrier' }).fill('India Post')
  await sold.getByRole('textbox', { name: 'Tracking number' }).fill('EM123456789IN')
  await sold.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(sold).toContainText('On its way')
  await sold.getByRole('button', { name: 'Mark as delivered' }).click()
  await expect(page.getByText('No unfinished orders.')).toBeVisible()

  await home.goto('/my-orders')
  await expectAccessible(home)
  await home.getByRole('link', { name: /^Order OR-/ }).click()
  await expect(home.getByText('EM123456789IN')).toBeVisible()
  await home.getByRole('button', { name: 'Return' }).click()
  await home.getByRole('textbox', { name: 'What happened?' }).fill('It’s the wrong size.')
  await home.getByRole('button', { name: 'Ask for a return' }).click()
  await expect(home.getByText('Return requested').first()).toBeVisible()

  await page.reload()
  await expect(sold).toContainText('It’s the wrong size.')
  await sold.getByRole('textbox', { name: 'Your answer to the buyer' }).fill('Please send it to our shop.')
  await expectAccessible(page)
  await sold.getByRole('button', { name: 'Take it back' }).click()
  await sold.getByRole('button', { name: /^I’ve received the return/ }).click()
  await page.getByRole('button', { name: 'Yes, it’s back' }).click()
  // It is done, so it isn't among the open ones.
  await expect(page.getByText('No unfinished orders.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all orders' }).click()
  await expect(sold).toContainText('Returned')
  await visit(home, '/my-orders')
  await expect(home.getByRole('article', { name: /^Order OR-/ })).toContainText('Returned')

  await visit(page, '/my-products')
  await page.getByRole('link', { name: 'Sales' }).click()
  await expect(page.getByText('100%')).toBeVisible()
})
