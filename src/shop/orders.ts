/** Checkout and orders. */
import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { documentErrors } from '#/kernel/documents.ts'
import {
  amountSchema,
  changedLine,
  cursorSchema,
  done,
  limits,
  moneySchema,
  optionalLine,
  optionalText,
  pageOf,
  phoneText,
  requiredLine,
  requiredText,
} from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { daySchema } from '#/kernel/time.ts'
import { paymentStatusSchema } from '#/payments/rules.ts'
import { couponProblems, couponTextMaximum } from './coupons.ts'
import { shopErrors } from './errors.ts'
import { partStatuses, sides } from './order-states.ts'
import { lineChoiceInput } from './prescriptions.ts'
import { knownPin } from './products.ts'
import { mostReturnPhotos, returnKinds, returnOutcomes } from './returns.ts'
import { cashProblems, mostLines, mostOfOne, shopRates } from './rules.ts'
import { stateCodes } from './states.ts'

const variantId = idSchema('product_variant')
const stateSchema = z.enum(stateCodes)
export const waysToPay = ['online', 'cash'] as const
export type WayToPay = (typeof waysToPay)[number]

export const addressInput = z.object({
  name: requiredLine(120),
  phone: phoneText,
  line: requiredLine(200),
  city: requiredLine(80),
  state: stateSchema,
  pin: knownPin,
})
export const addressSchema = z.object({
  name: z.string(),
  phone: z.string(),
  line: z.string(),
  city: z.string(),
  state: stateSchema,
  pin: z.string(),
})
export type Address = z.output<typeof addressSchema>

/**
 * - `few`: there are fewer than wanted; `left` can be ordered
 * - `best_before`: this day is past; `gone`: no longer sold; `seller`: the seller can't sell now
 * - `closed`: the seller takes no orders from the buyer
 * - `pin`: not delivered there; `prescription`: none is chosen, or it isn't the buyer's
 * - `other_pet`: the prescription is another pet's; `expired`: it is too old; `refills`: none are left for this medicine
 * - `price`: it has changed; `own`: it is the buyer's own product; `cart`: it is no longer in the cart
 */
const problemKinds = [
  'few',
  'unconfirmed',
  'gone',
  'best_before',
  'seller',
  'closed',
  'pin',
  'price',
  'own',
  'cart',
  'prescription',
  'other_pet',
  'expired',
  'refills',
] as const
const problemSchema = z.object({ kind: z.enum(problemKinds), left: z.int().optional() })
export type Problem = z.output<typeof problemSchema>

const taxSchema = z.object({ cgst: moneySchema, sgst: moneySchema, igst: moneySchema })

const checkoutLineSchema = z.object({
  variantId,
  name: z.string(),
  brand: z.string(),
  variant: z.string(),
  imageUrl: z.string().nullable(),
  /** The number ordered; 0 if none can be. */
  quantity: z.int(),
  /**
   * Why others can buy it meanwhile; null if it's reserved:
   * - `rest`: it was reserved for as long as it can be
   * - `unconfirmed`: more isn't reserved before the buyer has confirmed an email or a phone number
   */
  notReserved: z.enum(['rest', 'unconfirmed']).nullable(),
  price: moneySchema,
  amount: moneySchema,
  productId: z.string(),
  /** The buyer chooses one; the order is paid after a pharmacist has approved it. */
  needsPrescription: z.boolean(),
  problem: problemSchema.nullable(),
})

export const checkoutSchema = z.object({
  /** Null if nothing can be ordered. */
  id: idSchema('checkout').nullable(),
  /** Null if nothing is reserved. */
  reservedUntil: z.date().nullable(),
  sellers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      isPharmacist: z.boolean(),
      lines: z.array(checkoutLineSchema),
      delivery: moneySchema,
      cashFee: moneySchema,
      /** Working days. */
      days: z.object({ from: z.int(), to: z.int() }),
      total: moneySchema,
    }),
  ),
  goods: moneySchema,
  delivery: moneySchema,
  cashFee: moneySchema,
  /** Within the total; null without a state. */
  tax: taxSchema.nullable(),
  total: moneySchema,
  /** The coupon's; within the total. */
  discount: moneySchema,
  /** The code as typed; a problem says why it takes nothing off. */
  coupon: z
    .object({
      code: z.string(),
      problem: z
        .object({
          kind: z.enum(couponProblems),
          minimum: moneySchema.nullable(),
          /** The first or last day. */
          day: daySchema.nullable(),
        })
        .nullable(),
    })
    .nullable(),
  /** Why it can't be paid in cash: `total`, because it costs too much, or the buyer's standing. */
  noCash: z.enum(['total', ...cashProblems]).nullable(),
  /** Paid only after a pharmacist's approval; within the total. */
  afterApproval: moneySchema,
  /** Addresses of earlier orders, the latest first. */
  addresses: z.array(addressSchema),
})
export type Checkout = z.output<typeof checkoutSchema>

