import { makeOrder } from '#/shop/server/orders/made-order.factory.ts'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { inDatabase } from './database.ts'
import { expect, expectAccessible, type Session, signUpByApi, test } from './fixture.ts'

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

test('a supplier adds a product, it is found in the shop, and its stock runs low', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/409.*changeStock/)
  const mark = crypto.randomUUID().slice(0, 6)
  const name = `Millet ${mark}`
  await becomeSupplier(page, `Green Tail ${mark}`)
  await page.goto('/my-products')
  await expect(page.getByText('You have no products yet.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Add a product' }).click()

  // Typed text stays, and the first problem has the focus.
  await page.getByRole('textbox', { name: 'Brand' }).fill('Tail & Bowl')
  await page.getByRole('button', { name: 'Add product' }).click()
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByRole('radio', { name: 'Food', exact: true }).check({ force: true })
  await page.getByRole('checkbox', { name: 'Dogs' }).check({ force: true })
  await page.getByRole('radio', { name: 'Food (18%)' }).check({ force: true })
  const size = page.getByRole('region', { name: 'Size 1' })
  await size.getByRole('textbox', { name: 'Size or pack' }).fill('1 kg')
  await size.getByRole('textbox', { name: 'Price in rupees' }).fill('0')
  await size.getByRole('textbox', { name: 'In stock now' }).fill('8')
  await size.getByRole('textbox', { name: 'Net weight' }).fill('1000')
  await page.getByRole('button', { name: 'Add product' }).click()
  await expect(page.getByText('Please enter an amount above 0')).toBeVisible()
  await expectAccessible(page)
  const price = size.getByRole('textbox', { name: 'Price in rupees' })
  await price.fill('449.505')
  await expect(price).toHaveAccessibleDescription('Please use at most two decimals, like 499.50')
  await price.fill('449.50')
  const inStock = size.getByRole('textbox', { name: 'In stock now' })
  await inStock.fill('-1')
  await page.getByRole('button', { name: 'Add product' }).click()
  await expect(inStock).toBeFocused()
  await expect(inStock).toHaveAccessibleDescription('Please enter 0 or more')
  await inStock.fill('1.5')
  await expect(inStock).toHaveAccessibleDescription('Please enter a whole number, without decimals')
  await inStock.fill('5000000')
  await expect(inStock).toHaveAccessibleDescription('Please enter 10,00,000 or less')
  await inStock.fill('8')
  await page.getByRole('button', { name: 'Add product' }).click()
  await expect(page).toHaveURL('/my-products')
  const row = page.getByRole('article').filter({ hasText: name })
  await expect(row).toContainText('8 in stock')

  // Five come in and eleven are damaged, so that two are left.
  await row.getByRole('link', { name }).click()
  const stock = page.getByRole('article', { name: '1 kg' })
  const change = async (reason: string, question: string, units: string) => {
    await stock.getByRole('button', { name: 'Change stock' }).click()
    await stock.getByRole('radio', { name: reason }).check({ force: true })
    await stock.getByRole('textbox', { name: question }).fill(units)
    await stock.getByRole('button', { name: 'Save the change' }).click()
  }
  await change('Received', 'How many came in?', '5')
  await expect(stock).toContainText('13 in stock')
  await change('Damaged or lost', 'How many are gone?', '20')
  await expect(stock.getByRole('alert')).toHaveText('There are fewer than that in stock.')
  await stock.getByRole('textbox', { name: 'How many are gone?' }).fill('11')
  await stock.getByRole('button', { name: 'Save the change' }).click()
  await expect(stock).toContainText('2 in stock (low)')
  await stock.getByRole('button', { name: 'History' }).click()
  await expect(stock.getByRole('listitem')).toHaveCount(3)
  await expectAccessible(page)

  await page.goto(`/merchandise?q=${encodeURIComponent(name)}`)
  await page.getByRole('link', { name }).click()
  await expect(page.getByText('₹449.50').first()).toBeVisible()
  await expect(page.getByText('Only 2 left')).toBeVisible()

  // A hidden product leaves the shop but stays in the list.
  await page.goto('/my-products')
  await row.getByRole('link', { name }).click()
  await page.getByRole('checkbox', { name: 'Show this product in the shop' }).uncheck({ force: true })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('article').filter({ hasText: name })).toContainText('Hidden')
})

