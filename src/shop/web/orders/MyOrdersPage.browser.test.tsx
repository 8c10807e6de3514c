import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer } from '#/app/testing/browser/answers.ts'
import { address, choose, openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { shopContract } from '#/shop/contract.ts'
import { rupees, signInSupplier } from '#/shop/web/product.factory.ts'
import { makeOrderRow, makeReturn, makeSold, makeStep } from './order.factory.ts'

const sold = page.getByRole('article', { name: /^Order OR-/ })
const expected = { from: '2026-11-04', to: '2026-11-09', isLate: false }
const none = { rows: [], nextCursor: null }

/** Keeps parts that a supplier sold, as the server would. */
function keepSold(...parts: ReturnType<typeof makeSold>[]) {
  signInSupplier()
  const isIn = {
    pack: ['placed', 'packed'],
    open: ['placed', 'packed', 'shipped', 'not_arrived', 'return_asked', 'return_sent', 'return_missing'],
  }
  answer(shopContract.sold, ({ show, order }) => ({
    rows: structuredClone(
      parts.filter(({ status, orderId }) =>
        order ? orderId === order : show === 'all' || isIn[show].includes(status),
      ),
    ),
    nextCursor: null,
  }))
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-03T06:30:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a seller sees the orders to pack first, the oldest on top, and can switch to all', async () => {
  const tax = { cgst: rupees(0), sgst: rupees(0), igst: rupees(76) }
  keepSold(
    makeSold('packed', { expected, tax }),
    makeSold('placed', { number: 'OR-000043' }),
    makeSold('shipped'),
  )
  await openPage('/my-orders?side=sold')
  await expect.poll(() => sold.elements().length).toBe(2)
  await expect.element(sold.first()).toHaveTextContent('Packed')
  await expect.element(sold.first()).toHaveTextContent('12 Lake Road')
  await expect.element(sold.first()).toHaveTextContent('of which IGST')
  await expect.element(sold.first()).toHaveTextContent('Expected 4 to 9 Nov')
  await expectAccessible()
  await page.getByLabelText('Show').selectOptions('Not finished yet')
  await expect.poll(() => sold.elements().length).toBe(3)
  expect(address()).toBe('/my-orders?side=sold&show=open')
  await openPage('/my-orders?side=sold&show=open')
  await expect.poll(() => sold.elements().length).toBe(3)
  await page.getByLabelText('Show').selectOptions('To pack and send')
  await expect.poll(() => sold.elements().length).toBe(2)
})

test('a buyer sees when their orders should arrive', async () => {
  signIn('Farida Khan')
  answer(shopContract.orders, {
    ...none,
    rows: [makeOrderRow({ expected }), makeOrderRow({ expected: { ...expected, from: expected.to } })],
  })
  await openPage('/my-orders')
  await expect.element(page.getByText('Expected 4 to 9 Nov')).toBeVisible()
  await expect.element(page.getByText('Expected by 9 Nov')).toBeVisible()
  await expectAccessible()
})

test('a buyer sees in the list that a pharmacist waits for their answer', async () => {
  signIn('Farida Khan')
  const row = makeOrderRow({ status: 'awaiting_prescription', isAsked: true })
  answer(shopContract.orders, { rows: [row], nextCursor: null })
  await openPage('/my-orders')
  await expect.element(page.getByText('The pharmacist asks you')).toBeVisible()
  await expect.element(page.getByText('Prescription being checked')).not.toBeInTheDocument()
})

test('a seller enters how a parcel is sent, and answers a return', async () => {
  const part = makeSold('packed')
  keepSold(part)
  await openPage('/my-orders?side=sold')
  const ship = sold.getByRole('button', { name: 'Mark as shipped' })
  await ship.click()
  await expect.element(sold.getByRole('textbox', { name: 'Carrier' })).toHaveFocus()
  await sold.getByRole('textbox', { name: 'Carrier' }).fill('India Post')
  await sold.getByRole('textbox', { name: 'Tracking number' }).fill('EM123456789IN')
  await expectAccessible()
  const { inputs } = answer(shopContract.shipPart, () => {
    part.status = 'shipped'
  })
  await ship.click()
  await expect.element(page.getByText('No orders to pack or send.').or(sold)).toBeVisible()
  expect(inputs).toEqual([{ id: part.id, carrier: 'India Post', tracking: 'EM123456789IN' }])

  part.status = 'return_asked'
  part.returns = [makeReturn(part.lines, { kind: 'unopened', amount: rupees(450) })]
  part.steps.push(makeStep('return_asked', 'owner', 'It’s the wrong size.'))
  await openPage('/my-orders?side=sold&show=open')
  await expect.element(sold).toHaveTextContent('It’s the wrong size.')
  const take = sold.getByRole('button', { name: 'Take it back' })
  await take.click()
  const words = sold.getByRole('textbox', { name: 'Your answer to the buyer' })
  await expect.element(words).toHaveFocus()
  await words.fill('Please send it to our shop.')
  await expectAccessible()
  const answered = answer(shopContract.answerReturn, () => {
    part.status = 'return_approved'
  })
  await take.click()
  // Until it comes back, nothing is to be done.
  await expect.element(page.getByText('No unfinished orders.')).toBeVisible()
  expect(answered.inputs).toEqual([{ id: part.id, answer: 'take_back', note: 'Please send it to our shop.' }])
  await page.getByRole('button', { name: 'Show all orders' }).click()
  const received = answer(shopContract.receiveReturn, () => {
    part.status = 'returned'
  })
  await sold.getByRole('button', { name: 'I’ve received the return of order OR-000042' }).click()
  const dialog = page.getByRole('dialog', { name: 'Is the return of order OR-000042 back?' })
  await expect.element(dialog).toHaveTextContent('We refund the buyer ₹450.00. You can’t undo this.')
  await expectAccessible()
  await expect.element(dialog.getByRole('checkbox', { name: '1 × Cooling Bed' })).toBeChecked()
  await choose(dialog.getByRole('checkbox', { name: '1 × Cooling Bed' }))
  await dialog.getByRole('button', { name: 'Yes, it’s back' }).click()
  await expect.element(sold).toHaveTextContent('Returned')
  expect(received.inputs).toEqual([{ id: part.id, backOnSale: [] }])
})

