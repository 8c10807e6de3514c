import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { adminContract } from '#/admin/contract.ts'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer, answerAt, fail, refuse } from '#/app/testing/browser/answers.ts'
import { signInAdmin } from '#/app/testing/browser/desk.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { address, openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { shopContract } from '#/shop/contract.ts'
import { deskOrderSchema } from '#/shop/desk.ts'
import { orderSchema } from '#/shop/orders.ts'
import { rupees, signInSupplier } from '#/shop/web/product.factory.ts'
import { supportContract } from '#/support/contract.ts'
import { makeOrder, makeSold, makeStep, openOrder } from './order.factory.ts'

const parcel = page.getByRole('region', { name: /^Sold by/ })
const title = page.getByRole('heading', { level: 1 })
const button = (name: string | RegExp) => page.getByRole('button', { name })

type Payment = NonNullable<Parameters<typeof openOrder>[0]['payment']>

const payment = (status: Payment['status'], fields: Partial<Payment> = {}): Payment => ({
  ...made(orderSchema.shape.payment.unwrap()),
  status,
  failure: null,
  isOpen: true,
  payBy: new Date('2026-11-02T07:00:00Z'),
  ...fields,
})

test('an order that the bank refused can be paid another way', async () => {
  signIn('Farida Khan')
  const order = makeOrder('awaiting_payment', {}, { payment: payment('failed', { failure: 'declined' }) })
  await openOrder(order)
  const region = page.getByRole('region', { name: 'Payment' })
  await expect.element(region.getByRole('heading', { name: 'Payment failed' })).toBeVisible()
  await expect.element(region.getByText('The bank declined the payment.')).toBeVisible()
  await expect.element(region.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect.element(region.getByRole('button', { name: 'Pay another way' })).toBeVisible()
  await expectAccessible()
})

test('while the bank decides, nobody is asked to pay again, and the page updates automatically', async () => {
  signIn('Farida Khan')
  const order = makeOrder('awaiting_payment', {}, { payment: payment('pending') })
  const part = await openOrder(order)
  await expect.element(page.getByText('We are waiting for your bank')).toBeVisible()
  await expect.element(page.getByText('Please don’t pay again.')).toBeVisible()
  await expect.element(button(/Pay Now|Try again/)).not.toBeInTheDocument()
  await expectAccessible()
  part.status = 'placed'
  order.payment!.status = 'completed'
  await expect.element(parcel.getByText('Placed', { exact: true }).first()).toBeVisible()
  await expect.element(page.getByRole('status', { name: 'Payment' })).not.toBeInTheDocument()
})

test('an order that is cancelled while the bank decides promises the money back', async () => {
  signIn('Farida Khan')
  const order = makeOrder('awaiting_payment', { mayCancel: true }, { payment: payment('pending') })
  const part = await openOrder(order)
  await button('Cancel the whole order').click()
  await expect
    .element(page.getByRole('region', { name: 'Cancel the whole order' }))
    .toHaveTextContent(
      'Cancel the whole order? If your bank still takes the money, we’ll send it back automatically.',
    )
  const { inputs } = answer(shopContract.cancelOrder, () => {
    Object.assign(part, { status: 'cancelled', mayCancel: false, steps: [makeStep('cancelled', 'owner')] })
  })
  await button('Yes, cancel').click()
  const status = page.getByRole('status', { name: 'Payment' })
  await expect
    .element(status)
    .toHaveTextContent(
      'This order is cancelled. If your bank still takes the money, we’ll send it back automatically.',
    )
  expect(inputs).toEqual([{ id: order.id, partId: null, reason: null }])
  await expectAccessible()
  order.payment!.status = 'refunded'
  await expect
    .element(status)
    .toHaveTextContent('This order was already cancelled, so your money goes back to where it came from.')
})

test('an order whose seller is suspended says why it can’t be paid', async () => {
  signIn('Farida Khan')
  await openOrder(
    makeOrder('awaiting_payment', {}, { payment: payment('failed', { isOpen: false, isPaused: true }) }),
  )
  const region = page.getByRole('region', { name: 'Payment' })
  await expect.element(region.getByRole('heading', { name: 'You can’t pay right now' })).toBeVisible()
  await expect
    .element(region)
    .toHaveTextContent(/Green Tail Traders can’t take orders at the moment\..+we’ll cancel it\./)
  await expect.element(button(/Try again|Pay/)).not.toBeInTheDocument()
  await expectAccessible()
})

test('a buyer cancels one seller’s part, and reads what is refunded', async () => {
  signIn('Farida Khan')
  const part = await openOrder(makeOrder('placed', { mayCancel: true }))
  await parcel.getByRole('button', { name: 'Cancel these items' }).click()
  answer(shopContract.cancelOrder, () => {
    Object.assign(part, { status: 'cancelled', mayCancel: false, refunded: rupees(499) })
  })
  await button('Yes, cancel').click()
  await expect.element(page.getByText('₹499.00 refunded')).toBeVisible()
})

test('a parcel that its seller marked as delivered can still be confirmed by its buyer', async () => {
  signIn('Farida Khan')
  await openOrder(makeOrder('delivered', { mayReportMissing: true }))
  await expect.element(parcel.getByRole('button', { name: 'It has arrived' })).toBeVisible()
})

test('a parcel is reported missing, and its buyer reads what the desk has decided', async () => {
  signIn('Farida Khan')
  const part = await openOrder(makeOrder('shipped', { mayReportMissing: true }))
  await parcel.getByRole('button', { name: 'It never arrived' }).click()
  const report = parcel.getByRole('button', { name: 'Report as missing' })
  await report.click()
  const words = parcel.getByRole('textbox', { name: 'What happened?' })
  await expect.element(words).toHaveFocus()
  await words.fill('The tracking ends in Nagpur')
  await expectAccessible()
  const { inputs } = answer(shopContract.reportMissing, () => {
    Object.assign(part, { status: 'not_arrived', mayReportMissing: false })
  })
  await report.click()
  await expect.element(parcel.getByText('We’re looking into it and have told the seller.')).toBeVisible()
  expect(inputs).toMatchObject([{ partId: part.id, note: 'The tracking ends in Nagpur' }])
  await expectAccessible()
  await openOrder(makeOrder('cancelled', { steps: [makeStep('cancelled', 'admin', 'The carrier lost it')] }))
  await expect.element(parcel.getByText('The carrier lost it')).toBeVisible()
  await expect.element(parcel.getByText('Cancelled', { exact: true }).first()).toBeVisible()
  await expect.element(parcel.getByText('Cancelled by Support')).toBeVisible()
})

test('a buyer says that a parcel has arrived, and can return it at once', async () => {
  signIn('Farida Khan')
  const part = await openOrder(makeOrder('shipped', { mayReportMissing: true }))
  await parcel.getByRole('button', { name: 'It has arrived' }).click()
  const { inputs } = answer(shopContract.confirmArrival, () => {
    const mayReturn = {
      lines: [{ id: part.lines[0]!.id, left: 1, until: new Date('2026-11-09'), isMedicine: false }],
    }
    Object.assign(part, { status: 'delivered', mayReportMissing: false, mayReturn })
  })
  await parcel.getByRole('button', { name: 'Yes, it has' }).click()
  await expect.element(parcel.getByText('Delivered', { exact: true }).first()).toBeVisible()
  await expect.element(parcel.getByRole('button', { name: 'Return', exact: true })).toBeVisible()
  await expect.element(parcel.getByRole('button', { name: 'It never arrived' })).not.toBeInTheDocument()
  expect(inputs).toMatchObject([{ partId: part.id }])
  await expectAccessible()
})

test('an order leads to help about it', async () => {
  signIn('Farida Khan')
  const order = makeOrder('shipped')
  await openOrder(order)
  answer(supportContract.bookings, { bookings: [], orders: [] })
  answer(supportContract.tickets, { rows: [], nextCursor: null })
  await page.getByRole('link', { name: 'Help', exact: true }).click()
  await expect.element(page.getByLabelText('What’s it about?')).toHaveValue('order')
  await expect.element(page.getByLabelText('Which order? (optional)')).toHaveValue(order.id)
  await expectAccessible()
})

test('an order leads its seller to their part of it', async () => {
  const part = makeSold('shipped')
  signInSupplier()
  refuse(shopContract.order, 'request.malformed')
  answer(shopContract.sold, { rows: [part], nextCursor: null })
  answerAt('/api/admin/me', () => Response.json({ admin: null }))
  await openPage(`/order-confirmation/${part.orderId}`)
  await expect.poll(address).toBe(`/my-orders?side=sold&order=${part.orderId}`)
  await expect.element(page.getByRole('article', { name: 'Order OR-000042' })).toBeVisible()
  await expectAccessible()
})

test('an order leads admins to the desk', async () => {
  const id = newId()
  signIn('Omar Sheikh')
  signInAdmin('Nadia')
  refuse(shopContract.order, 'request.malformed')
  answer(shopContract.sold, { rows: [], nextCursor: null })
  answerAt('/api/admin/me', () => Response.json({ admin: { id: newId() } }))
  const total = rupees(499)
  answer(adminContract.order, made(deskOrderSchema, { id, number: 'OR-000042', total, payment: null }))
  await openPage(`/order-confirmation/${id}`)
  await expect.element(page.getByRole('heading', { name: 'Order OR-000042' })).toBeVisible()
  expect(address()).toBe(`/admin-dashboard?view=orders&reference=${id}`)
})

test('others don’t find an order, but only once it’s known that it isn’t theirs to pack', async () => {
  signIn('Omar Sheikh')
  refuse(shopContract.order, 'request.malformed')
  fail(shopContract.sold)
  answerAt('/api/admin/me', () => Response.json({ admin: null }))
  await openPage(`/order-confirmation/${newId()}`)
  await expect.element(title).toHaveTextContent(/^Something went wrong/)
  answer(shopContract.sold, { rows: [], nextCursor: null })
  await button('Retry').click()
  await expect.element(title).toHaveTextContent(/^Order not found$/)
})
