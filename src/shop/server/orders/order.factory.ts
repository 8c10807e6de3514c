import type { Person } from '#/app/testing/people.ts'
import type { Checkout, PlaceOrder, WayToPay } from '#/shop/orders.ts'

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
