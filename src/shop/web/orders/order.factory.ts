import type { z } from 'zod'
import { answer } from '#/app/testing/browser/answers.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { openPage } from '#/app/testing/browser/open-page.tsx'
import { shopContract } from '#/shop/contract.ts'
import { hasOpenReturn, type PartStatus, type Side } from '#/shop/order-states.ts'
import {
  addressSchema,
  orderLineSchema,
  type orderRowSchema,
  orderSchema,
  returnSchema,
  soldPartSchema,
  stepSchema,
} from '#/shop/orders.ts'
import { rupees } from '#/shop/web/product.factory.ts'

export const address = made(addressSchema, {
  name: 'Farida Khan',
  phone: '+919812345678',
  line: '12 Lake Road',
  city: 'Bengaluru',
  state: '29',
  pin: '560034',
})

let hour = 0

/** Makes a step of a part, each an hour after the one before. */
export const makeStep = (status: PartStatus, by: Side = 'seller', note: string | null = null) =>
  made(stepSchema, { status, by, note, at: new Date(Date.UTC(2026, 10, 2, hour++)) })

const bed = made(orderLineSchema, {
  kind: 'goods',
  name: 'Cooling Bed',
  variant: 'One size',
  quantity: 1,
  price: rupees(499),
  amount: rupees(499),
  discount: rupees(0),
})

/** Makes a return of goods of a part that is under way. */
export const makeReturn = (
  lines: readonly { id: string; quantity: number }[],
  fields: Partial<z.input<typeof returnSchema>> = {},
) =>
  made(returnSchema, {
    kind: 'damaged',
    amount: rupees(499),
    outcome: null,
    carrier: null,
    tracking: null,
    lines: lines.map(({ id, quantity }) => ({ lineId: id, quantity, isBackOnSale: false })),
    ...fields,
  })

const partOf = (status: PartStatus) => ({
  id: newId(),
  status,
  lines: [bed],
  total: rupees(499),
  refunded: rupees(0),
  takenBack: rupees(0),
  returns: hasOpenReturn(status) || status === 'returned' ? [makeReturn([bed])] : [],
  days: { from: 2, to: 5 },
  steps: [makeStep('placed', 'owner'), makeStep(status)],
})

type Order = z.input<typeof orderSchema>
type Part = Order['parts'][number]

const noTax = { cgst: rupees(0), sgst: rupees(0), igst: rupees(0) }

/** Makes a buyer's order of a bed from one seller, whose part is in this state. */
export function makeOrder(status: PartStatus, part: Partial<Part> = {}, fields: Partial<Order> = {}): Order {
  const whole = {
    ...partOf(status),
    carrier: null,
    tracking: null,
    expected: null,
    seller: { name: 'Green Tail Traders', isPharmacist: false },
    mayCancel: false,
    mayReportMissing: false,
    mayReturn: null,
    mayWithdrawReturn: false,
    hasReceipt: false,
    returnTo: null,
    hasPrescription: false,
    isRefused: false,
    ...part,
  }
  return made(orderSchema, {
    id: newId(),
    number: 'OR-000042',
    pays: 'online',
    address,
    total: whole.total,
    tax: noTax,
    parts: [whole],
    ...fields,
  })
}

type Reviews = Parameters<typeof answer<typeof shopContract.orderReviews>>[1]

/** Opens the page of a buyer's order, which reads it again whenever it has changed. */
export async function openOrder(order: Order, reviews: Reviews = { rows: [] }): Promise<Part> {
  answer(shopContract.order, () => structuredClone(order))
  answer(shopContract.orderAutoships, { placedBy: null, offers: [] })
  answer(shopContract.orderReviews, reviews)
  await openPage(`/order-confirmation/${order.id}`)
  return order.parts[0]!
}

/** Makes the same part of an order as its seller reads it. */
export const makeSold = (
  status: PartStatus,
  fields: Partial<z.input<typeof soldPartSchema>> = {},
): z.input<typeof soldPartSchema> =>
  made(soldPartSchema, {
    ...partOf(status),
    orderId: newId(),
    number: 'OR-000042',
    pays: 'online',
    address,
    commission: rupees(0),
    couponPaid: rupees(0),
    tax: noTax,
    isBlocked: false,
    ...fields,
  })

/** Makes an order's row in its buyer's list. */
export const makeOrderRow = (
  fields: Partial<z.input<typeof orderRowSchema>['parts'][number]> = {},
): z.input<typeof orderRowSchema> => ({
  id: newId(),
  number: 'OR-000042',
  placedAt: new Date('2026-11-02T06:30:00Z'),
  total: rupees(499),
  parts: [
    {
      seller: 'Green Tail Traders',
      status: 'placed',
      isAsked: false,
      isRefused: false,
      count: 1,
      what: 'Cooling Bed',
      expected: null,
      ...fields,
    },
  ],
})
