import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { z } from 'zod'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer } from '#/app/testing/browser/answers.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { address as addressOf, openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { autoshipOfferSchema, autoshipSchema } from '#/shop/autoship.ts'
import { shopContract } from '#/shop/contract.ts'
import { address, makeOrder, openOrder } from '#/shop/web/orders/order.factory.ts'
import { makeProduct, makeVariant, rupees } from '#/shop/web/product.factory.ts'

const card = page.getByRole('region', { name: 'Millet & Lamb, 1 kg' })
const button = (name: string) => card.getByRole('button', { name, exact: true })

type Autoship = z.input<typeof autoshipSchema>

/** Keeps an autoship of food, two each time, every two weeks. */
function keepAutoship(fields: Partial<Autoship> = {}): Autoship {
  const autoship = made(autoshipSchema, {
    id: newId(),
    name: 'Millet & Lamb',
    variant: '1 kg',
    variantId: newId(),
    quantity: 2,
    weeks: 2,
    status: 'waiting',
    nextOn: '2026-11-05',
    price: rupees(499),
    agreedPrice: rupees(499),
    pays: 'link',
    address,
    ...fields,
  })
  answer(shopContract.autoships, () => (autoship.status === 'ended' ? [] : [structuredClone(autoship)]))
  return autoship
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-02T06:30:00Z') })
  signIn('Asha Verma')
})
afterEach(() => {
  vi.useRealTimers()
})

test('food is set up as an autoship', async () => {
  const variant = makeVariant('1 kg')
  const product = makeProduct('Millet & Lamb', { category: 'food', variants: [variant] })
  answer(shopContract.productReviews, { rows: [], nextCursor: null })
  answer(shopContract.product, product)
  const offer = made(autoshipOfferSchema, {
    productId: product.id,
    name: 'Millet & Lamb',
    seller: 'Green Tail Traders',
    needsPrescription: false,
    variants: [variant],
    firstOn: '2026-11-05',
  })
  answer(shopContract.autoshipOffer, offer)
  const autoship = keepAutoship()
  const { inputs } = answer(shopContract.addAutoship, { id: autoship.id })
  await openPage(`/merchandise?product=${product.id}`)
  await page.getByRole('link', { name: 'Set up autoship' }).click()
  await expect.element(page.getByRole('heading', { name: 'Set up an autoship' })).toBeVisible()
  await page.getByRole('combobox', { name: 'How many each time?' }).selectOptions('2')
  await page.getByRole('combobox', { name: 'How often?' }).selectOptions('2')
  const start = page.getByRole('button', { name: 'Start autoship' })
  await start.click()
  await expect.element(page.getByRole('textbox', { name: 'Phone' })).toHaveFocus()
  await page.getByRole('textbox', { name: 'Phone' }).fill('+91 98123 45678')
  await page.getByRole('textbox', { name: 'Address' }).fill('12 Lake Road')
  await page.getByRole('textbox', { name: 'PIN code' }).fill('560034')
  await page.getByRole('textbox', { name: 'City' }).fill('Bengaluru')
  await expectAccessible()
  await start.click()
  await expect.poll(addressOf).toBe(`/my-autoships?record=${autoship.id}`)
  expect(inputs).toMatchObject([
    { variantId: variant.id, quantity: 2, weeks: 2, firstOn: '2026-11-05', price: 49_900, pays: 'link' },
  ])
  await expect.element(card.getByText('Next order on Thu, 5 Nov 2026')).toBeVisible()
  await expect.element(card.getByText('2 each time, every 2 weeks, to 12 Lake Road, 560034')).toBeVisible()
  await expectAccessible()
})

