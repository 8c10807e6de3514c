import { addDays, dayOf } from '#/kernel/time.ts'
import { makeAutoship } from '#/shop/server/autoship/autoship.factory.ts'
import { makeProduct, makeSupplier } from '#/shop/server/product.factory.ts'
import { inDatabase } from './database.ts'
import { openDesk } from './desk.ts'
import { expect, expectAccessible, signUpByApi, test } from './fixture.ts'
import { decideAtDesk, makeOrderOfTwo, makeSentOrder } from './sent-order.ts'

test('the desk adds a tax class and changes its rate', async ({ page }) => {
  const name = `seed ${crypto.randomUUID().slice(0, 6)}`
  await openDesk(page, 'Nadia')
  await page.goto('/admin-dashboard?view=tax')
  await expect(page.getByRole('article', { name: 'food' })).toBeVisible()
  await page.getByRole('button', { name: 'Add tax class' }).click()
  const added = page.getByRole('article', { name: 'New tax class' })
  await added.getByRole('textbox', { name: 'Name' }).fill(name)
  await added.getByRole('textbox', { name: 'Rate in percent' }).fill('5.125')
  await added.getByRole('button', { name: 'Save tax class' }).click()
  await expect(added.getByText('Please enter a rate from 0 to 40, like 5 or 12.5.')).toBeVisible()
  await expectAccessible(page)
  await added.getByRole('textbox', { name: 'Rate in percent' }).fill('5')
  await added.getByRole('button', { name: 'Save tax class' }).click()
  const card = page.getByRole('article', { name })
  await expect(card).toContainText(`${name}: 5%`)
  await card.getByRole('button', { name: `Change the rate of ${name}` }).click()
  await card.getByRole('textbox', { name: 'Rate in percent' }).fill('12')
  await card.getByRole('button', { name: 'Save rate' }).click()
  await expect(card).toContainText(`${name}: 12%`)
  await page.goto('/admin-dashboard?view=log')
  const line = page.getByRole('article').filter({ hasText: `changed the rate of the tax class: ${name}` })
  await expect(line).toContainText('rate: 5% → 12%')
})

test('the desk adds a coupon, a buyer corrects a typo and pays less, and its seller gets the full price', async ({
  page,
  openWindow,
}) => {
  test.slow()
  const mark = crypto.randomUUID().slice(0, 6).toUpperCase()
  const code = `DIWALI${mark}`
  const shop = await openWindow()
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
  await desk.getByRole('button', { name: 'Add coupon' }).click()
  await expect(desk.getByRole('textbox', { name: 'Code' })).toBeFocused()
  await expect(desk.getByText('Please enter either a percentage or an amount.')).toBeVisible()
  const firstDay = desk.getByRole('textbox', { name: 'First day' })
  await expect(firstDay).toHaveValue(dayOf(new Date(), 'Asia/Kolkata'))
  await expect(firstDay).toHaveAccessibleDescription('In India Standard Time (UTC+05:30).')
  await desk.getByRole('textbox', { name: 'Code' }).fill(code)
  await desk.getByRole('textbox', { name: 'Discount in percent' }).fill('20')
  await expect(desk.getByRole('textbox', { name: 'Uses per person' })).toHaveValue('1')
  await desk.getByRole('button', { name: 'Add coupon' }).click()
  const maximum = desk.getByRole('textbox', { name: 'Maximum discount in rupees' })
  await expect(maximum).toBeFocused()
  await expect(desk.getByText('Please enter a maximum discount for this percentage.')).toBeVisible()
  await maximum.fill('75')
  await desk.getByRole('combobox', { name: 'Only for a category' }).selectOption({ label: 'Beds' })
  await expectAccessible(desk)
  await desk.getByRole('button', { name: 'Add coupon' }).click()
  await desk.getByRole('searchbox', { name: 'Search' }).fill(mark)
  const card = desk.getByRole('article', { name: code })
  await expect(card).toContainText('20% off beds, ₹75.00 at most')
  await expectAccessible(desk)

  const { email } = await signUpByApi(page, 'Farida Khan')
  await page.goto(`/merchandise?product=${productId}`)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByText('Added. Your cart has 1 of these.')).toBeVisible()
  await page.goto('/checkout')
  await page.getByRole('textbox', { name: 'Coupon' }).fill(`${code}X`)
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('We don’t know this code. Please compare it.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Coupon' }).fill(code.toLowerCase())
  await page.getByRole('textbox', { name: 'Coupon' }).press('Enter')
  await expect(page.getByText('Confirm your email address or phone number to use this coupon.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Confirm now' }).click()
  await expect(page).toHaveURL(/\/edit-profile\?section=security$/)
  await inDatabase((db) =>
    db.updateTable('users').set({ email_verified: true }).where('email', '=', email).execute(),
  )
  await page.goto('/checkout')
  await expect(page.getByText(`Coupon ${code} takes ₹75.00 off.`)).toBeVisible()
  const summary = page.getByRole('complementary', { name: 'Summary' })
  await expect(summary).toContainText('₹473.00')
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByText(`Coupon ${code} takes ₹75.00 off.`)).toBeVisible()
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

  await shop.goto('/my-orders?side=sold')
  await expect(shop.getByText('We pay you the ₹75.00 that the coupon takes off.')).toBeVisible()
  await expectAccessible(shop)
  await desk.reload()
  await expect(card).toContainText('Used 1 time, ₹75.00 taken off')
})

