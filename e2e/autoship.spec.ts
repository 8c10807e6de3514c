import type { Page } from '@playwright/test'
import { dayOf } from '#/kernel/time.ts'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { inDatabase } from './database.ts'
import { expect, expectAccessible, type Session, signUpByApi, test } from './fixture.ts'

const idOf = async ({ request }: Session) => (await (await request.get('/api/me')).json()).user.id as string

async function sellFood(shop: Session): Promise<{ id: string; variantId: string }> {
  await signUpByApi(shop, 'Leela Rao')
  const userId = await idOf(shop)
  return inDatabase(async (db) => {
    const at = new Date(Date.now() - 86_400_000)
    const sellerId = await makeSupplier(db, { userId, at })
    const { id, variantIds } = await makeProduct(db, { sellerId, at, name: 'Millet & Lamb' })
    return { id, variantId: variantIds[0]! }
  })
}

async function setUp(page: Page, productId: string): Promise<void> {
  await signUpByApi(page, 'Asha Verma')
  await page.goto(`/merchandise?product=${productId}`)
  await page.getByRole('link', { name: 'Set up autoship' }).click()
  await expect(page.getByRole('heading', { name: 'Set up an autoship' })).toBeVisible()
  await page.getByRole('combobox', { name: 'How many each time?' }).selectOption('2')
  await page.getByRole('combobox', { name: 'How often?' }).selectOption('2')
  await page.getByRole('textbox', { name: 'Phone' }).fill('+91 98123 45678')
  await page.getByRole('textbox', { name: 'Address' }).fill('12 Lake Road')
  await page.getByRole('textbox', { name: 'PIN code' }).fill('560034')
  await page.getByRole('textbox', { name: 'City' }).fill('Bengaluru')
  await page.getByRole('button', { name: 'Start autoship' }).click()
  await expect(page).toHaveURL(/\/my-autoships\?record=/)
}

const cardOf = (page: Page) => page.getByRole('region', { name: 'Millet & Lamb, 1 kg' })

test('a price that rose is asked about in a notice, and its order is placed after a yes', async ({
  page,
  openSession,
}) => {
  // Two turns of the app's clock, which acts once a minute.
  test.setTimeout(300_000)
  const { id, variantId } = await sellFood(await openSession())
  await setUp(page, id)
  const userId = await idOf(page)
  const card = cardOf(page)
  await expect(card.getByText('2 each time, every 2 weeks, to 12 Lake Road, 560034')).toBeVisible()
  const actNow = (more = {}) =>
    inDatabase((db) =>
      db
        .updateTable('autoships')
        .set({ act_at: new Date(), ...more })
        .where('user_id', '=', userId)
        .execute(),
    )
  await inDatabase((db) =>
    db.updateTable('product_variants').set({ price: 60_000 }).where('id', '=', variantId).execute(),
  )
  await actNow()
  await expect(card.getByText('The price has risen from ₹499.00 to ₹600.00 each.')).toBeVisible({
    timeout: 120_000,
  })
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByText('Do you agree to a new price?')).toBeVisible()
  await page.keyboard.press('Escape')
  await card.getByRole('button', { name: 'Agree to ₹600.00' }).click()
  await expect(card.getByText('Order coming up')).toBeVisible()

  await actNow({ next_on: dayOf(new Date(), 'Asia/Kolkata') })
  await expect(card.getByText('Not paid yet')).toBeVisible({ timeout: 120_000 })
  await card.getByRole('link', { name: /^OR-/ }).click()
  await expect(page.getByText('This order came from an autoship every 2 weeks.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay Now' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Skip, move or cancel' }).click()
  await card.getByRole('button', { name: 'Cancel this order' }).click()
  await expect(card.getByText('Cancelled', { exact: true })).toBeVisible()
  await card.getByRole('button', { name: 'Skip this one' }).click()
  await expect(page.getByText(/^We’ve skipped Millet & Lamb on/)).toBeVisible()
  await card.getByRole('button', { name: 'Pause' }).click()
  await expect(card.getByText('You paused it.')).toBeVisible()
  await card.getByRole('button', { name: 'Cancel autoship' }).click()
  await expect(page.getByText('You have no autoships.')).toBeVisible()
})
