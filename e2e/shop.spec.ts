import { expect, expectAccessible, signUpByApi, test, visit } from './fixture.ts'

test('a guest fills a cart, takes back a removal, and finds it all after signing up', async ({ page }) => {
  await page.goto('/merchandise')
  await expect(page.getByText(/^\d+ products$/)).toBeVisible()
  await page.getByRole('button', { name: /^Food/ }).click()
  await page.getByLabel('Pet', { exact: true }).selectOption({ label: 'Cats (4)' })
  await expect(page.getByRole('status').filter({ hasText: '4 products' })).toBeVisible()
  await page.getByRole('searchbox').fill('wisker samon')
  await expect(page.getByText('These are for whisker salmon.')).toBeVisible()
  await page.getByRole('link', { name: 'Adult Salmon' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Adult Salmon')
  await page.getByLabel('Delivered to you?').fill('110001')
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByText('Green Tail Traders doesn’t deliver to 110001.')).toBeVisible()

  await visit(page, '/merchandise?q=chicken rice')
  await page.getByRole('link', { name: 'Chicken & Rice' }).click()
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByText('Added. Your cart has 1 of these.')).toBeVisible()
  await visit(page, '/pharmacy?q=probiotic')
  await page.getByRole('link', { name: 'Probiotic Powder' }).click()
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.getByRole('link', { name: 'View cart' }).click()

  await expect(page).toHaveURL('/cart')
  const food = page.getByRole('region', { name: 'Sold by Paw Pantry' })
  await food.getByRole('button', { name: /^One more of/ }).click()
  await expect(food.getByText('₹898.00')).toBeVisible()
  await food.getByRole('button', { name: /^Remove/ }).click()
  await expect(food).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(food.getByText('₹898.00')).toBeVisible()

  await signUpByApi(page, 'Farida Khan')
  await page.goto('/cart')
  await expect(food.getByText('₹898.00')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Cart, 3 items' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Sold by Lalitha Krishnan' })).toContainText(
    'Probiotic Powder',
  )

  await page.getByRole('link', { name: 'Go to checkout' }).click()
  await expect(page.getByRole('heading', { name: 'Checkout', level: 1 })).toBeVisible()
  await page.getByRole('textbox', { name: 'Phone' }).fill('+91 98123 45678')
  await page.getByRole('textbox', { name: 'Address' }).fill('12 Lake Road')
  await page.getByRole('textbox', { name: 'PIN code' }).fill('560034')
  await page.getByRole('textbox', { name: 'City' }).fill('Bengaluru')
  await expect(page.getByRole('combobox', { name: 'State' })).toHaveValue('29')
  await expect(page.getByText('of which CGST')).toBeVisible()
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