test('an order is skipped and taken back, moved, paused and resumed', async () => {
  const autoship = keepAutoship()
  const move = answer(shopContract.moveAutoship, ({ on }) => {
    autoship.nextOn = on
  })
  answer(shopContract.skipAutoship, () => {
    autoship.nextOn = '2026-11-19'
    return { nextOn: '2026-11-19' }
  })
  await openPage('/my-autoships')
  await button('Skip this one').click()
  await expect.element(card.getByText('Next order on Thu, 19 Nov 2026')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(card.getByText('Next order on Thu, 5 Nov 2026')).toBeVisible()
  expect(move.inputs).toEqual([{ id: autoship.id, dueOn: '2026-11-19', on: '2026-11-05' }])

  await button('Move').click()
  const day = card.getByLabelText('Next order on')
  await day.fill('2020-01-01')
  await button('Move it').click()
  await expect.element(card.getByText('Please choose a day from')).toBeVisible()
  await day.fill('2026-11-07')
  await expectAccessible()
  await button('Move it').click()
  await expect.element(card.getByText('Next order on Sat, 7 Nov 2026')).toBeVisible()

  answer(shopContract.pauseAutoship, () => {
    Object.assign(autoship, { status: 'paused', obstacle: 'owner' })
  })
  await button('Pause').click()
  await expect.element(card.getByText('You paused it.')).toBeVisible()
  await expectAccessible()
  answer(shopContract.resumeAutoship, () => {
    Object.assign(autoship, { status: 'waiting', obstacle: null })
    return { nextOn: autoship.nextOn }
  })
  await button('Resume').click()
  await expect.element(card.getByText('Next order on Sat, 7 Nov 2026')).toBeVisible()
})

test('an autoship that is cancelled leaves the order that was placed', async () => {
  const lastOrder = {
    id: newId(),
    number: 'OR-000042',
    dueOn: '2026-11-01',
    status: 'placed' as const,
    mayCancel: true,
  }
  const autoship = keepAutoship({ lastOrder })
  await openPage('/my-autoships')
  await expect.element(card.getByText('Last order:')).toBeVisible()
  answer(shopContract.endAutoship, () => {
    autoship.status = 'ended'
  })
  await button('Cancel autoship').click()
  await expect.element(page.getByText('Your autoship of Millet & Lamb is cancelled.')).toBeVisible()
  await expect.element(page.getByText('You can still cancel it on its page.')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: /^OR-/ }))
    .toHaveAttribute('href', `/order-confirmation/${lastOrder.id}`)
  await expect.element(page.getByText('You have no autoships.')).toBeVisible()
  await expectAccessible()
})

test('a price that rose is asked about, and an order that was placed can be cancelled', async () => {
  const autoship = keepAutoship({
    status: 'asking',
    price: rupees(600),
    told: { price: rupees(600), total: rupees(1200) },
  })
  await openPage('/my-autoships')
  await expect.element(card.getByText('The price has risen from ₹499.00 to ₹600.00 each.')).toBeVisible()
  await expectAccessible()
  const { inputs } = answer(shopContract.agreeToPrice, () => {
    autoship.status = 'announced'
  })
  const lastOrder = {
    id: newId(),
    number: 'OR-000042',
    dueOn: '2026-11-01',
    status: 'awaiting_payment' as const,
    mayCancel: true,
  }
  autoship.lastOrder = lastOrder
  await button('Agree to ₹600.00').click()
  await expect.element(card.getByText('Order coming up')).toBeVisible()
  expect(inputs).toEqual([{ id: autoship.id, price: 60_000 }])
  await expect.element(card.getByText('Not paid yet')).toBeVisible()
  answer(shopContract.cancelOrder, () => {
    autoship.lastOrder = { ...lastOrder, status: 'cancelled', mayCancel: false }
  })
  await button('Cancel this order').click()
  await expect.element(card.getByText('Cancelled', { exact: true })).toBeVisible()
})

test('an order’s page says which autoship it came from', async () => {
  const order = makeOrder('awaiting_payment')
  const id = newId()
  await openOrder(order)
  answer(shopContract.orderAutoships, { placedBy: { id, isEnded: false, weeks: 2 }, offers: [] })
  await openPage(`/order-confirmation/${order.id}`)
  await expect.element(page.getByText('This order came from an autoship every 2 weeks.')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Skip, move or cancel' }))
    .toHaveAttribute('href', `/my-autoships?record=${id}`)
})
