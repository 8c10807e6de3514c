import { openDesk } from './desk.ts'
import { expect, expectAccessible, signUpByApi, test } from './fixture.ts'
import { makeSentOrder } from './sent-order.ts'

test('a visitor narrows the shelf, finds food despite a typo, and checks where it is delivered', {
  tag: '@both',
}, async ({ page, isMobile }) => {
  await page.goto('/merchandise')
  await expect(page.getByText(/^\d+ products$/)).toBeVisible()
  await page.getByRole('button', { name: /^Food/ }).click()
  if (isMobile) await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabel('Pet', { exact: true }).selectOption({ label: 'Cats (4)' })
  await expect(page.getByRole('status').filter({ hasText: '4 products' })).toBeVisible()
  await expect(page).toHaveURL('/merchandise?category=food&species=cat')
  await expectAccessible(page)

  await page.goto('/merchandise?sort=price')
  await page.getByRole('searchbox').fill('wisker samon')
  await expect(page.getByText('These are for whisker salmon.')).toBeVisible()
  await page.getByRole('link', { name: 'Adult Salmon' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Adult Salmon')
  await page.getByRole('radio', { name: /^3 kg/ }).check({ force: true })
  await expect(page.getByText('₹499.67 per kg')).toBeVisible()
  await page.getByLabel('Delivered to you?').fill('0123')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByText('Please enter 6 digits. PIN codes don’t start with 0.')).toBeVisible()
  await expect(page.getByLabel('Delivered to you?')).toBeFocused()
  await page.getByLabel('Delivered to you?').fill('150000')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByText('That PIN code doesn’t exist. Please check it.')).toBeVisible()
  await expect(page.getByLabel('Delivered to you?')).toBeFocused()
  await page.getByLabel('Delivered to you?').fill('110001')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByText('Green Tail Traders doesn’t deliver to 110001.')).toBeVisible()
  await expectAccessible(page)
  await page.goBack()
  await expect(page.getByRole('searchbox')).toHaveValue('wisker samon')
})

test('medicines say what they need, and a product that isn’t sold says so', async ({
  page,
  expectConsole,
}) => {
  await page.goto('/pharmacy?form=chew')
  await page.getByRole('link', { name: 'Flexidol' }).click()
  await expect(page.getByText('Prescription required')).toBeVisible()
  await expect(page.getByText('Schedule H: sold only on a vet’s prescription')).toBeVisible()
  await expectAccessible(page)
  expectConsole(/404/)
  await page.goto('/pharmacy?product=01900000-0000-7000-8000-000000000000')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This product isn’t available')
  await page.goto('/pharmacy?q=chicken')
  await expect(page.getByText('No products match.')).toBeVisible()
  await page.getByRole('link', { name: 'Search the shop' }).click()
  await expect(page).toHaveURL('/merchandise?q=chicken')
  await expect(page.getByText(/^\d+ products$/)).toBeVisible()
  await page.goto('/pharmacy?q=zebra')
  await expect(page.getByText('No products match.')).toBeVisible()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(page).toHaveURL('/pharmacy')
  await expect(page.getByText(/^\d+ products$/)).toBeVisible()
})