const sideSchema = z.enum(sides)
const partStatusSchema = z.enum(partStatuses)

export const orderLineSchema = z.object({
  id: idSchema('order line'),
  kind: z.enum(['goods', 'delivery', 'cash_fee', 'discount']),
  name: z.string(),
  variant: z.string().nullable(),
  imageUrl: z.string().nullable(),
  quantity: z.int(),
  price: moneySchema,
  amount: moneySchema,
  /** The coupon's share of the amount, which is a line of its own. */
  discount: moneySchema,
  isMedicine: z.boolean(),
})

export const stepSchema = z.object({
  status: partStatusSchema,
  at: z.date(),
  by: sideSchema,
  note: z.string().nullable(),
})

/** When it should arrive; null before the seller has it, and once it has arrived or won't. */
const expectedSchema = z.object({ from: daySchema, to: daySchema, isLate: z.boolean() }).nullable()

const unitsSchema = z.object({ lineId: idSchema('order line'), quantity: z.int().min(1).max(mostOfOne) })

export const returnSchema = z.object({
  id: idSchema('return'),
  kind: z.enum(returnKinds),
  /** The buyer gets it back if the return ends in their favour. */
  amount: moneySchema,
  askedAt: z.date(),
  /** Null while it isn't over. A refused one is set aside as `refused` once its buyer asks for other goods. */
  outcome: z.enum(returnOutcomes).nullable(),
  /** An administrator has approved it after all, while another return was open. It goes on once that one is over. */
  isOverruled: z.boolean(),
  /** The carrier with whom the buyer sent it back. */
  carrier: z.string().nullable(),
  tracking: z.string().nullable(),
  lines: z.array(unitsSchema.extend({ isBackOnSale: z.boolean() })),
})
export type PartReturn = z.output<typeof returnSchema>

export const partFields = {
  id: idSchema('order part'),
  status: partStatusSchema,
  lines: z.array(orderLineSchema),
  total: moneySchema,
  refunded: moneySchema,
  /** The share of `refunded` that the buyer's bank took back in disputes. */
  takenBack: moneySchema,
  carrier: z.string().nullable(),
  tracking: z.string().nullable(),
  /** In the order in which they were asked for. */
  returns: z.array(returnSchema),
  steps: z.array(stepSchema),
  /** Working days until the delivery, as promised when it was ordered. They count from when the seller gets it. */
  days: z.object({ from: z.int(), to: z.int() }),
  expected: expectedSchema,
}

export const orderSchema = z.object({
  id: idSchema('order'),
  /** 'OR-000042'. */
  number: z.string(),
  placedAt: z.date(),
  pays: z.enum(waysToPay),
  address: addressSchema,
  gstin: z.string().nullable(),
  total: moneySchema,
  tax: taxSchema,
  payment: z
    .object({
      id: idSchema('payment'),
      status: paymentStatusSchema,
      /** 'Visa •••• 4242' once paid. */
      method: z.string().nullable(),
      failure: z.string().nullable(),
      payBy: z.date().nullable(),
      isOpen: z.boolean(),
      /** Unpaid, and not payable now because a seller or the buyer is suspended. */
      isPaused: z.boolean(),
    })
    .nullable(),
  /** The other orders of the same checkout: medicines that need a prescription have their own. */
  together: z.array(z.object({ id: idSchema('order'), number: z.string() })),
  parts: z.array(
    z.object({
      ...partFields,
      seller: z.object({ name: z.string(), isPharmacist: z.boolean() }),
      mayCancel: z.boolean(),
      mayReportMissing: z.boolean(),
      /** The lines of which units can be returned now, and until when; null without one. */
      mayReturn: z
        .object({
          lines: z.array(
            z.object({ id: idSchema('order line'), left: z.int(), isMedicine: z.boolean(), until: z.date() }),
          ),
        })
        .nullable(),
      mayWithdrawReturn: z.boolean(),
      hasReceipt: z.boolean(),
      /** The seller’s address while a return is under way; null otherwise, or if it isn’t known any more. */
      returnTo: z.string().nullable(),
      hasPrescription: z.boolean(),
      /** Cancelled because its pharmacist approved nothing of it. */
      isRefused: z.boolean(),
    }),
  ),
})
export type Order = z.output<typeof orderSchema>

