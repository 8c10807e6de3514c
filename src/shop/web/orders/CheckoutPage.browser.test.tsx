import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, holdBack, refuse } from '#/app/testing/browser/answers.ts'
import { answerAuth } from '#/app/testing/browser/auth.ts'
import { newId } from '#/app/testing/browser/made.ts'
import { address, choose } from '#/app/testing/browser/open-page.tsx'
import { shopContract } from '#/shop/contract.ts'
import { rupees } from '#/shop/web/product.factory.ts'
import { fillAddress, makeCheckout, makeCheckoutLine, openCheckout } from './checkout.factory.ts'
import { makeOrder } from './order.factory.ts'

const pin = page.getByRole('textbox', { name: 'PIN code' })
const place = page.getByRole('button', { name: 'Place order' })
const checking = page.getByRole('button', { name: 'Checking the price...' })
const coupon = page.getByRole('textbox', { name: 'Coupon' })

/** Answers the page of the order that is placed next. Returns what the buyer has sent. */
function answerOrder() {
  const order = makeOrder('placed')
  const [bed] = order.parts[0]!.lines
  const fee = {
    ...bed!,
    id: newId(),
    kind: 'cash_fee' as const,
    name: 'Fee for cash on delivery',
    variant: null,
  }
  order.parts[0]!.lines.push({ ...fee, price: rupees(19), amount: rupees(19) })
  answer(shopContract.order, order)
  answer(shopContract.orderAutoships, { placedBy: null, offers: [] })
  const placed = answer(shopContract.placeOrder, { id: order.id, paymentId: null })
  return { ...placed, path: `/order-confirmation/${order.id}` }
}

test('the first field with a problem has the focus, and says what is wrong', async () => {
  await openCheckout(makeCheckout())
  await place.click()
  await expect.element(page.getByRole('textbox', { name: 'Phone' })).toHaveFocus()
  await fillAddress({ 'PIN code': '' })
  await place.click()
  await expect.element(pin).toHaveFocus()
  await expect.element(pin).toHaveAccessibleDescription('Required')
  await pin.fill('560034')
  const state = page.getByRole('combobox', { name: 'State' })
  await expect.element(state).toHaveValue('29')
  await state.selectOptions('Tamil Nadu')
  await place.click()
  await expect.element(state).toHaveFocus()
  await expect
    .element(state)
    .toHaveAccessibleDescription('PIN code 560034 is in Karnataka. Please check the PIN code and the state.')
  await state.selectOptions('Karnataka')
  await expect.element(state).not.toHaveAccessibleDescription(/Karnataka/)
  const gstin = page.getByRole('textbox', { name: 'GSTIN' })
  await gstin.fill('29ABCDE1234F1Z')
  const { inputs } = refuse(shopContract.placeOrder, 'shop.gstin_wrong')
  await place.click()
  await expect.element(gstin).toHaveFocus()
  await expect.element(gstin).toHaveAccessibleDescription(/This isn’t a valid GSTIN/)
  expect(inputs).toMatchObject([{ gstin: '29ABCDE1234F1Z', address: { state: '29', pin: '560034' } }])
  await expectAccessible()
})

test('“Place order” waits while the price is being checked, and a total that has changed is shown first', async () => {
  const checkout = makeCheckout()
  await openCheckout(checkout)
  await fillAddress({ 'PIN code': '' })
  const inCash = makeCheckout({ id: checkout.id, cashFee: rupees(19), total: rupees(567) })
  const tell = holdBack(shopContract.checkout, inCash)
  await pin.fill('560034')
  await choose(page.getByRole('radio', { name: 'Cash on delivery' }))
  await place.click()
  await expect.element(checking).toBeVisible()
  tell()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(/The total is now ₹[\d.]+\. Please check your order before you place it\./)
  await expectAccessible()

  // Another PIN code doesn't change the total.
  const tellAgain = holdBack(shopContract.checkout, inCash)
  const { inputs, path } = answerOrder()
  await pin.fill('560035')
  await place.click()
  await expect.element(checking).toBeVisible()
  expect(address()).toBe('/checkout')
  expect(inputs).toEqual([])
  tellAgain()
  await expect.poll(address).toBe(path)
  expect(inputs).toMatchObject([
    { checkoutId: checkout.id, pays: 'cash', total: 56_700, address: { pin: '560035' } },
  ])
  await expect
    .element(page.getByRole('region', { name: /^Sold by/ }))
    .toHaveTextContent('Fee for cash on delivery')
})