test('a guest fills a cart, takes back a removal, and finds it all after signing up', {
  tag: '@both',
}, async ({ page, isMobile }) => {
  await page.goto('/merchandise?q=chicken rice')
  await page.getByRole('link', { name: 'Chicken & Rice' }).click()
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByText('Added. Your cart has 1 of these.')).toBeVisible()
  await page.goto('/pharmacy?q=probiotic')
  await page.getByRole('link', { name: 'Probiotic Powder' }).click()
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.getByRole('link', { name: 'View cart' }).click()

  await expect(page).toHaveURL('/cart')
  const food = page.getByRole('region', { name: 'Sold by Paw Pantry' })
  await food.getByRole('button', { name: /^One more of/ }).click()
  await expect(food.getByText('₹898.00')).toBeVisible()
  await expect(food.getByText('Free delivery')).toBeVisible()
  await expect(page.getByText('You’ll log in first.')).toBeVisible()
  await expectAccessible(page)
  await food.getByRole('button', { name: /^Remove/ }).click()
  await expect(food).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(food.getByText('₹898.00')).toBeVisible()

  await signUpByApi(page, 'Farida Khan')
  await page.goto('/cart')
  await expect(food.getByText('₹898.00')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart, 3 items' })).toBeVisible()
  if (isMobile) {
    const { width, height } = page.viewportSize()!
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
    await page.setViewportSize({ width, height })
  }
  await page.reload()
  await expect(page.getByRole('region', { name: 'Sold by Lalitha Krishnan' })).toContainText(
    'Probiotic Powder',
  )

  await page.getByRole('link', { name: 'Go to checkout' }).click()
  await expect(page.getByRole('heading', { name: 'Checkout', level: 1 })).toBeVisible()
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByRole('textbox', { name: 'Phone' })).toBeFocused()
  await page.getByRole('textbox', { name: 'Phone' }).fill('+91 98123 45678')
  await page.getByRole('textbox', { name: 'Address' }).fill('12 Lake Road')
  await page.getByRole('textbox', { name: 'PIN code' }).fill('560034')
  await page.getByRole('textbox', { name: 'City' }).fill('Bengaluru')
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('29')
  await expect(page.getByText('of which CGST')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Place order' }).click()
  await page.getByRole('button', { name: /^Pay/ }).click()

  await expect(page).toHaveURL(/\/order-confirmation\//)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Order OR-/)
  for (const seller of ['Paw Pantry', 'Lalitha Krishnan'])
    await expect(
      page
        .getByRole('region', { name: `Sold by ${seller}` })
        .getByText('Placed', { exact: true })
        .first(),
    ).toBeVisible({ timeout: 20_000 })
  await expectAccessible(page)
  const parcel = page.getByRole('region', { name: 'Sold by Paw Pantry' })
  await parcel.getByRole('button', { name: 'Cancel these items' }).click()
  await page.getByRole('button', { name: 'Yes, cancel' }).click()
  await expect(page.getByText('₹898.00 refunded')).toBeVisible()
})

test('an order leads its seller to their part and admins to the desk; others don’t find it', async ({
  page,
  openWindow,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/)
  const [shop, stranger] = [await openWindow(), await openWindow()]
  const { id, name } = await makeSentOrder({ page, shop })
  const address = `/order-confirmation/${id}`
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1, name: `Order ${name}` })).toBeVisible()
  await page.getByRole('link', { name: 'Help', exact: true }).click()
  await expect(page.getByLabel('What’s it about?')).toHaveValue('order')
  await expect(page.getByLabel('Which order? (optional)')).toHaveValue(id)
  await expectAccessible(page)

  await shop.goto(address)
  await expect(shop).toHaveURL(`/my-orders?side=sold&order=${id}`)
  await expect(shop.getByRole('article', { name: `Order ${name}` })).toBeVisible()
  await expectAccessible(shop)

  await signUpByApi(stranger, 'Omar Sheikh')
  await stranger.goto(address)
  await expect(stranger.getByRole('heading', { name: 'Order not found' })).toBeVisible()
  // Whether it's theirs to pack can't be told while that list doesn't answer.
  await stranger.route('**/rpc/shop/sold*', (route) => route.fulfill({ status: 500 }))
  await stranger.reload()
  await expect(stranger.getByRole('heading', { name: /^Something went wrong/ })).toBeVisible()
  await stranger.unroute('**/rpc/shop/sold*')
  await stranger.getByRole('button', { name: 'Retry' }).click()
  await expect(stranger.getByRole('heading', { name: 'Order not found' })).toBeVisible()
  await openDesk(stranger, 'Nadia')
  await stranger.goto(address)
  await expect(stranger.getByRole('heading', { name: `Order ${name}` })).toBeVisible()
  await expect(stranger).toHaveURL(/\/admin-dashboard\?view=orders/)

  const { user } = await (await page.request.get('/api/me')).json()
  await stranger.goto('/admin-dashboard?view=orders')
  const orders = stranger.getByRole('region', { name: 'All orders' })
  await orders.getByRole('textbox', { name: 'Buyer' }).fill(user.email)
  await orders.getByRole('combobox', { name: 'Status' }).selectOption('packed')
  await orders.getByRole('button', { name: 'Search' }).click()
  await expect(orders.getByText('No orders match.')).toBeVisible()
  await orders.getByRole('combobox', { name: 'Status' }).selectOption('shipped')
  await orders.getByRole('button', { name: 'Search' }).click()
  await expect(orders.getByRole('article', { name: `Order ${name} from` })).toBeVisible()
  await expectAccessible(stranger)
})
