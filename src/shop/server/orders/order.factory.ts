import type { Person } from '#/app/testing/people.ts'
import type { Checkout, Order, PlaceOrder, WayToPay } from '#/shop/orders.ts'
import { type ReturnKind, refundFor } from '#/shop/returns.ts'

/** An address in Bengaluru. */
export const homeAddress = {
  name: 'Asha Verma',
  phone: '+919812345678',
  line: '12 Lake Road',
  city: 'Bengaluru',
  state: '29' as const,
  pin: '560034',
}

type Options = { pays?: WayToPay; address?: PlaceOrder['address']; gstin?: string; coupon?: string }

/** Returns the order that a buyer places after seeing this checkout. */
export const orderOf = (checkout: Checkout, options: Omit<Options, 'coupon'> = {}) => ({
  checkoutId: checkout.id!,
  address: homeAddress,
  pays: 'online' as const,
  ...options,
  lines: checkout.sellers
    .flatMap(({ lines }) => lines)
    .filter(({ quantity }) => quantity > 0)
    .map(({ variantId, quantity, price }) => ({ variantId, quantity, price: price.amount })),
  total: checkout.total.amount,
})

/** Puts variants into a person's cart and places the order as the checkout shows it. */
export async function order(
  { call }: Pick<Person, 'call'>,
  wanted: Readonly<Record<string, number>>,
  { coupon, ...options }: Options = {},
) {
  for (const [variantId, quantity] of Object.entries(wanted))
    await call.shop.addToCart({ variantId: variantId as never, quantity })
  const { pin, state } = options.address ?? homeAddress
  const checkout = await call.shop.checkout({ pin, state, pays: options.pays ?? 'online', coupon })
  return call.shop.placeOrder(orderOf(checkout, options))
}

type Returning = {
  id: string
  partId: string
  kind: ReturnKind
  note?: string
  photos?: File[]
  /** Units by the names of products; everything that can still be returned if left out. */
  units?: Readonly<Record<string, number>>
}

/** Returns what a buyer's form sends to ask for a return. */
export function returnOfPart(
  part: Order['parts'][number],
  { kind, units }: Pick<Returning, 'kind' | 'units'>,
) {
  const goods = part.lines
    .filter((line) => line.kind === 'goods')
    .map(({ amount, discount, ...line }) => ({
      ...line,
      amount: amount.amount,
      discount: discount.amount,
    }))
  const lines = goods
    .map(({ id, name, quantity }) => ({
      lineId: id,
      quantity: units
        ? (units[name] ?? 0)
        : (part.mayReturn?.lines.find((line) => line.id === id)?.left ?? quantity),
    }))
    .filter(({ quantity }) => quantity > 0)
  const returns = part.returns.map((one) => ({ ...one, amount: one.amount.amount }))
  const amount = refundFor({ total: part.total.amount, lines: goods, returns, kind, chosen: lines })
  return { partId: part.id, kind, lines, amount }
}

/** Asks for a return as the buyer's form does. */
export async function askReturn(
  { call }: Pick<Person, 'call'>,
  { id, partId, note = 'She doesn’t like it', photos = [], ...returned }: Returning,
) {
  const part = (await call.shop.order({ id: id as never })).parts.find((one) => one.id === partId)!
  return call.shop.askReturn({ id, ...returnOfPart(part, returned), note, photos })
}
