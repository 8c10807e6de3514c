import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer } from '#/app/testing/browser/answers.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { address, openPage } from '#/app/testing/browser/open-page.tsx'
import { shopContract } from '#/shop/contract.ts'
import { salesSchema, sellingFiguresSchema } from '#/shop/figures.ts'
import { rupees, signInSupplier } from '#/shop/web/product.factory.ts'

const sold = (orders: number, amount: number) =>
  made(salesSchema, {
    orders,
    units: 2 * orders,
    revenue: rupees(amount),
    refunded: rupees(orders * 200),
    refundedKept: rupees(orders * 50),
    commission: rupees(0),
    couponPaid: rupees(0),
    arrived: 0,
    returned: 0,
  })

test('a seller sees what was sold, compared with the days before', async () => {
  signInSupplier()
  answer(shopContract.ownProducts, { rows: [], nextCursor: null })
  answer(shopContract.sellingFigures, made(sellingFiguresSchema, { span: sold(0, 0), before: sold(0, 0) }))
  await openPage('/my-products')
  await page.getByRole('link', { name: 'Sales' }).click()
  await expect.element(page.getByText('You’ve had no sales in the last 60 days.')).toBeVisible()
  await expectAccessible()
  const best = [{ productId: newId(), name: 'Cooling Bed', imageUrl: null, units: 2, amount: rupees(998) }]
  const { inputs } = answer(
    shopContract.sellingFigures,
    made(sellingFiguresSchema, { span: sold(1, 998), before: sold(1, 499), best }),
  )
  await page.getByLabelText('Show').selectOptions('Last 7 days')
  await expect.poll(address).toBe('/my-products/sales?days=7')
  await expect.poll(() => page.getByText('₹499.00 before').elements().length).toBe(2)
  await expect.element(page.getByRole('link', { name: 'Cooling Bed' })).toBeVisible()
  await expect.element(page.getByText('₹50.00 of it for goods that buyers kept')).toBeVisible()
  expect(inputs).toEqual([{ days: '7' }])
  await expectAccessible()
})