test('a parcel that its buyer refused comes back to the seller, who puts its products on sale again', async () => {
  const part = makeSold('shipped', { pays: 'cash' })
  keepSold(part)
  await openPage('/my-orders?side=sold')
  await expect.element(sold.getByText('If it gets lost, or the buyer refuses it')).toBeVisible()
  await sold.getByRole('button', { name: 'Order OR-000042 wasn’t delivered' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel order OR-000042 as not delivered?' })
  await choose(dialog.getByRole('checkbox', { name: 'It came back to me' }))
  await choose(dialog.getByRole('checkbox', { name: 'The buyer didn’t take it' }))
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Refused at the door')
  await expectAccessible()
  const { inputs } = answer(shopContract.cancelPart, () => {
    part.status = 'cancelled'
  })
  await dialog.getByRole('button', { name: 'Cancel the order' }).click()
  await expect.element(page.getByText('The order is cancelled, and we’ve told the buyer.')).toBeVisible()
  expect(inputs).toEqual([{ id: part.id, reason: 'Refused at the door', cameBack: true, refused: true }])
})

test('a seller sees the photo of what was returned, what the buyer says is missing, and what a coupon pays them', async () => {
  const asked = makeSold('return_asked', { couponPaid: rupees(75) })
  const photo = { returnId: asked.returns[0]!.id, url: '/portraits/bruno.svg', width: 640, height: 480 }
  asked.returnPhotos = [photo, { ...photo, url: '/portraits/miso.svg' }]
  keepSold(
    asked,
    makeSold('not_arrived', {
      number: 'OR-000043',
      steps: [makeStep('not_arrived', 'owner', 'The tracking ends in Nagpur')],
    }),
    makeSold('cancelled', {
      number: 'OR-000044',
      steps: [makeStep('placed', 'owner'), makeStep('cancelled', 'admin', 'The maker has recalled it')],
    }),
  )
  await openPage('/my-orders?side=sold&show=all')
  await expect.element(page.getByText('Return: 1 × Cooling Bed')).toBeVisible()
  for (const name of [
    'What’s wrong, as shown by the buyer, 1 of 2',
    'What’s wrong, as shown by the buyer, 2 of 2',
  ])
    await expect.element(page.getByRole('img', { name })).toBeVisible()
  await expect.element(page.getByText('We pay you the ₹75.00 that the coupon takes off.')).toBeVisible()
  await expect.element(page.getByText('The tracking ends in Nagpur')).toBeVisible()
  const off = page.getByRole('article', { name: 'Order OR-000044' })
  await expect.element(off.getByText('The maker has recalled it')).toBeVisible()
  await expect.element(off.getByText('Cancelled by Support')).toBeVisible()
  await expect.element(off.getByRole('link', { name: /^Packing slip/ })).not.toBeInTheDocument()
  await expectAccessible()
})

test('a seller reports that a return never came', async () => {
  const part = makeSold('return_sent')
  Object.assign(part.returns[0]!, { carrier: 'India Post', tracking: 'EM918273645IN' })
  keepSold(part)
  await openPage(`/my-orders?side=sold&order=${part.orderId}`)
  await expect.element(sold.getByText('Sent back with India Post.')).toHaveTextContent('EM918273645IN')
  await sold.getByRole('button', { name: 'The return of order OR-000042 never came' }).click()
  await page.getByRole('textbox', { name: 'Reason' }).fill('The tracking says it’s still in Pune')
  await expectAccessible()
  const { inputs } = answer(shopContract.reportReturnMissing, () => {
    part.status = 'return_missing'
  })
  await page.getByRole('button', { name: 'Report it' }).click()
  await expect.element(sold.getByText('You’ve told us that it never came back.')).toBeVisible()
  expect(inputs).toEqual([{ id: part.id, note: 'The tracking says it’s still in Pune' }])
  await expectAccessible()
})

test('a seller blocks a buyer from their order, and unblocks them', async () => {
  const part = makeSold('delivered')
  keepSold(part)
  await openPage('/my-orders?side=sold&show=all')
  const { inputs } = answer(shopContract.blockBuyer, ({ isBlocked }) => {
    part.isBlocked = isBlocked
  })
  await sold.getByRole('button', { name: 'Block the buyer of order OR-000042' }).click()
  const dialog = page.getByRole('dialog', { name: 'Block this buyer?' })
  await expect.element(dialog).toHaveTextContent('They can’t order from you')
  await expectAccessible()
  await dialog.getByRole('button', { name: 'Block buyer' }).click()
  await sold.getByRole('button', { name: 'Unblock the buyer of order OR-000042' }).click()
  await expect.element(sold.getByRole('button', { name: 'Block the buyer' })).toBeVisible()
  expect(inputs).toEqual([
    { id: part.id, isBlocked: true },
    { id: part.id, isBlocked: false },
  ])
})
