/** The cart: of members in the database, of guests in the browser. */
import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { amountSchema, moneySchema } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { shopErrors } from './errors.ts'
import { mostLines, mostOfOne, shelfNames, shopRates } from './rules.ts'

const variantId = idSchema('product_variant')
const wantedLine = z.object({
  variantId,
  quantity: z.int().min(1).max(mostOfOne),
  /** The price that the person saw last; a different one is pointed out to them, and never charged. */
  seenPrice: amountSchema,
})
export type WantedLine = z.output<typeof wantedLine>

export const cartLineSchema = z.object({
  variantId,
  productId: idSchema('product'),
  shelf: z.enum(shelfNames),
  name: z.string(),
  brand: z.string(),
  variant: z.string(),
  imageUrl: z.string().nullable(),
  needsPrescription: z.boolean(),
  /** The number that was wanted; more than `available` if some were sold since. */
  quantity: z.int(),
  /** Units that can be bought, at most 20; 0 if it is sold out or no longer sold. */
  available: z.int(),
  isSold: z.boolean(),
  price: moneySchema,
  seenPrice: moneySchema,
  /** For as many as can be bought. */
  total: moneySchema,
})
export type CartLine = z.output<typeof cartLineSchema>

export const cartSchema = z.object({
  /** In the order in which the sellers' first lines were added. */
  sellers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      isPharmacist: z.boolean(),
      lines: z.array(cartLineSchema),
      total: moneySchema,
      delivery: moneySchema,
      /** To be added for free delivery; null if it is free. */
      missing: moneySchema.nullable(),
    }),
  ),
  /** The number of units in all lines. */
  count: z.int(),
  total: moneySchema,
})
export type Cart = z.output<typeof cartSchema>

const own = 'the caller’s own cart'
const cartLimit = { name: 'shop-cart', by: 'user', ...shopRates.cart } as const
/** The price on the page, which the cart then compares with today’s; today’s if it’s absent. */
const shownPrice = amountSchema.optional()

export const cartEndpoints = {
  quote: endpoint({
    method: 'GET',
    path: '/shop/quote',
    summary: 'Prices the lines of a guest’s cart; variants that aren’t sold any more are left out',
    access: 'anyone',
    rows: 'variants of products that are listed; the lines aren’t kept',
    limit: { name: 'shop-quote', by: 'network', ...shopRates.catalogue, perProcess: true },
    input: z.object({ lines: z.array(wantedLine).max(mostLines) }),
    output: cartSchema,
  }),
  cart: endpoint({
    method: 'GET',
    path: '/shop/cart',
    summary: 'Returns the caller’s cart at today’s prices and stock',
    access: 'signed-in',
    rows: own,
    input: z.object({}).optional(),
    output: cartSchema,
  }),
  cartCount: endpoint({
    method: 'GET',
    path: '/shop/cart/count',
    summary: 'Counts the units in the caller’s cart',
    access: 'signed-in',
    rows: own,
    input: z.object({}).optional(),
    output: z.object({ count: z.int() }),
  }),
  addToCart: endpoint({
    method: 'POST',
    path: '/shop/cart/lines',
    summary: 'Adds units of a variant to the caller’s cart, at most as many as can be bought',
    access: 'signed-in',
    rows: `${own}; variants of products that are listed`,
    limit: cartLimit,
    input: z.object({ variantId, quantity: z.int().min(1).max(mostOfOne), seenPrice: shownPrice }),
    output: z.object({ count: z.int(), quantity: z.int() }),
    errors: only(shopErrors, 'shop.out_of_stock', 'shop.closed_to_you', 'shop.no_more', 'shop.cart_full'),
  }),
  setCartLine: endpoint({
    method: 'PUT',
    path: '/shop/cart/lines/{variantId}',
    summary:
      'Sets the quantity of a line and accepts the price that was shown; 0 removes it, and it can be set again',
    access: 'signed-in',
    rows: `${own}; variants of products that are listed`,
    limit: cartLimit,
    input: z.object({ variantId, quantity: z.int().min(0).max(mostOfOne), seenPrice: shownPrice }),
    output: cartSchema,
    errors: only(shopErrors, 'shop.out_of_stock', 'shop.closed_to_you', 'shop.cart_full'),
  }),
  mergeCart: endpoint({
    method: 'POST',
    path: '/shop/cart/merges',
    summary: 'Adds a guest’s cart to the caller’s, once however often it is sent',
    access: 'signed-in',
    rows: `${own}; variants of products that are listed`,
    input: z.object({ guestCart: z.uuid(), lines: z.array(wantedLine).max(mostLines) }),
    /** Lines that weren’t added: no longer sold, or beyond what a cart holds. */
    output: z.object({ gone: z.int(), full: z.int() }),
  }),
}