/** `open`: with a part in progress. */
const orderViews = ['all', 'open'] as const

export const orderRowSchema = z.object({
  id: idSchema('order'),
  number: z.string(),
  placedAt: z.date(),
  total: moneySchema,
  parts: z.array(
    z.object({
      seller: z.string(),
      status: partStatusSchema,
      /** Its pharmacist waits for an answer. */
      isAsked: z.boolean(),
      /** Cancelled because its pharmacist approved nothing of it. */
      isRefused: z.boolean(),
      /** Its products; `what` is the first. */
      count: z.int(),
      what: z.string(),
      expected: expectedSchema,
    }),
  ),
})
export type OrderRow = z.output<typeof orderRowSchema>

/** Opens for some minutes. */
export const returnPhotoSchema = z.object({
  returnId: idSchema('return'),
  url: z.string(),
  width: z.int(),
  height: z.int(),
})
export type ReturnPhoto = z.output<typeof returnPhotoSchema>

export const soldPartSchema = z.object({
  ...partFields,
  returnPhotos: z.array(returnPhotoSchema),
  orderId: idSchema('order'),
  number: z.string(),
  placedAt: z.date(),
  pays: z.enum(waysToPay),
  address: addressSchema,
  gstin: z.string().nullable(),
  /** Batches have to be entered before it is packed. */
  needsBatches: z.boolean(),
  /** The operator's share. */
  commission: moneySchema,
  /** The operator's payment to the seller for a coupon's discount. */
  couponPaid: moneySchema,
  /** Within the total. */
  tax: taxSchema,
  hasReceipt: z.boolean(),
  since: z.date(),
  /** The seller takes no orders from the buyer. */
  isBlocked: z.boolean(),
})
export type SoldPart = z.output<typeof soldPartSchema>

export const soldViews = ['pack', 'open', 'all'] as const
export type SoldView = (typeof soldViews)[number]

export const placeOrderInput = z.object({
  checkoutId: idSchema('checkout'),
  address: addressInput,
  gstin: optionalLine(40).transform((text) => text?.toUpperCase().replaceAll(' ', '') ?? null),
  pays: z.enum(waysToPay),
  /** The lines that the buyer saw. Others stay in the cart. */
  lines: z
    .array(z.object({ variantId, quantity: z.int().min(1).max(mostOfOne), price: amountSchema }))
    .min(1)
    .max(mostLines),
  /** The total that the buyer saw. */
  total: amountSchema,
  /** One for each line that needs a prescription. */
  prescriptions: z.array(lineChoiceInput).max(mostLines).default([]),
})
export type PlaceOrder = z.output<typeof placeOrderInput>

export const returnAnswers = ['take_back', 'refuse', 'refund_only'] as const
export type ReturnAnswer = (typeof returnAnswers)[number]

const own = 'an order that the caller placed'
const sold = 'a part of an order that the caller sold, unless it awaits payment'
const order = z.object({ id: idSchema('order') })
const part = z.object({ id: idSchema('order part') })
const shipment = { carrier: requiredLine(60), tracking: requiredLine(60) }
const moved = only(shopErrors, 'shop.order_moved')