test('a supplier imports a file: first with errors, then right, and exports it again', async ({ page }) => {
  const mark = crypto.randomUUID().slice(0, 6)
  await becomeSupplier(page, `Green Tail ${mark}`)
  await page.goto('/my-products')
  await page.getByRole('link', { name: 'Import' }).click()
  const head = 'sku,name,brand,category,for,size,price,tax_class,stock'
  const choose = (...lines: string[]) =>
    page.getByLabel('Choose a CSV file').setInputFiles({
      name: 'products.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from([head, ...lines].join('\n')),
    })
  await choose(
    `A,Oats ${mark},Oat House,food,dog,1 kg,0,food,4`,
    `A,Rice ${mark},Oat House,food,dog,1 kg,5,gold,4`,
  )
  await expect(page.getByRole('heading', { name: 'products.csv: 3 problems' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Line 2, price' })).toContainText('above 0')
  await expect(page.getByRole('listitem').filter({ hasText: 'Line 3, sku' })).toContainText(
    'Line 2 has this SKU too.',
  )
  await expectAccessible(page)
  await choose(
    `A,Oats ${mark},Oat House,food,dog,1 kg,99.50,food,4`,
    `B,Rice ${mark},Oat House,food,dog,1 kg,5,food,4`,
  )
  await expect(page.getByRole('heading', { name: 'products.csv: 2 new products' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Import them' }).click()
  await expect(page).toHaveURL('/my-products')
  await expect(page.getByRole('article').filter({ hasText: `Oats ${mark}` })).toContainText('₹99.50')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  expect((await download).suggestedFilename()).toBe('my-products.csv')
  await page.getByRole('link', { name: 'Import' }).click()
  await choose(`A,Oats ${mark},Oat House,food,dog,1 kg,109.50,food,4`)
  await expect(page.getByText('changed products keep their current values')).toContainText('description')
  await page.getByRole('button', { name: 'Import them' }).click()
  await expect(page.getByRole('article').filter({ hasText: `Oats ${mark}` })).toContainText('₹109.50')
})

test('a seller chooses where they deliver, and buyers read it on the product’s page', async ({
  page,
  openWindow,
  expectConsole,
}) => {
  expectConsole(/409.*saveDelivery/)
  const mark = crypto.randomUUID().slice(0, 6)
  const sellerId = await becomeSupplier(page, `Green Tail ${mark}`)
  const { id } = await inDatabase((db) =>
    makeProduct(db, { sellerId, at: new Date(), name: `Brush ${mark}` }),
  )
  await page.goto('/my-products')
  const delivery = page.getByRole('region', { name: 'Delivery' })
  await expect(delivery).toContainText('You deliver to all of India in 2 to 5 working days.')
  const other = await page.context().newPage()
  await other.goto('/my-products')
  await other.getByRole('button', { name: 'Change delivery' }).click()

  await delivery.getByRole('button', { name: 'Change delivery' }).click()
  const pins = delivery.getByRole('textbox', { name: 'PIN codes you deliver to' })
  const least = delivery.getByRole('textbox', { name: 'Minimum working days' })
  await pins.fill('560, 899')
  await least.fill('6')
  await delivery.getByRole('button', { name: 'Save' }).click()
  await expect(pins).toBeFocused()
  await expect(delivery).toContainText('No PIN code starts with 899. Please check it.')
  await expect(delivery).toContainText('This can’t be less than the minimum.')
  await expectAccessible(page)
  await pins.fill('560, 56, 600 001')
  await least.fill('1')
  await delivery.getByRole('textbox', { name: 'Maximum working days' }).fill('1')
  await delivery.getByRole('button', { name: 'Save' }).click()
  await expect(delivery).toContainText('Saved. Buyers can see this now.')
  await expect(delivery).toContainText('PIN codes that start with 56 or 600001 in 1 working day.')

  // The older tab doesn't overwrite it.
  const older = other.getByRole('region', { name: 'Delivery' })
  await older.getByRole('textbox', { name: 'PIN codes you deliver to' }).fill('4')
  await older.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(older).toContainText('changed elsewhere')
  await older.getByRole('button', { name: 'Show what was saved' }).click()
  await expect(older.getByRole('textbox', { name: 'PIN codes you deliver to' })).toHaveValue('56, 600001')

  const buyer = await openWindow()
  await buyer.goto(`/merchandise?product=${id}`)
  await buyer.getByLabel('Delivered to you?').fill('400001')
  await buyer.getByLabel('Delivered to you?').press('Enter')
  await expect(buyer.getByText(`Green Tail ${mark} doesn’t deliver to 400001.`)).toBeVisible()
  await buyer.getByLabel('Delivered to you?').fill('560034')
  await buyer.getByLabel('Delivered to you?').press('Enter')
  await expect(buyer.getByText(`Green Tail ${mark} delivers to 560034 in 1 working day.`)).toBeVisible()
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
  await expectAccessible(page)
  await sold.getByRole('button', { name: 'Mark as packed' }).click()
  await sold.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(sold.getByRole('textbox', { name: 'Carrier' })).toBeFocused()
  await sold.getByRole('textbox', { name: 'Carrier' }).fill('India Post')
  await sold.getByRole('textbox', { name: 'Tracking number' }).fill('EM123456789IN')
  await expectAccessible(page)
  await sold.getByRole('button', { name: 'Mark as shipped' }).click()
  await expect(sold).toContainText('On its way')

  await home.goto('/my-orders')
  await expectAccessible(home)
  await home.getByRole('link', { name: /^Order OR-/ }).click()
  await expect(home.getByText('EM123456789IN')).toBeVisible()
  await sold.getByRole('button', { name: 'Mark as delivered' }).click()
  await expect(page.getByText('No unfinished orders.')).toBeVisible()
  await home.reload()
  await home.getByRole('button', { name: 'Return' }).click()
  await home.getByRole('textbox', { name: 'What happened?' }).fill('It’s the wrong size.')
  await home.getByRole('button', { name: 'Ask for a return' }).click()
  await expect(home.getByText('Return requested').first()).toBeVisible()

  await page.reload()
  await expect(sold).toContainText('It’s the wrong size.')
  await sold.getByRole('button', { name: 'Take it back' }).click()
  await expect(sold.getByRole('textbox', { name: 'Your answer to the buyer' })).toBeFocused()
  await sold.getByRole('textbox', { name: 'Your answer to the buyer' }).fill('Please send it to our shop.')
  await expectAccessible(page)
  await sold.getByRole('button', { name: 'Take it back' }).click()
  await sold.getByRole('button', { name: 'I’ve received it back' }).click()
  // It is done, so it isn't among the open ones.
  await expect(page.getByText('No unfinished orders.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all orders' }).click()
  await expect(sold).toContainText('Returned')
  await home.goto('/my-orders')
  await expect(home.getByRole('article', { name: /^Order OR-/ })).toContainText('Returned')
})

test('a seller sees the orders to pack first, the oldest on top, and can switch to all', async ({
  page,
  openWindow,
}) => {
  const mark = crypto.randomUUID().slice(0, 6)
  const sellerId = await becomeSupplier(page, `Green Tail ${mark}`)
  const home = await openWindow()
  await signUpByApi(home, 'Farida Khan')
  const userId = await userIdOf(home)
  await inDatabase(async (db) => {
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
    const { variantIds } = await makeProduct(db, { sellerId, name: `Millet ${mark}`, at: ago(9) })
    const make = (days: number, ...further: ('packed' | 'shipped')[]) =>
      makeOrder(db, {
        userId,
        variantId: variantIds[0]!,
        steps: [
          { to: 'placed', by: 'owner', at: ago(days) },
          ...further.map((to) => ({ to, by: 'seller', at: ago(1) }) as const),
        ],
      })
    await make(2)
    await make(3, 'packed')
    await make(4, 'packed', 'shipped')
  })

  await page.goto('/my-orders?side=sold')
  const sold = page.getByRole('article', { name: /^Order OR-/ })
  await expect(sold).toHaveCount(2)
  await expect(sold.first()).toContainText('Packed')
  await expect(sold.first()).toContainText('of which IGST')
  await expect(sold.first()).toContainText(/Expected (\d|by)/)
  await expectAccessible(page)
  await page.getByLabel('Show').selectOption('Not finished yet')
  await expect(sold).toHaveCount(3)
  await expect(page).toHaveURL('/my-orders?side=sold&show=open')
  await page.reload()
  await expect(sold).toHaveCount(3)
  await page.getByLabel('Show').selectOption('To pack and send')
  await expect(sold).toHaveCount(2)

  await home.goto('/my-orders')
  await expect(home.getByText(/Expected (\d|by)/)).toHaveCount(3)
  await expectAccessible(home)
})