test('a buyer who wants to pay in cash confirms their phone number on the spot', async () => {
  const checkout = makeCheckout({ noCash: 'phone' })
  await openCheckout(checkout)
  const cash = page.getByRole('radio', { name: 'Cash on delivery' })
  await expect.element(cash).toBeDisabled()
  await expect
    .element(cash)
    .toHaveAccessibleDescription('To pay in cash, please confirm your phone number first.')
  await expectAccessible()
  await page.getByRole('button', { name: 'Confirm your phone number' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm your phone number' })
  await expect.element(dialog.getByRole('textbox', { name: 'Phone number' })).toHaveFocus()
  await expectAccessible()
  const sent = answerAuth('/phone-codes')
  await dialog.getByRole('textbox', { name: 'Phone number' }).fill('98123 45678')
  await dialog.getByRole('button', { name: 'Send code' }).click()
  answerAuth('/phone')
  const { inputs } = answer(shopContract.checkout, makeCheckout({ id: checkout.id, noCash: null }))
  await dialog.getByRole('textbox', { name: 'Code' }).fill('123456')
  await dialog.getByRole('button', { name: 'Verify code' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(cash).toBeChecked()
  expect(sent.inputs).toMatchObject([{ phoneNumber: '+919812345678' }])
  expect(inputs).toMatchObject([{ pays: 'cash' }])
})

test.each([
  ['first', 'You can pay in cash again once your first parcel has arrived.'],
  ['came_back', 'A cash order of yours was sent back to its seller'],
  ['total', 'For orders up to ₹5,000'],
] as const)('cash that can’t be chosen says why: %s', async (noCash, reason) => {
  await openCheckout(makeCheckout({ noCash }))
  const cash = page.getByRole('radio', { name: 'Cash on delivery' })
  await expect.element(cash).toBeDisabled()
  await expect.element(cash).toHaveAccessibleDescription(new RegExp(reason))
  await expect.element(page.getByRole('button', { name: 'Confirm your phone' })).not.toBeInTheDocument()
})

test('cash is never said to be paid now, also if a part waits for a pharmacist', async () => {
  const mixed = makeCheckout({ afterApproval: rupees(409) })
  await openCheckout(mixed)
  const summary = page.getByRole('complementary', { name: 'Summary' })
  await expect.element(summary).toHaveTextContent('You pay ₹139.00 now, and ₹409.00 once a pharmacist')
  await choose(page.getByRole('radio', { name: 'Cash on delivery' }))
  await expect.element(summary).toHaveTextContent('You pay in cash when each parcel arrives.')
  await expect.element(summary).not.toHaveTextContent('now')
})

test('a checkout left open overnight is checked again before anything is ordered', async () => {
  await openCheckout(makeCheckout())
  await fillAddress()
  await expect.element(page.getByText('of which CGST')).toBeVisible()
  refuse(shopContract.placeOrder, 'shop.checkout_over')
  const dearer = makeCheckout({ total: rupees(649) })
  Object.assign(dearer.sellers[0]!.lines[0]!, { price: rupees(600), problem: { kind: 'price' } })
  answer(shopContract.checkout, dearer)
  await place.click()
  await expect
    .element(
      page.getByText('Something has changed since you opened this page, so we’ve checked your cart again.'),
    )
    .toBeVisible()
  await expect.element(page.getByText('The price has changed. It’s now ₹600.00.')).toBeVisible()
  await expect.element(page.getByRole('complementary', { name: 'Summary' })).toHaveTextContent('₹649.00')
  await expectAccessible()
  const { inputs, path } = answerOrder()
  await place.click()
  await expect.poll(address).toBe(path)
  expect(inputs).toMatchObject([{ checkoutId: dearer.id, total: 64_900, lines: [{ price: 60_000 }] }])
})

test('a buyer corrects a typo in a coupon, confirms their email and pays less', async () => {
  const checkout = makeCheckout()
  await openCheckout(checkout)
  const problem = (kind: 'unknown' | 'unconfirmed') => ({ kind, minimum: null, day: null })
  const { inputs } = answer(shopContract.checkout, ({ coupon: code }) =>
    makeCheckout({ id: checkout.id, coupon: code ? { code, problem: problem('unknown') } : null }),
  )
  await coupon.fill('DIWALIX')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect.element(page.getByText('We don’t know this code. Please compare it.')).toBeVisible()
  await expectAccessible()
  const unconfirmed = { coupon: { code: 'DIWALI', problem: problem('unconfirmed') } }
  answer(shopContract.checkout, makeCheckout(unconfirmed))
  await coupon.fill('diwali')
  await userEvent.keyboard('{Enter}')
  await expect
    .element(page.getByText('Confirm your email address or phone number to use this coupon.'))
    .toBeVisible()
  expect(inputs).toContainEqual(expect.objectContaining({ coupon: 'DIWALIX' }))
  await expect
    .element(page.getByRole('link', { name: 'Confirm now' }))
    .toHaveAttribute('href', '/edit-profile?section=security')
  await expectAccessible()

  const less = { discount: rupees(75), total: rupees(473), coupon: { code: 'DIWALI', problem: null } }
  await openCheckout(makeCheckout(less))
  await expect.element(page.getByText('Coupon DIWALI takes ₹75.00 off.')).toBeVisible()
  await expect.element(page.getByRole('complementary', { name: 'Summary' })).toHaveTextContent('₹473.00')
  await expectAccessible()
})

test('a line that accounts with nothing confirmed can’t have more of says to confirm', async () => {
  const lines = [
    makeCheckoutLine('Cooling Bed', { problem: { kind: 'unconfirmed', left: 1 } }),
    makeCheckoutLine('Rope Toy', { quantity: 0, problem: { kind: 'unconfirmed', left: 0 } }),
  ]
  await openCheckout(makeCheckout({}, lines))
  await expect.element(page.getByText(/changed your order to 1\. Confirm your email or phone/)).toBeVisible()
  await expect.element(page.getByText(/Reserved for others at the moment\. Confirm your email/)).toBeVisible()
})
