import type { Page } from '@playwright/test'
import { endCheckout } from '#/shop/server/orders/reserve.ts'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { inDatabase } from './database.ts'
import { expect, expectAccessible, type Session, signUpByApi, test } from './fixture.ts'

/** Lets a new buyer come to the checkout with a bed of a new seller, and enter an address without city and PIN code. */
async function fillCheckout(page: Page, shop: Session) {
  await signUpByApi(shop, 'Leela Rao')
  const { user } = await (await shop.request.get('/api/me')).json()
  const product = await inDatabase(async (db) => {
    const at = new Date(Date.now() - 86_400_000)
    const sellerId = await makeSupplier(db, { userId: user.id, at })
    return makeProduct(db, { sellerId, at, name: 'Cooling Bed' })
  })
  await signUpByApi(page, 'Farida Khan')
  await page.goto(`/merchandise?product=${product.id}`)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByText('Added. Your cart has 1 of these.')).toBeVisible()
  await page.goto('/checkout')
  await page.getByRole('textbox', { name: 'Phone' }).fill('+91 98123 45678')
  await page.getByRole('textbox', { name: 'Address' }).fill('12 Lake Road')
  return product.variantIds[0]!
}

test('“Place order” waits while the price is being checked, and a total that has changed is shown first', async ({
  page,
  openSession,
  expectConsole,
}) => {
  expectConsole(/422.*placeOrder/)
  await fillCheckout(page, await openSession())
  await page.getByRole('textbox', { name: 'City' }).fill('Bengaluru')
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByRole('textbox', { name: 'PIN code' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: 'PIN code' })).toHaveAccessibleDescription('Required')

  await page.getByRole('textbox', { name: 'PIN code' }).fill('560034')
  const state = page.getByRole('combobox', { name: 'State' })
  await state.selectOption('Tamil Nadu')
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(state).toBeFocused()
  await expect(state).toHaveAccessibleDescription(
    'PIN code 560034 is in Karnataka. Please check the PIN code and the state.',
  )
  await state.selectOption('Karnataka')
  await expect(state).not.toHaveAccessibleDescription(/Karnataka/)
  const gstin = page.getByRole('textbox', { name: 'GSTIN' })
  await gstin.fill('29ABCDE1234F1Z')
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(gstin).toBeFocused()
  await expect(gstin).toHaveAccessibleDescription(/This isn’t a valid GSTIN/)
  await gstin.fill('')
  await page.getByRole('textbox', { name: 'PIN code' }).fill('')

  // Holds the prices back until the buyer has clicked.
  let gate = Promise.withResolvers<void>()
  await page.route('**/rpc/shop/checkout', async (route) => {
    await gate.promise
    await route.continue()
  })
  await page.getByRole('textbox', { name: 'PIN code' }).fill('560034')
  await page.getByRole('radio', { name: 'Cash on delivery' }).check()
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByRole('button', { name: 'Checking the price...' })).toBeVisible()
  gate.resolve()
  await expect(page.getByRole('alert')).toContainText(
    /The total is now ₹[\d.]+\. Please check your order before you place it\./,
  )
  await expectAccessible(page)

  // Another PIN code doesn't change the total.
  gate = Promise.withResolvers<void>()
  await page.getByRole('textbox', { name: 'PIN code' }).fill('560035')
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(page.getByRole('button', { name: 'Checking the price...' })).toBeVisible()
  await expect(page).toHaveURL(/\/checkout$/)
  gate.resolve()
  await expect(page).toHaveURL(/\/order-confirmation\/[^/]+$/)
  await expect(page.getByRole('region', { name: /^Sold by/ })).toContainText('Fee for cash on delivery')
})

test('a checkout left open overnight is checked again before anything is ordered', async ({
  page,
  openSession,
  expectConsole,
}) => {
  expectConsole(/409/)
  const variantId = await fillCheckout(page, await openSession())
  await page.getByRole('textbox', { name: 'PIN code' }).fill('560034')
  await page.getByRole('textbox', { name: 'City' }).fill('Bengaluru')
  await expect(page.getByText('of which CGST')).toBeVisible()
  // Overnight, the reservation ends and the seller changes the price.
  await inDatabase(async (db) => {
    const { checkout_id: id } = await db
      .selectFrom('stock_reservations')
      .select('checkout_id')
      .where('variant_id', '=', variantId)
      .executeTakeFirstOrThrow()
    await endCheckout(db, { id, now: new Date() })
    await db.updateTable('product_variants').set({ price: 60_000 }).where('id', '=', variantId).execute()
  })
  await page.getByRole('button', { name: 'Place order' }).click()
  await expect(
    page.getByText('Something has changed since you opened this page, so we’ve checked your cart again.'),
  ).toBeVisible()
  await expect(page.getByText('The price has changed. It’s now ₹600.00.')).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Summary' })).toContainText('₹649.00')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Place order' }).click()
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page).toHaveURL(/\/order-confirmation\/[^/]+$/)
})
