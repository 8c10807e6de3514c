import { dayOf } from '#/kernel/time.ts'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { inDatabase } from './database.ts'
import { openDesk } from './desk.ts'
import { expect, expectAccessible, signUpByApi, test } from './fixture.ts'

test('the desk adds a coupon, a buyer corrects a typo and pays less, and its seller gets the full price', async ({
  page,
  openWindow,
  openSession,
}) => {
  test.slow()
  const mark = crypto.randomUUID().slice(0, 6).toUpperCase()
  const code = `DIWALI${mark}`
  const shop = await openSession()
  await signUpByApi(shop, 'Leela Rao')
  const { user } = await (await shop.request.get('/api/me')).json()
  const productId = await inDatabase(async (db) => {
    const at = new Date(Date.now() - 86_400_000)
    const sellerId = await makeSupplier(db, { userId: user.id, at, name: `Green Tail ${mark}` })
    return (await makeProduct(db, { sellerId, at, name: 'Cooling Bed', category: 'beds' })).id
  })
  // Not where the operator is, whose days count.
  const desk = await openWindow({ timezoneId: 'America/New_York' })
  await openDesk(desk, 'Nadia')
  await desk.goto('/admin-dashboard?view=coupons')
  await desk.getByRole('link', { name: 'Add coupon' }).click()
  const firstDay = desk.getByRole('textbox', { name: 'First day' })
  await expect(firstDay).toHaveValue(dayOf(new Date(), 'Asia/Kolkata'))
  await expect(firstDay).toHaveAccessibleDescription('In India Standard Time (UTC+05:30).')
  await desk.getByRole('textbox', { name: 'Code' }).fill(code)
  await desk.getByRole('textbox', { name: 'Discount in percent' }).fill('20')
  await expect(desk.getByRole('textbox', { name: 'Uses per person' })).toHaveValue('1')
  await desk.getByRole('textbox', { name: 'Maximum discount in rupees' }).fill('75')
  await desk.getByRole('combobox', { name: 'Only for a category' }).selectOption({ label: 'Beds' })
  await desk.getByRole('button', { name: 'Add coupon' }).click()
  await desk.getByRole('searchbox', { name: 'Search' }).fill(mark)
  const card = desk.getByRole('article', { name: code })
  await expect(card).toContainText('20% off beds, ₹75.00 at most')
  await expectAccessible(desk)

  await signUpByApi(page, 'Farida Khan')
  const { id: userId } = (await (await page.request.get('/api/me')).json()).user
  await inDatabase((db) =>
    db.updateTable('users').set({ email_verified: true }).where('id', '=', userId).execute(),
  )
  await page.goto(`/merchandise?product=${productId}`)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByText('Added. Your cart has 1 of these.')).toBeVisible()
  await page.getByRole('link', { name: 'View cart' }).click()
  await page.getByRole('link', { name: 'Go to checkout' }).click()
  await page.getByRole('textbox', { name: 'Coupon' }).fill(`${code}X`)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('We don’t know this code. Please compare it.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Coupon' }).fill(code.toLowerCase())
  await page.getByRole('textbox', { name: 'Coupon' }).press('Enter')
  await expect(page.getByText(`Coupon ${code} takes ₹75.00 off.`)).toBeVisible()
  const summary = page.getByRole('complementary', { name: 'Summary' })
  await expect(summary).toContainText('₹473.00')
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Phone' }).fill('+91 98123 45678')
  await page.getByRole('textbox', { name: 'Address' }).fill('12 Lake Road')
  await page.getByRole('textbox', { name: 'PIN code' }).fill('560034')
  await page.getByRole('textbox', { name: 'City' }).fill('Bengaluru')
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('29')
  await page.getByRole('button', { name: 'Place order' }).click()
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page).toHaveURL(/\/order-confirmation\/[^/]+$/)
  const parcel = page.getByRole('region', { name: `Sold by Green Tail ${mark}` })
  await expect(parcel).toContainText(`Coupon ${code}`)
  await expect(parcel).toContainText('-₹75.00')
  await expect(parcel.getByText('Placed', { exact: true }).first()).toBeVisible({ timeout: 20_000 })

  const { rows } = await (await shop.request.get('/api/shop/sold')).json()
  expect(rows).toMatchObject([{ couponPaid: { amount: 7500 } }])
  await desk.reload()
  await expect(card).toContainText('Used 1 time, ₹75.00 taken off')
})
