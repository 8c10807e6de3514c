import type { Page } from '@playwright/test'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { read } from './booking.ts'
import { inDatabase } from './database.ts'
import { expect, expectAccessible, holdPolls, openLive, type Session, signUpByApi, test } from './fixture.ts'
import { atSandbox } from './sandbox.ts'

/** Puts a seller's product into the buyer's cart, and checks out up to the sandbox's page. */
async function placeOrder(page: Page, shop: Session): Promise<void> {
  await signUpByApi(shop, 'Leela Rao')
  const sellerUserId = (await (await shop.request.get('/api/me')).json()).user.id as string
  const productId = await inDatabase(async (db) => {
    const at = new Date(Date.now() - 86_400_000)
    const sellerId = await makeSupplier(db, { userId: sellerUserId, at })
    return (await makeProduct(db, { sellerId, at, name: 'Cooling Bed' })).id
  })
  await signUpByApi(page, 'Farida Khan')
  await page.goto(`/merchandise?product=${productId}`)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByText('Added. Your cart has 1 of these.')).toBeVisible()
  await page.getByRole('link', { name: 'View cart' }).click()
  await page.getByRole('link', { name: 'Go to checkout' }).click()
  await page.getByRole('textbox', { name: 'Phone' }).fill('+91 98123 45678')
  await page.getByRole('textbox', { name: 'Address' }).fill('12 Lake Road')
  await page.getByRole('textbox', { name: 'PIN code' }).fill('560034')
  await page.getByRole('textbox', { name: 'City' }).fill('Bengaluru')
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('29')
  await page.getByRole('button', { name: 'Place order' }).click()
}

test('an order that the bank refused is paid again by UPI, and both open pages show when the money arrives', async ({
  page,
  openSession,
}) => {
  await placeOrder(page, await openSession())
  await atSandbox(page, 'The bank says no', /^Pay/)
  await expect(page).toHaveURL(/\/order-confirmation\/[^/]+$/)
  const payment = page.getByRole('region', { name: 'Payment' })
  await expect(payment.getByRole('heading', { name: 'Payment failed' })).toBeVisible()
  await expect(payment.getByText('The bank declined the payment.')).toBeVisible()
  await expectAccessible(page)
  await payment.getByRole('button', { name: 'Pay another way' }).click()
  await expect(page.getByLabel('UPI ID')).toBeVisible()
  await atSandbox(page, 'The bank takes 20 seconds', /^Pay/)

  const waiting = page.getByRole('status', { name: 'Payment' })
  await expect(waiting.getByText('We are waiting for your bank')).toBeVisible()
  // The page's polls are held, so that it learns of the payment by the stream.
  const { pathname } = new URL(page.url())
  await openLive(page, pathname)
  await expect(waiting).toBeVisible()
  const second = await page.context().newPage()
  await second.goto(pathname)
  await expect(second.getByText('Please don’t pay again.')).toBeVisible()
  await expect(second.getByRole('button', { name: /Pay Now|Try again/ })).toHaveCount(0)
  const id = pathname.split('/').at(-1)!
  await holdPolls(page, /\/rpc\/shop\/order(\?|$)/, async () => {
    const { payment } = await read<{ payment: { status: string } }>(page, `/shop/orders/${id}`)
    return payment.status !== 'pending'
  })
  for (const tab of [page, second])
    await expect(
      tab
        .getByRole('region', { name: /^Sold by/ })
        .getByText('Placed', { exact: true })
        .first(),
    ).toBeVisible({ timeout: 40_000 })
  await expect(waiting).toHaveCount(0)
  // One may still be asking when the story ends.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})
