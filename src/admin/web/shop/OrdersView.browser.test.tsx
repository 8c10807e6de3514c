import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { adminContract } from '#/admin/contract.ts'
import { expectAccessible } from '#/app/testing/browser/accessible.ts'
import { answer } from '#/app/testing/browser/answers.ts'
import { signInAdmin } from '#/app/testing/browser/desk.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { openPage } from '#/app/testing/browser/open-page.tsx'
import { deskOrderRowSchema, deskOrderSchema, deskReturnSchema } from '#/shop/desk.ts'
import type { PartStatus, Side } from '#/shop/order-states.ts'
import { returnSchema } from '#/shop/orders.ts'

const rupees = (amount: number) => ({ amount: amount * 100, currency: 'INR' })
const farida = { id: newId(), name: 'Farida Khan' }
const seller = { id: newId(), name: 'Green Tail' }
const address = '/admin-dashboard?view=orders'

const step = (status: PartStatus, by: Side, note: string | null) => ({
  status,
  by,
  note,
  at: new Date('2026-11-02T06:30:00Z'),
})

/** Keeps an order in cash whose only part is in this state, which its last step brought about. */
function keepOrder(status: PartStatus, note: string | null = null, by: Side = 'seller') {
  signInAdmin('Nadia')
  const part = {
    ...made(deskOrderSchema.shape.parts.element),
    status,
    total: rupees(499),
    refunded: rupees(0),
    takenBack: rupees(0),
    refundable: rupees(0),
    carrier: null,
    tracking: null,
    returns: [made(returnSchema, { amount: rupees(499), outcome: null, isOverruled: false })],
    returnPhotos: [],
    expected: null,
    steps: [step('placed', 'owner', null), step(status, by, note)],
    seller,
  }
  const order = made(deskOrderSchema, {
    id: newId(),
    number: 'OR-000042',
    pays: 'cash',
    total: rupees(499),
    buyer: farida,
    payment: null,
    parts: [part],
  })
  answer(adminContract.order, () => structuredClone(order))
  return part
}

const order = page.getByRole('article', { name: 'Order OR-000042' })

async function decide(decision: string, reason: string) {
  await page.getByRole('button', { name: decision }).click()
  await page.getByRole('textbox', { name: 'Reason' }).fill(reason)
  await page.getByRole('button', { name: decision }).last().click()
}

const told = page.getByText('Your decision is saved, and we’ve told both sides.')