test('the desk finds a seller by email, sees what they sell, and cancels an autoship with a reason that its buyer reads', async ({
  page,
  openWindow,
  openSession,
}) => {
  const mark = crypto.randomUUID().slice(0, 6)
  const shop = await openSession()
  await signUpByApi(shop, 'Leela Rao')
  await signUpByApi(page, 'Farida Khan')
  const idOf = async ({ request }: Pick<typeof page, 'request'>) =>
    (await (await request.get('/api/me')).json()).user as { id: string; email: string }
  const [seller, buyer] = [await idOf(shop), await idOf(page)]
  const [place, food] = [`Green Tail ${mark}`, `Millet & Lamb ${mark}`]
  await inDatabase(async (db) => {
    const at = new Date(Date.now() - 86_400_000)
    const sellerId = await makeSupplier(db, { userId: seller.id, at, name: place })
    const { variantIds } = await makeProduct(db, { sellerId, at, name: food })
    const nextOn = addDays(dayOf(new Date(), 'Asia/Kolkata'), 20)
    await makeAutoship(db, { userId: buyer.id, variantId: variantIds[0]!, nextOn, at })
  })
  const desk = await openWindow()
  await openDesk(desk, 'Nadia')
  await desk.goto('/admin-dashboard?view=sellers')
  await desk.getByRole('searchbox', { name: 'Search' }).fill(seller.email)
  const card = desk.getByRole('article', { name: place })
  await expect(card).toContainText('1 listed: Food')
  await expect(card).toContainText('0 open orders · 1 autoship · nothing owed')
  await desk.getByRole('combobox', { name: 'State' }).selectOption({ label: 'Kerala' })
  await expect(desk.getByText('No sellers match.')).toBeVisible()
  await desk.getByRole('combobox', { name: 'State' }).selectOption({ label: 'Karnataka' })
  await expect(card).toBeVisible()
  await expectAccessible(desk)
  await card.getByRole('link', { name: `Products of ${place}` }).click()
  await expect(desk.getByRole('article', { name: food })).toBeVisible()
  await desk.goBack()
  await card.getByRole('link', { name: `Autoships of ${place}` }).click()

  const autoship = desk.getByRole('article', { name: `${food} for Farida Khan` })
  await expect(autoship).toContainText('Every 4 weeks · ₹499.00 each · paid by link each time')
  await autoship.getByRole('button', { name: /^Cancel autoship of/ }).click()
  await desk.getByRole('textbox', { name: 'Reason' }).fill('Its maker has recalled it.')
  await expectAccessible(desk)
  await desk.getByRole('button', { name: 'Cancel autoship' }).last().click()
  await expect(desk.getByText('The autoship is cancelled.')).toBeVisible()
  await expect(autoship.getByText('Cancelled', { exact: true })).toBeVisible()
  await expectAccessible(desk)
  await desk.goto('/admin-dashboard?view=log')
  await expect(
    desk.getByRole('article').filter({ hasText: `cancelled the autoship: ${food}` }),
  ).toContainText('Its maker has recalled it.')

  await page.goto('/my-autoships')
  await expect(page.getByText('You have no autoships.')).toBeVisible()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await expect(page.getByText('Its maker has recalled it.')).toBeVisible()
})

test('the desk cancels an order that isn’t sent, and its buyer and its seller read why', async ({
  page,
  openWindow,
}) => {
  const shop = await openWindow()
  const { id, name } = await makeOrderOfTwo({ page, shop }, {}, (ago) => [
    { to: 'placed', by: 'owner', at: ago(2) },
    { to: 'packed', by: 'seller', at: ago(1) },
  ])
  const desk = await openWindow()
  await openDesk(desk, 'Nadia')
  await desk.goto(`/admin-dashboard?view=orders&reference=${name}`)
  await desk.getByRole('button', { name: 'Cancel this part' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Cancel this part?' })
  await dialog.getByRole('button', { name: 'Cancel this part' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Reason' })).toBeFocused()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The maker has recalled it')
  await expectAccessible(desk)
  await dialog.getByRole('button', { name: 'Cancel this part' }).click()
  await expect(desk.getByText('The part is cancelled, and we’ve told both sides.')).toBeVisible()
  await expect(desk.getByText('Cancelled by Support')).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Cancel this part' })).toBeHidden()
  await expectAccessible(desk)

  await page.goto(`/order-confirmation/${id}`)
  await expect(page.getByText('Cancelled by Support')).toBeVisible()
  await expect(page.getByText('The maker has recalled it')).toBeVisible()
  await shop.goto(`/my-orders?side=sold&order=${id}`)
  const card = shop.getByRole('article', { name: `Order ${name}` })
  await expect(card.getByText('The maker has recalled it')).toBeVisible()
  await expect(card.getByRole('link', { name: /^Packing slip/ })).toBeHidden()
})

test('the desk approves a return that its seller has refused', async ({ page, openWindow }) => {
  const shop = await openWindow()
  const { id, name } = await makeSentOrder({ page, shop }, { returnKind: 'wrong' }, (ago) => [
    { to: 'delivered', by: 'seller', at: ago(3) },
    { to: 'return_asked', by: 'owner', at: ago(2), note: 'It’s the small one' },
    { to: 'return_refused', by: 'seller', at: ago(1), note: 'We sent the large one' },
  ])
  const desk = await openWindow()
  await openDesk(desk, 'Nadia')
  await desk.goto(`/admin-dashboard?view=orders&reference=${name}`)
  await expect(desk.getByText('The seller has refused the return.')).toBeVisible()
  await expect(desk.getByRole('button', { name: 'Refuse the return' })).toBeHidden()
  await expectAccessible(desk)
  await decideAtDesk(desk, 'Approve the return', 'The photo shows the small one')
  await expect(desk.getByText('Return approved by Support')).toBeVisible()

  await page.goto(`/order-confirmation/${id}`)
  await expect(page.getByText('The photo shows the small one')).toBeVisible()
  await expect(page.getByRole('button', { name: 'I’ve sent it back' })).toBeVisible()
})
