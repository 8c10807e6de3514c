import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, refuse } from '#/app/testing/browser/answers.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { address, choose, openPage } from '#/app/testing/browser/open-page.tsx'
import { shopContract } from '#/shop/contract.ts'
import { ownProductRowSchema, ownProductSchema, ownVariantSchema } from '#/shop/selling.ts'
import { stockChangeSchema } from '#/shop/stock.ts'
import { rupees, signInSupplier } from '#/shop/web/product.factory.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })

test('a supplier adds a product: typed text stays, and the first problem has the focus', async () => {
  signInSupplier()
  const { inputs } = answer(shopContract.addProduct, { id: newId() })
  const none = { rows: [], nextCursor: null }
  answer(shopContract.ownProducts, none)
  await openPage('/my-products')
  await expect.element(page.getByText('You have no products yet.')).toBeVisible()
  await page.getByRole('link', { name: 'Add a product' }).click()
  const brand = page.getByRole('textbox', { name: 'Brand' })
  await brand.fill('Tail & Bowl')
  await button('Add product').click()
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await expect.element(name).toHaveFocus()
  await expect.element(brand).toHaveValue('Tail & Bowl')
  await name.fill('Millet')
  await choose(page.getByRole('radio', { name: 'Food', exact: true }))
  await choose(page.getByRole('checkbox', { name: 'Dogs' }))
  await choose(page.getByRole('radio', { name: 'Food (18%)' }))
  const size = page.getByRole('region', { name: 'Size 1' })
  await size.getByRole('textbox', { name: 'Size or pack' }).fill('1 kg')
  const price = size.getByRole('textbox', { name: 'Price in rupees' })
  await price.fill('0')
  const stock = size.getByRole('textbox', { name: 'In stock now' })
  await stock.fill('8')
  await size.getByRole('textbox', { name: 'Net weight' }).fill('1000')
  await button('Add product').click()
  await expect.element(page.getByText('Please enter an amount above 0')).toBeVisible()
  await expectAccessible()
  await price.fill('449.505')
  await expect.element(price).toHaveAccessibleDescription('Please use at most two decimals, like 499.50')
  await price.fill('449.50')
  await stock.fill('-1')
  await button('Add product').click()
  await expect.element(stock).toHaveFocus()
  await expect.element(stock).toHaveAccessibleDescription('Please enter 0 or more')
  await stock.fill('1.5')
  await expect.element(stock).toHaveAccessibleDescription('Please enter a whole number, without decimals')
  await stock.fill('5000000')
  await expect.element(stock).toHaveAccessibleDescription('Please enter 10,00,000 or less')
  await stock.fill('8')
  expect(inputs).toEqual([])
  const row = made(ownProductRowSchema, { id: newId(), name: 'Millet', stock: 8, price: rupees(449.5) })
  answer(shopContract.ownProducts, { ...none, rows: [{ ...row, variantCount: 1, isShown: true }] })
  await button('Add product').click()
  await expect.poll(address).toBe('/my-products')
  await expect.element(page.getByRole('article')).toHaveTextContent('8 in stock')
  expect(inputs).toMatchObject([
    {
      isShown: true,
      product: {
        name: 'Millet',
        brand: 'Tail & Bowl',
        category: 'food',
        species: ['dog'],
        taxClass: 'food',
        variants: [{ name: '1 kg', price: 44_950, stock: 8, grams: 1000 }],
      },
    },
  ])
})

/** Keeps a product with eight in stock, as the server would. */
function keepProduct(hiddenReason: string | null = null) {
  signInSupplier()
  const variant = made(ownVariantSchema, {
    id: newId(),
    name: '1 kg',
    price: rupees(449.5),
    stock: 8,
    lowAt: 5,
  })
  const product = made(ownProductSchema, {
    id: newId(),
    name: 'Millet',
    species: ['dog'],
    taxClass: 'food',
    isShown: true,
    isListed: true,
    hiddenReason,
    variants: [variant],
  })
  answer(shopContract.ownProduct, () => structuredClone(product))
  return { product, variant }
}

test('stock comes in, is lost and runs low, and its history says why', async () => {
  const { product, variant } = keepProduct()
  await openPage(`/my-products/${product.id}`)
  const stock = page.getByRole('article', { name: '1 kg' })
  const change = async (reason: string, question: string, units: string) => {
    await stock.getByRole('button', { name: 'Change stock' }).click()
    await choose(stock.getByRole('radio', { name: reason }))
    await stock.getByRole('textbox', { name: question }).fill(units)
    await stock.getByRole('button', { name: 'Save the change' }).click()
  }
  const changed = answer(shopContract.changeStock, ({ change }) => {
    if ('units' in change) variant.stock += change.reason === 'received' ? change.units : -change.units
    return { stock: variant.stock }
  })
  await change('Received', 'How many came in?', '5')
  await expect.element(stock).toHaveTextContent('13 in stock')
  refuse(shopContract.changeStock, 'shop.stock_below_zero')
  await change('Damaged or lost', 'How many are gone?', '20')
  await expect.element(stock.getByRole('alert')).toHaveTextContent(/^There are fewer than that in stock\.$/)
  variant.stock = 2
  answer(shopContract.changeStock, { stock: 2 })
  await stock.getByRole('textbox', { name: 'How many are gone?' }).fill('11')
  await stock.getByRole('button', { name: 'Save the change' }).click()
  await expect.element(stock).toHaveTextContent('2 in stock (low)')
  expect(changed.inputs).toMatchObject([{ id: variant.id, change: { reason: 'received', units: 5 } }])
  answer(shopContract.stockChanges, {
    nextCursor: null,
    rows: [
      made(stockChangeSchema, { id: newId(), reason: 'damaged', delta: -11, stockAfter: 2 }),
      made(stockChangeSchema, { id: newId(), reason: 'received', delta: 5, stockAfter: 13 }),
    ],
  })
  await stock.getByRole('button', { name: 'History' }).click()
  const lines = stock.getByRole('listitem')
  await expect.element(lines.first()).toHaveTextContent(/^Damaged or lost−11.*2 after$/)
  await expect.element(lines.nth(1)).toHaveTextContent(/^Received\+5.*13 after$/)
  await expectAccessible()
})

test('a hidden product leaves the shop but stays in the list', async () => {
  const { product } = keepProduct()
  const { id, name } = product
  await openPage(`/my-products/${id}`)
  await choose(page.getByRole('checkbox', { name: 'Show this product in the shop' }))
  const { inputs } = answer(shopContract.changeProduct, { ...product, isShown: false })
  const row = made(ownProductRowSchema, { id, name, price: rupees(449.5), isShown: false })
  answer(shopContract.ownProducts, { rows: [row], nextCursor: null })
  await button('Save').click()
  await expect.element(page.getByRole('article')).toHaveTextContent(/Hidden$/)
  expect(inputs).toMatchObject([{ id, isShown: false, version: 1 }])
})

test('a seller reads why the admins have hidden a product', async () => {
  const { product } = keepProduct('The buckle breaks, so dogs get loose.')
  await openPage(`/my-products/${product.id}`)
  await expect
    .element(page.getByText('We’ve hidden this product: The buckle breaks, so dogs get loose.'))
    .toBeVisible()
  await expectAccessible()
})