test('the desk cancels an order that isn’t sent', async () => {
  const part = keepOrder('packed')
  await openPage(`${address}&reference=OR-000042`)
  await page.getByRole('button', { name: 'Cancel this part' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel this part?' })
  const cancel = dialog.getByRole('button', { name: 'Cancel this part' })
  await cancel.click()
  const reason = dialog.getByRole('textbox', { name: 'Reason' })
  await expect.element(reason).toHaveFocus()
  await reason.fill('The maker has recalled it')
  await expectAccessible()
  const { inputs } = answer(adminContract.cancelOrderPart, () => {
    part.status = 'cancelled'
    part.steps.push(step('cancelled', 'admin', 'The maker has recalled it'))
  })
  await cancel.click()
  await expect.element(page.getByText('The part is cancelled, and we’ve told both sides.')).toBeVisible()
  await expect.element(page.getByText('Cancelled by Support')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Cancel this part' })).not.toBeInTheDocument()
  expect(inputs).toEqual([{ id: part.id, seen: 'packed', reason: 'The maker has recalled it' }])
  await expectAccessible()
})

test('the desk approves a return that its seller has refused', async () => {
  const part = keepOrder('return_refused', 'We sent the large one')
  part.steps.unshift(step('return_asked', 'owner', 'It’s the small one'))
  await openPage(`${address}&reference=OR-000042`)
  await expect.element(page.getByText('The seller has refused the return.')).toBeVisible()
  for (const words of ['It’s the small one', 'We sent the large one'])
    await expect.element(order.getByText(words)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Refuse the return' })).not.toBeInTheDocument()
  await expectAccessible()
  const { inputs } = answer(adminContract.decideReturn, () => {
    part.status = 'return_approved'
    part.steps.push(step('return_approved', 'admin', 'The photo shows the small one'))
  })
  await decide('Approve the return', 'The photo shows the small one')
  await expect.element(told).toBeVisible()
  await expect.element(page.getByText('Return approved by Support')).toBeVisible()
  expect(inputs).toMatchObject([{ seen: 'return_refused', decision: 'approve' }])
})

test('the desk approves a refused return whose buyer has asked for another one since', async () => {
  const part = keepOrder('return_asked', 'The ball too', 'owner')
  const earlier = made(returnSchema, { amount: rupees(200), outcome: 'refused', isOverruled: false })
  part.returns.unshift(earlier)
  await openPage(`${address}&reference=OR-000042`)
  await expect.element(page.getByText('The seller hasn’t answered yet.')).toBeVisible()
  await expect.element(page.getByText('for ₹200.00 was refused before.')).toBeVisible()
  await expectAccessible()
  const { inputs } = answer(adminContract.decideReturn, () => {
    earlier.isOverruled = true
    part.steps.push({
      ...step('return_asked', 'admin', 'The photo shows a torn seam'),
      at: new Date('2026-11-03T06:30:00Z'),
    })
  })
  await decide('Approve the earlier return', 'The photo shows a torn seam')
  await expect.element(told).toBeVisible()
  await expect.element(page.getByText('Earlier return approved by Support')).toBeVisible()
  await expect.element(order.getByText('it can go back once the other return is over')).toBeVisible()
  await expect
    .element(page.getByRole('button', { name: 'Approve the earlier return' }))
    .not.toBeInTheDocument()
  expect(inputs).toMatchObject([{ returnId: earlier.id, seen: 'return_refused', decision: 'approve' }])
})

test('the desk decides about a parcel that is reported missing', async () => {
  const part = keepOrder('not_arrived', 'The tracking ends in Nagpur', 'owner')
  await openPage(`${address}&reference=OR-000042`)
  await expect.element(order.getByText('The tracking ends in Nagpur')).toBeVisible()
  await expectAccessible()
  const { inputs } = answer(adminContract.decideMissing, () => {
    part.status = 'cancelled'
  })
  await decide('Cancel it', 'The carrier lost it')
  await expect.element(told).toBeVisible()
  await expect.element(order.getByText('Cancelled', { exact: true }).first()).toBeVisible()
  expect(inputs).toEqual([
    { id: part.id, seen: 'not_arrived', decision: 'refund', reason: 'The carrier lost it' },
  ])
})

test('the desk finds a return that never came, and decides about it', async () => {
  keepOrder('return_missing')
  const row = made(deskReturnSchema, {
    number: 'OR-000042',
    status: 'return_missing',
    seller: 'Green Tail',
    amount: rupees(499),
  })
  const { inputs: asked } = answer(adminContract.openReturns, { rows: [row], nextCursor: null })
  answer(adminContract.orders, { rows: [], nextCursor: null, isPartial: false })
  await openPage(`${address}&returns=return_missing`)
  const found = page.getByRole('article', { name: 'Return of order OR-000042 to Green Tail' })
  await expect.element(found).toBeVisible()
  await expectAccessible()
  await found.getByRole('link').click()
  expect(asked[0]).toMatchObject({ status: 'return_missing' })
  await expect.element(page.getByText('The seller says that the return never came.')).toBeVisible()
  const { inputs } = answer(adminContract.decideMissing)
  await decide('It was sent back', 'The carrier delivered it on Monday')
  await expect.element(told).toBeVisible()
  expect(inputs).toMatchObject([{ seen: 'return_missing', decision: 'refund' }])
})

test('the desk searches orders by buyer and status', async () => {
  signInAdmin('Nadia')
  const row = made(deskOrderRowSchema, {
    number: 'OR-000042',
    status: 'shipped',
    buyer: farida,
    seller,
    total: rupees(499),
  })
  answer(adminContract.openReturns, { rows: [], nextCursor: null })
  const { inputs } = answer(adminContract.orders, ({ status }) => ({
    rows: status === 'packed' ? [] : [row],
    nextCursor: null,
    isPartial: false,
  }))
  await openPage(address)
  const orders = page.getByRole('region', { name: 'All orders' })
  await orders.getByRole('textbox', { name: 'Buyer' }).fill('farida@example.org')
  const status = orders.getByRole('combobox', { name: 'Status' })
  await status.selectOptions('packed')
  await orders.getByRole('button', { name: 'Search' }).click()
  await expect.element(orders.getByText('No orders match.')).toBeVisible()
  await status.selectOptions('shipped')
  await orders.getByRole('button', { name: 'Search' }).click()
  await expect.element(orders.getByRole('article', { name: 'Order OR-000042 from Green Tail' })).toBeVisible()
  expect(inputs.at(-1)).toMatchObject({ buyer: 'farida@example.org', status: 'shipped' })
  await expectAccessible()
})
