/** Autoship: a food or a refill that is ordered again and again. */
import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { amountSchema, done, moneySchema } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { daySchema } from '#/kernel/time.ts'
import { autoshipStates, mostWeeks, pauseReasons, waysToPayAutoship } from './autoship-rules.ts'
import { shopErrors } from './errors.ts'
import { partStatuses } from './order-states.ts'
import { addressInput, addressSchema } from './orders.ts'
import { cashProblems, mostOfOne, shelfNames } from './rules.ts'

const variantId = idSchema('product_variant')
const prescriptionId = idSchema('given prescription')
const methodId = idSchema('payment method')

/** A prescription from which a pharmacist has approved the medicine before. */
const refillSchema = z.object({
  id: prescriptionId,
  pet: z.string(),
  prescriber: z.string().nullable(),
  validUntil: daySchema.nullable(),
  left: z.int(),
})
export type Refill = z.output<typeof refillSchema>

export const autoshipOfferSchema = z.object({
  productId: idSchema('product'),
  shelf: z.enum(shelfNames),
  name: z.string(),
  imageUrl: z.string().nullable(),
  seller: z.string(),
  needsPrescription: z.boolean(),
  variants: z.array(z.object({ id: variantId, name: z.string(), price: moneySchema, available: z.int() })),
  refills: z.array(refillSchema),
  /** Addresses of earlier orders, the latest first. */
  addresses: z.array(addressSchema),
  /** Why an order can't be paid in cash, whatever its total. */
  noCash: z.enum(cashProblems).nullable(),
  /** A saved payment method can be charged. */
  mayChargeMethod: z.boolean(),
  /** The first day for which its price can be told in time. */
  firstOn: daySchema,
})
export type AutoshipOffer = z.output<typeof autoshipOfferSchema>

export const autoshipSchema = z.object({
  id: idSchema('autoship'),
  /** Null once the product is gone. */
  productId: idSchema('product').nullable(),
  variantId: variantId.nullable(),
  shelf: z.enum(shelfNames).nullable(),
  name: z.string(),
  variant: z.string(),
  imageUrl: z.string().nullable(),
  quantity: z.int(),
  weeks: z.int(),
  status: z.enum(autoshipStates),
  /** Why it is paused, or why its order is tried again. */
  obstacle: z.enum(pauseReasons).nullable(),
  nextOn: daySchema,
  /** Today's price of one unit; null if it isn't sold. */
  price: moneySchema.nullable(),
  /** The price to which its buyer agreed last. */
  agreedPrice: moneySchema,
  /** The prices in the notice. */
  told: z.object({ price: moneySchema, total: moneySchema }).nullable(),
  pays: z.enum(waysToPayAutoship),
  /** The saved method; null once it is gone. */
  methodId: methodId.nullable(),
  method: z.string().nullable(),
  prescriptionId: prescriptionId.nullable(),
  address: addressSchema,
  lastOrder: z
    .object({
      id: idSchema('order'),
      number: z.string(),
      dueOn: daySchema,
      status: z.enum(partStatuses),
      mayCancel: z.boolean(),
    })
    .nullable(),
})
export type Autoship = z.output<typeof autoshipSchema>

const terms = {
  quantity: z.int().min(1).max(mostOfOne),
  weeks: z.int().min(1).max(mostWeeks),
  pays: z.enum(waysToPayAutoship),
  methodId: methodId.nullish(),
  prescriptionId: prescriptionId.nullish(),
  address: addressInput,
}
export const autoshipInput = z.object({
  ...terms,
  variantId,
  firstOn: daySchema,
  /** The price of one unit that the buyer saw. */
  price: amountSchema,
})
export type AutoshipInput = z.output<typeof autoshipInput>
export const autoshipChange = z.object({ ...terms, variantId, price: amountSchema })
export type AutoshipChange = z.output<typeof autoshipChange>

const own = 'an autoship of the caller’s'
const id = idSchema('autoship')
const limit = { name: 'autoship', by: 'user', max: 120, windowSeconds: 3600 } as const
const changed = only(shopErrors, 'shop.autoship_changed')
const wrongTerms = only(
  shopErrors,
  'shop.no_autoship',
  'shop.no_cash',
  'shop.cash_phone',
  'shop.cash_came_back',
  'shop.autoship_price',
  'shop.autoship_method',
  'shop.autoship_prescription',
  'shop.not_served',
  'shop.pin_in_other_state',
)