export const orderEndpoints = {
  checkout: endpoint({
    method: 'POST',
    path: '/shop/checkout',
    summary:
      'Prices the caller’s cart for an address, and reserves its stock for 15 minutes; for 30 at most, and not again for the next 30',
    access: 'signed-in',
    rows: 'the caller’s own cart and checkout',
    limit: { name: 'shop-checkout', by: 'user', ...shopRates.checkout },
    input: z.object({
      pin: knownPin.nullish(),
      state: stateSchema.nullish(),
      pays: z.enum(waysToPay).default('online'),
      /** Medicines to leave in the cart, because there is no prescription yet. */
      without: z.array(variantId).max(mostLines).default([]),
      /** A coupon’s code; the checkout keeps it until it is removed. */
      coupon: changedLine(couponTextMaximum),
    }),
    output: checkoutSchema,
  }),
  placeOrder: endpoint({
    method: 'POST',
    path: '/shop/orders',
    summary: 'Places a checkout’s order, once however often it is sent; each problem names its line',
    access: 'signed-in',
    rows: 'the caller’s own cart and checkout',
    limit: { name: 'shop-order', by: 'user', ...shopRates.order },
    input: placeOrderInput,
    output: z.object({ id: idSchema('order'), paymentId: idSchema('payment').nullable() }),
    errors: only(
      shopErrors,
      'shop.gstin_wrong',
      'shop.pin_in_other_state',
      'shop.order_problems',
      'shop.nothing_to_order',
      'shop.checkout_over',
      'shop.coupon_refused',
      'shop.no_cash',
      'shop.cash_phone',
      'shop.cash_came_back',
      'shop.cash_first',
      'shop.cash_cancelled',
      'shop.not_payable',
      'shop.too_many_unpaid',
      'shop.too_many_lapsed',
    ),
  }),
  orders: endpoint({
    method: 'GET',
    path: '/shop/orders',
    summary: 'Lists the caller’s orders, newest first',
    access: 'signed-in',
    rows: 'orders that the caller placed',
    input: z.object({ show: z.enum(orderViews).default('all'), cursor: cursorSchema }),
    output: pageOf(orderRowSchema),
  }),
  order: endpoint({
    method: 'GET',
    path: '/shop/orders/{id}',
    summary: 'Returns an order with its parts, steps and payment',
    access: 'signed-in',
    rows: own,
    input: order,
    output: orderSchema,
  }),
  cancelOrder: endpoint({
    method: 'POST',
    path: '/shop/orders/{id}/cancellation',
    summary: 'Cancels an order’s unpacked parts, or one of them, and refunds them',
    access: 'signed-in',
    rows: own,
    input: order.extend({ partId: idSchema('order part').nullish(), reason: optionalText(limits.short) }),
    output: done,
    errors: only(shopErrors, 'shop.order_moved', 'shop.cancel_whole_order'),
  }),
  askReturn: endpoint({
    method: 'POST',
    path: '/shop/orders/{id}/returns',
    summary:
      'Asks a seller to take goods of a delivered part back, for the amount that the buyer saw. Medicines need a photo as a private file, which goes over /rpc only',
    access: 'signed-in',
    rows: own,
    uploads: 'documents',
    limit: { name: 'shop-return', by: 'user', ...shopRates.returns },
    input: order.extend({
      partId: idSchema('order part'),
      lines: z.array(unitsSchema).min(1).max(mostLines),
      kind: z.enum(returnKinds),
      /** In paise, as the buyer saw it. */
      amount: z.int().min(0),
      note: requiredText(limits.short),
      photos: z.array(z.file()).max(mostReturnPhotos).default([]),
    }),
    output: done,
    errors: {
      ...documentErrors,
      ...only(
        shopErrors,
        'shop.no_return',
        'shop.photo_needed',
        'shop.photos_only',
        'shop.return_changed',
        'shop.order_moved',
      ),
    },
  }),
  withdrawReturn: endpoint({
    method: 'POST',
    path: '/shop/orders/{id}/return-withdrawal',
    summary: 'Takes back the request for a return that the seller hasn’t refused and the buyer hasn’t sent',
    access: 'signed-in',
    rows: own,
    input: order.extend({ partId: idSchema('order part') }),
    output: done,
    errors: moved,
  }),
  sendReturn: endpoint({
    method: 'POST',
    path: '/shop/orders/{id}/return-shipment',
    summary:
      'Says that an approved return was sent back; it’s refunded after 14 days if the seller doesn’t answer',
    access: 'signed-in',
    rows: own,
    input: order.extend({ partId: idSchema('order part'), ...shipment }),
    output: done,
    errors: moved,
  }),
  reportMissing: endpoint({
    method: 'POST',
    path: '/shop/orders/{id}/missing',
    summary:
      'Reports that a shipped part never arrived; its seller isn’t paid until an administrator has decided',
    access: 'signed-in',
    rows: own,
    input: order.extend({ partId: idSchema('order part'), note: requiredText(limits.short) }),
    output: done,
    errors: only(shopErrors, 'shop.not_missing'),
  }),
  confirmArrival: endpoint({
    method: 'POST',
    path: '/shop/orders/{id}/arrival',
    summary: 'Marks a part that is on its way or reported as missing as arrived',
    access: 'signed-in',
    rows: own,
    input: order.extend({ partId: idSchema('order part') }),
    output: done,
    errors: moved,
  }),
  buyAgain: endpoint({
    method: 'POST',
    path: '/shop/orders/{id}/repeats',
    summary: 'Adds the products of an order that are still sold to the caller’s cart',
    access: 'signed-in',
    rows: own,
    input: order,
    output: z.object({
      added: z.int(),
      /** Not sold any more, or out of stock. */
      gone: z.int(),
      /** Without room in the cart. */
      full: z.int(),
    }),
  }),

  sold: endpoint({
    method: 'GET',
    path: '/shop/sold',
    summary:
      'Lists the parts that the caller sold: those with something to do or those to pack and send, oldest first; all or those of one order, latest change first',
    access: 'signed-in',
    rows: 'parts of orders that the caller sold, with the buyer’s address; not before they are paid',
    input: z.object({
      show: z.enum(soldViews).default('open'),
      /** All of the caller's parts of it. */
      order: idSchema('order').optional(),
      cursor: cursorSchema,
    }),
    output: pageOf(soldPartSchema).extend({
      /** Orders to pack, counted up to one more than a file of slips holds. Only on the first page. */
      toPack: z.int().optional(),
    }),
  }),
  packPart: endpoint({
    method: 'POST',
    path: '/shop/sold/{id}/packing',
    summary: 'Marks a part as packed; its buyer can no longer cancel it',
    access: 'signed-in',
    rows: sold,
    input: part,
    output: done,
    errors: only(shopErrors, 'shop.order_moved', 'shop.batches_missing'),
  }),
  shipPart: endpoint({
    method: 'POST',
    path: '/shop/sold/{id}/shipment',
    summary: 'Marks a part as shipped, with its carrier and tracking number',
    access: 'signed-in',
    rows: sold,
    input: part.extend(shipment),
    output: done,
    errors: moved,
  }),
  blockBuyer: endpoint({
    method: 'POST',
    path: '/shop/sold/{id}/block',
    summary:
      'Blocks or unblocks the buyer of a part: blocked buyers can’t order from the caller or write to them',
    access: 'signed-in',
    rows: sold,
    input: part.extend({ isBlocked: z.boolean() }),
    output: done,
  }),
  deliverPart: endpoint({
    method: 'POST',
    path: '/shop/sold/{id}/delivery',
    summary: 'Marks a part as delivered',
    access: 'signed-in',
    rows: sold,
    input: part,
    output: done,
    errors: moved,
  }),
  cancelPart: endpoint({
    method: 'POST',
    path: '/shop/sold/{id}/cancellation',
    summary:
      'Cancels a part that isn’t delivered, or came back after it counted as delivered, with a reason for the buyer, and refunds it; what was sent is on sale again only if it came back',
    access: 'signed-in',
    rows: 'a part of an order that the caller sold; before the payment only if it needs a prescription',
    input: part.extend({
      reason: requiredText(limits.short),
      /** A parcel that was sent is back with the seller. */
      cameBack: z.boolean().default(false),
      /** It came back because the buyer didn’t take it; of a cash order, that ends paying in cash for a while. */
      refused: z.boolean().default(false),
    }),
    output: done,
    errors: moved,
  }),
  answerReturn: endpoint({
    method: 'POST',
    path: '/shop/sold/{id}/return-answer',
    summary: 'Approves or refuses a return, or refunds it and leaves the goods with the buyer',
    access: 'signed-in',
    rows: sold,
    input: part.extend({ answer: z.enum(returnAnswers), note: requiredText(limits.short) }),
    output: done,
    errors: moved,
  }),
  receiveReturn: endpoint({
    method: 'POST',
    path: '/shop/sold/{id}/return-receipt',
    summary: 'Marks a return as received, refunds it, and puts some of its lines back on sale',
    access: 'signed-in',
    rows: sold,
    input: part.extend({
      /** Without medicines. */
      backOnSale: z.array(idSchema('order line')).max(mostLines).default([]),
    }),
    output: done,
    errors: moved,
  }),
  reportReturnMissing: endpoint({
    method: 'POST',
    path: '/shop/sold/{id}/missing-return',
    summary: 'Says that a return never came; nobody gets its money until an administrator has decided',
    access: 'signed-in',
    rows: sold,
    input: part.extend({ note: requiredText(limits.short) }),
    output: done,
    errors: moved,
  }),
}
