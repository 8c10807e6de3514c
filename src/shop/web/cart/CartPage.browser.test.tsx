import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, expectNothingBeyondTheEdge } from '#/app/testing/browser/accessible.ts'
import { answer } from '#/app/testing/browser/answers.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { cartLineSchema } from '#/shop/cart.ts'
import { shopContract } from '#/shop/contract.ts'
import { makeProduct, rupees } from '#/shop/web/product.factory.ts'

/** Makes a cart with lines of one seller. */
function cartOf(seller: string, ...lines: Partial<ReturnType<typeof makeLine>>[]) {
  const rows = lines.map(makeLine)
  const count = rows.reduce((sum, { quantity }) => sum + quantity, 0)
  const total = rupees(rows.reduce((sum, line) => sum + line.total.amount, 0) / 100)
  const delivery = rupees(0)
  return {
    sellers: rows.length
      ? [{ id: newId(), name: seller, isPharmacist: false, lines: rows, total, delivery, missing: null }]
      : [],
    count,
    total,
  }
}

function makeLine(fields: Partial<ReturnType<typeof made<typeof cartLineSchema>>>) {
  const { quantity = 1, available = 12, price = rupees(449) } = fields
  return made(cartLineSchema, {
    name: 'Chicken & Rice',
    variant: '1 kg',
    isSold: true,
    quantity,
    available,
    price,
    seenPrice: price,
    total: { ...price, amount: price.amount * Math.min(quantity, available) },
    ...fields,
  })
}

test('a guest fills a cart, and takes back a removal', async () => {
  const product = makeProduct('Chicken & Rice')
  answer(shopContract.productReviews, { rows: [], nextCursor: null })
  answer(shopContract.product, product)
  const { inputs } = answer(shopContract.quote, ({ lines }) =>
    cartOf('Paw Pantry', ...lines.map(({ variantId, quantity }) => ({ variantId, quantity }))),
  )
  await openPage(`/merchandise?product=${product.id}`)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect.element(page.getByText('Added. Your cart has 1 of these.')).toBeVisible()
  await page.getByRole('link', { name: 'View cart' }).click()
  const food = page.getByRole('region', { name: 'Sold by Paw Pantry' })
  await food.getByRole('button', { name: /^One more of/ }).click()
  await expect.element(food.getByText('₹898.00')).toBeVisible()
  await expect.element(food.getByText('Free delivery')).toBeVisible()
  await expect.element(page.getByText('You’ll log in first.')).toBeVisible()
  expect(inputs.at(-1)).toMatchObject({ lines: [{ quantity: 2, seenPrice: 44_900 }] })
  await expectAccessible()
  await page.viewport(320, 640)
  expectNothingBeyondTheEdge()
  await food.getByRole('button', { name: /^Remove/ }).click()
  await expect.element(food).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(food.getByText('₹898.00')).toBeVisible()
})

test('a product that isn’t sold any more has to be removed, without the reason', async () => {
  signIn('Farida Khan')
  const line = { name: 'Hemp Collar', isSold: false, available: 0 }
  answer(shopContract.cart, cartOf('Green Tail', line))
  await openPage('/cart')
  await expect.element(page.getByText('No longer sold: remove to continue.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Hemp Collar' })).not.toBeInTheDocument()
  await expectAccessible()
  answer(shopContract.cart, cartOf('Green Tail', { name: 'Hemp Collar' }))
  await openPage('/cart')
  await expect.element(page.getByRole('link', { name: 'Hemp Collar' })).toBeVisible()
})