export const autoshipEndpoints = {
  autoshipOffer: endpoint({
    method: 'GET',
    path: '/shop/autoship-offers/{variantId}',
    summary: 'Returns what an autoship of a variant can be: its product’s variants, refills and addresses',
    access: 'signed-in',
    rows: 'variants of products that are listed; the caller’s own prescriptions and addresses',
    input: z.object({ variantId }),
    output: autoshipOfferSchema,
    errors: only(shopErrors, 'shop.no_autoship'),
  }),
  addAutoship: endpoint({
    method: 'POST',
    path: '/shop/autoships',
    summary:
      'Orders a food or a refill again and again from a day on; the buyer is told three days before each order',
    access: 'signed-in',
    rows: 'variants of products that are listed; the caller’s own prescriptions and payment methods',
    limit,
    input: autoshipInput,
    output: z.object({ id }),
    errors: { ...wrongTerms, ...only(shopErrors, 'shop.too_many_autoships', 'shop.autoship_day') },
  }),
  autoships: endpoint({
    method: 'GET',
    path: '/shop/autoships',
    summary: 'Lists the caller’s autoships that haven’t ended, the oldest first; 20 at most',
    access: 'signed-in',
    rows: 'autoships of the caller’s',
    input: z.object({}).optional(),
    output: z.array(autoshipSchema),
  }),
  changeAutoship: endpoint({
    method: 'PUT',
    path: '/shop/autoships/{id}',
    summary:
      'Changes an autoship’s size, number, interval, address, payment or prescription, and agrees to the price',
    access: 'signed-in',
    rows: own,
    limit,
    input: autoshipChange.extend({ id }),
    output: done,
    errors: { ...wrongTerms, ...changed },
  }),
  skipAutoship: endpoint({
    method: 'POST',
    path: '/shop/autoships/{id}/skips',
    summary: 'Leaves out the next order',
    access: 'signed-in',
    rows: own,
    limit,
    input: z.object({ id, dueOn: daySchema }),
    output: z.object({ nextOn: daySchema }),
    errors: changed,
  }),
  moveAutoship: endpoint({
    method: 'POST',
    path: '/shop/autoships/{id}/moves',
    summary: 'Moves the next order to another day; later ones follow from there',
    access: 'signed-in',
    rows: own,
    limit,
    input: z.object({ id, dueOn: daySchema, on: daySchema }),
    output: done,
    errors: { ...changed, ...only(shopErrors, 'shop.autoship_day') },
  }),
  pauseAutoship: endpoint({
    method: 'POST',
    path: '/shop/autoships/{id}/pauses',
    summary: 'Pauses an autoship until its buyer resumes it',
    access: 'signed-in',
    rows: own,
    limit,
    input: z.object({ id }),
    output: done,
    errors: changed,
  }),
  resumeAutoship: endpoint({
    method: 'POST',
    path: '/shop/autoships/{id}/resumption',
    summary: 'Resumes a paused autoship; the buyer is told again before the next order',
    access: 'signed-in',
    rows: own,
    limit,
    input: z.object({ id }),
    output: z.object({ nextOn: daySchema }),
    errors: changed,
  }),
  agreeToPrice: endpoint({
    method: 'POST',
    path: '/shop/autoships/{id}/consents',
    summary: 'Agrees to a price that has risen by more than 5%',
    access: 'signed-in',
    rows: own,
    limit,
    /** The price of one unit that the buyer saw. */
    input: z.object({ id, price: amountSchema }),
    output: done,
    errors: { ...changed, ...only(shopErrors, 'shop.autoship_price') },
  }),
  endAutoship: endpoint({
    method: 'POST',
    path: '/shop/autoships/{id}/cancellation',
    summary: 'Cancels an autoship; an order that was placed stays, and can be cancelled until it’s packed',
    access: 'signed-in',
    rows: own,
    limit,
    input: z.object({ id }),
    output: done,
    errors: changed,
  }),
  orderAutoships: endpoint({
    method: 'GET',
    path: '/shop/orders/{id}/autoships',
    summary: 'Returns the autoship that placed an order, and which of its products can become one',
    access: 'signed-in',
    rows: 'an order that the caller placed',
    input: z.object({ id: idSchema('order') }),
    output: z.object({
      placedBy: z.object({ id, isEnded: z.boolean(), weeks: z.int() }).nullable(),
      offers: z.array(z.object({ variantId, name: z.string(), variant: z.string() })),
    }),
  }),
}
