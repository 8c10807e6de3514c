import { page } from 'vitest/browser'
import type { z } from 'zod'
import { answer } from '#/app/testing/browser/answers.ts'
import { made, newId } from '#/app/testing/browser/made.ts'
import { openPage } from '#/app/testing/browser/open-page.tsx'
import { signIn } from '#/app/testing/browser/people.ts'
import { shopContract } from '#/shop/contract.ts'
import { checkoutSchema } from '#/shop/orders.ts'
import { rupees } from '#/shop/web/product.factory.ts'

type Checkout = z.input<typeof checkoutSchema>
type Line = Checkout['sellers'][number]['lines'][number]

export const makeCheckoutLine = (name: string, fields: Partial<Line> = {}): Line => ({
  variantId: newId(),
  name,
  brand: 'Tail & Bowl',
  variant: 'One size',
  imageUrl: null,
  quantity: 1,
  notReserved: null,
  price: rupees(499),
  amount: rupees(499),
  productId: newId(),
  needsPrescription: false,
  problem: null,
  ...fields,
})

/** Makes the checkout of lines of one seller, a bed if none is given. */
export const makeCheckout = (
  fields: Partial<Checkout> = {},
  lines = [makeCheckoutLine('Cooling Bed')],
): Checkout =>
  made(checkoutSchema, {
    id: newId(),
    reservedUntil: new Date('2026-11-02T06:45:00Z'),
    sellers: [
      {
        id: newId(),
        name: 'Green Tail Traders',
        isPharmacist: false,
        lines,
        delivery: rupees(49),
        cashFee: rupees(0),
        days: { from: 2, to: 5 },
        total: rupees(548),
      },
    ],
    goods: rupees(499),
    delivery: rupees(49),
    cashFee: rupees(0),
    discount: rupees(0),
    afterApproval: rupees(0),
    total: rupees(548),
    tax: { cgst: rupees(38), sgst: rupees(38), igst: rupees(0) },
    noCash: null,
    ...fields,
  })

const emptyCart = { sellers: [], count: 0, total: rupees(0) }

/** Opens the checkout of Farida, at these prices. */
export async function openCheckout(checkout: Checkout): Promise<void> {
  signIn('Farida Khan')
  answer(shopContract.cart, emptyCart)
  answer(shopContract.checkout, checkout)
  await openPage('/checkout')
}

/** Enters an address in Bengaluru, with these fields instead. */
export async function fillAddress(fields: Record<string, string> = {}): Promise<void> {
  const whole = {
    Phone: '+91 98123 45678',
    Address: '12 Lake Road',
    'PIN code': '560034',
    City: 'Bengaluru',
    ...fields,
  }
  for (const [name, value] of Object.entries(whole)) await page.getByRole('textbox', { name }).fill(value)
}
