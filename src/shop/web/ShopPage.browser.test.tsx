import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, refuse } from '#/app/testing/browser/answers.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { address, choose, openPage } from '#/app/testing/browser/open-page.tsx'
import { desktop, phone } from '#/app/testing/browser/screen.ts'
import { HOUR } from '#/kernel/duration.ts'
import { shopContract } from '#/shop/contract.ts'
import { facetsSchema } from '#/shop/products.ts'
import { listCards, makeCard, makeProduct, makeVariant, rupees } from '#/shop/web/product.factory.ts'

afterEach(() => {
  vi.useRealTimers()
})

const title = page.getByRole('heading', { level: 1 })

let hours = 0

/** Lets an hour pass: lists are kept for five minutes, also from one test to the next. */
const forgetLists = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR * ++hours })

for (const [name, size] of [
  ['a desktop', desktop],
  ['a phone', phone],
] as const)
  test(`a visitor narrows the shelf on ${name}`, async () => {
    forgetLists()
    const all = listCards(makeCard('Adult Salmon'), makeCard('Hemp Rope'))
    const facets = made(facetsSchema, { total: 2, species: [{ value: 'cat', count: 1 }] })
    const { inputs } = answer(shopContract.products, ({ species }) =>
      species ? { ...all, rows: all.rows.slice(0, 1), facets: { ...facets, total: 1 } } : { ...all, facets },
    )
    await openPage('/merchandise', size)
    await expect.element(page.getByText(/^2 products$/)).toBeVisible()
    await page.getByRole('button', { name: /^Food/ }).click()
    if (size === phone) await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabelText('Pet', { exact: true }).selectOptions('Cats (1)')
    await expect.element(page.getByRole('status').filter({ hasText: '1 product' })).toBeVisible()
    await expect.poll(address).toBe('/merchandise?category=food&species=cat')
    expect(inputs.at(-1)).toMatchObject({ shelf: 'merchandise', category: 'food', species: 'cat' })
    await expectAccessible()
  })

test('a visitor finds food despite a typo, and goes back to the search', async () => {
  forgetLists()
  const product = makeProduct('Adult Salmon', {
    variants: [
      makeVariant('1 kg', { kiloPrice: rupees(499) }),
      makeVariant('3 kg', { price: rupees(1499), kiloPrice: { amount: 49_967, currency: 'INR' } }),
    ],
  })
  answer(shopContract.products, ({ q }) => ({
    ...listCards(makeCard('Adult Salmon', { id: product.id })),
    searchedFor: q ? 'whisker salmon' : null,
  }))
  answer(shopContract.productReviews, { rows: [], nextCursor: null })
  answer(shopContract.product, product)
  await openPage('/merchandise?sort=price')
  await page.getByRole('searchbox').fill('wisker samon')
  await expect.element(page.getByText('These are for whisker salmon.')).toBeVisible()
  await page.getByRole('link', { name: 'Adult Salmon' }).click()
  await expect.element(title).toHaveTextContent(/^Adult Salmon$/)
  await choose(page.getByRole('radio', { name: /^3 kg/ }))
  await expect.element(page.getByText('₹499.67 per kg')).toBeVisible()
  await expect
    .element(
      page.getByText(
        'No rating yet. Buyers can rate it once it’s delivered, and their stars count once it can’t be returned any more.',
      ),
    )
    .toBeVisible()
  history.back()
  await expect.element(page.getByRole('searchbox')).toHaveValue('wisker samon')
})

test('a visitor checks where a product is delivered', async () => {
  const product = makeProduct('Adult Salmon')
  answer(shopContract.productReviews, { rows: [], nextCursor: null })
  answer(shopContract.product, product)
  const { inputs } = answer(shopContract.delivery, ({ pin }) => ({
    isServed: pin === '560034',
    seller: 'Green Tail Traders',
    days: { from: 1, to: 1 },
    fee: rupees(49),
    freeFrom: rupees(499),
  }))
  await openPage(`/merchandise?product=${product.id}`)
  const pin = page.getByLabelText('Delivered to you?')
  const check = page.getByRole('button', { name: 'Check', exact: true })
  await pin.fill('0123')
  await check.click()
  await expect.element(page.getByText('Please enter 6 digits. PIN codes don’t start with 0.')).toBeVisible()
  await expect.element(pin).toHaveFocus()
  await pin.fill('150000')
  await check.click()
  await expect.element(page.getByText('That PIN code doesn’t exist. Please check it.')).toBeVisible()
  await expect.element(pin).toHaveFocus()
  await pin.fill('110001')
  await check.click()
  await expect.element(page.getByText('Green Tail Traders doesn’t deliver to 110001.')).toBeVisible()
  await expectAccessible()
  await pin.fill('560034')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(page.getByText('Green Tail Traders delivers to 560034 in 1 working day.'))
    .toBeVisible()
  expect(inputs.map(({ pin }) => pin)).toEqual(['110001', '560034'])
})

test('medicines say what they need, and a product that isn’t sold says so', async () => {
  const product = makeProduct('Flexidol', {
    shelf: 'pharmacy',
    category: 'joints',
    needsPrescription: true,
    schedule: 'h',
  })
  answer(shopContract.productReviews, { rows: [], nextCursor: null })
  answer(shopContract.product, product)
  await openPage(`/pharmacy?product=${product.id}`)
  await expect.element(page.getByText('Prescription required')).toBeVisible()
  await expect.element(page.getByText('Schedule H: sold only on a vet’s prescription')).toBeVisible()
  await expectAccessible()
  refuse(shopContract.product, 'request.malformed')
  await openPage(`/pharmacy?product=${newId()}`)
  await expect.element(title).toHaveTextContent(/^This product isn’t available$/)
})

test('a search without results leads to the other shelf, to a category, or shows all', async () => {
  forgetLists()
  answer(shopContract.products, ({ q, shelf }) =>
    q && shelf === 'pharmacy' ? listCards() : listCards(makeCard('Chicken & Rice')),
  )
  await openPage('/pharmacy?q=chicken')
  await expect.element(page.getByText('No products match.')).toBeVisible()
  await page.getByRole('link', { name: 'Search the shop' }).click()
  await expect.poll(address).toBe('/merchandise?q=chicken')
  await expect.element(page.getByText(/^1 product$/)).toBeVisible()
  await openPage('/pharmacy?q=zebra')
  await expect.element(page.getByText('No products match.')).toBeVisible()
  await expectAccessible()
  await page.getByRole('group', { name: 'Or look in' }).getByRole('button', { name: 'Joints' }).click()
  await expect.poll(address).toBe('/pharmacy?category=joints')
  await openPage('/pharmacy?q=zebra')
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect.poll(address).toBe('/pharmacy')
  await expect.element(page.getByText(/^1 product$/)).toBeVisible()
})
