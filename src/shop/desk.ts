/** Orders as administrators see them. */
import { z } from 'zod'
import { limits, moneySchema, requiredText } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { daySchema } from '#/kernel/time.ts'
import { paymentStatusSchema } from '#/payments/rules.ts'
import { removalSchema } from '#/ratings/desk.ts'
import { autoshipStates, pauseReasons, waysToPayAutoship } from './autoship-rules.ts'
import { type PartStatus, partStatuses, returning } from './order-states.ts'
import { partFields, returnPhotoSchema, waysToPay } from './orders.ts'
import { returnKinds } from './returns.ts'
import { categories } from './rules.ts'
import { stateCodes } from './states.ts'

/** An administrator's decision about a part, or a return, that never arrived. */
export const missingDecisions = ['refund', 'release'] as const
export type MissingDecision = (typeof missingDecisions)[number]

/** The states in which administrators can cancel a part and refund its buyer. Missing parts have a decision of their own. */
export const deskCancellable = ['placed', 'packed', 'shipped'] as const
export type DeskCancellable = (typeof deskCancellable)[number]
export const isDeskCancellable = (status: PartStatus): status is DeskCancellable =>
  deskCancellable.some((state) => state === status)

/** An administrator's decision about a return that its seller hasn't answered or has refused. */
export const returnDecisions = ['approve', 'refuse'] as const
export type ReturnDecision = (typeof returnDecisions)[number]

/** The states in which administrators can decide about a return. */
export const decidableReturns = ['return_asked', 'return_refused'] as const
export type DecidableReturn = (typeof decidableReturns)[number]
export const isDecidableReturn = (status: PartStatus): status is DecidableReturn =>
  decidableReturns.some((state) => state === status)

/** The states in which administrators decide about what never arrived. */
export const missingStates = ['not_arrived', 'return_missing'] as const
export type MissingState = (typeof missingStates)[number]
export const isMissingState = (status: PartStatus): status is MissingState =>
  missingStates.some((state) => state === status)

export const deskMissingSchema = z.object({
  id: idSchema('order part'),
  number: z.string(),
  since: z.date(),
  buyer: z.string(),
  seller: z.string(),
  total: moneySchema,
  /** The seller says that a return never came; otherwise the buyer says that the part didn’t. */
  isReturn: z.boolean(),
})
export type DeskMissing = z.output<typeof deskMissingSchema>

export const deskLatePrescriptionSchema = z.object({
  id: idSchema('order part'),
  number: z.string(),
  since: z.date(),
  buyer: z.string(),
  pharmacist: z.string(),
  /** The pharmacist has asked something, and the buyer hasn't answered. */
  waitsForBuyer: z.boolean(),
})
export type DeskLatePrescription = z.output<typeof deskLatePrescriptionSchema>

const person = z.object({ id: idSchema('user'), name: z.string() })

export const deskOrderSchema = z.object({
  id: idSchema('order'),
  /** 'OR-000042'. */
  number: z.string(),
  placedAt: z.date(),
  pays: z.enum(waysToPay),
  total: moneySchema,
  buyer: person,
  /** The city and the PIN code, without the street. */
  area: z.string(),
  /** Null for orders that are paid in cash. */
  payment: z
    .object({
      id: idSchema('payment'),
      status: paymentStatusSchema,
      /** 'Visa •••• 4242' once paid. */
      method: z.string().nullable(),
      refunded: moneySchema,
      /** By the buyer's bank, in disputes. */
      takenBack: moneySchema,
      isDisputed: z.boolean(),
      isSandbox: z.boolean(),
    })
    .nullable(),
  parts: z.array(
    z.object({
      ...partFields,
      seller: person,
      returnPhotos: z.array(returnPhotoSchema),
      /** An administrator may refund this much now. */
      refundable: moneySchema,
      isReleased: z.boolean(),
    }),
  ),
})
export type DeskOrder = z.output<typeof deskOrderSchema>

/** Parts of orders in a list. */
export const deskOrderRowSchema = z.object({
  id: idSchema('order part'),
  /** Its order's. */
  number: z.string(),
  orderedAt: z.date(),
  status: z.enum(partStatuses),
  pays: z.enum(waysToPay),
  buyer: person,
  seller: person,
  total: moneySchema,
})
export type DeskOrderRow = z.output<typeof deskOrderRowSchema>

export const deskReviewSchema = z.object({
  id: idSchema('review'),
  at: z.date(),
  writer: person,
  product: z.object({ id: idSchema('product'), name: z.string() }),
  seller: person,
  stars: z.int(),
  feedback: z.string().nullable(),
  reply: z.string().nullable(),
  removed: removalSchema.nullable(),
  replyRemoved: removalSchema.nullable(),
  /** Reports about it are open. */
  isReported: z.boolean(),
  /** The latest ten, the last first, without who made them. */
  complaints: z.array(
    z.object({
      id: idSchema('complaint'),
      reason: z.string(),
      at: z.date(),
      closed: z.object({ at: z.date(), outcome: z.enum(['acted', 'no_breach']) }).nullable(),
    }),
  ),
})
export type DeskReview = z.output<typeof deskReviewSchema>

export const hidingReasonSchema = requiredText(limits.short, 'Please give a reason.')

export const deskProductSchema = z.object({
  id: idSchema('product'),
  name: z.string(),
  brand: z.string(),
  category: z.enum(categories),
  imageUrl: z.string().nullable(),
  /** The price of its cheapest variant; null without variants. */
  price: moneySchema.nullable(),
  variantCount: z.int(),
  seller: z.object({ id: z.uuid(), userId: idSchema('user'), name: z.string() }),
  /** Buyers can find it now. */
  isListed: z.boolean(),
  hidden: z.object({ at: z.date(), reason: z.string() }).nullable(),
  /** A hidden product of the same seller with nearly the same brand and name, if this one was added after it was hidden. */
  like: z.object({ id: idSchema('product'), name: z.string() }).nullable(),
  /** Its name and brand when it was reviewed, if its seller has changed them since. */
  reviewedAs: z.string().nullable(),
})
export type DeskProduct = z.output<typeof deskProductSchema>

/** Returns that aren't over, or were refused and may be overruled, in their order. */
export const openReturnStates = returning
export type OpenReturnState = (typeof openReturnStates)[number]

export const deskReturnSchema = z.object({
  id: idSchema('order part'),
  number: z.string(),
  status: z.enum(openReturnStates),
  since: z.date(),
  /** When it moves on without anybody; null if an administrator decides. */
  endsAt: z.date().nullable(),
  kind: z.enum(returnKinds),
  buyer: z.string(),
  seller: z.string(),
  /** The buyer gets it back if the return ends in their favour. */
  amount: moneySchema,
  /** An earlier return of the part was refused, and can be overruled. */
  hasRefused: z.boolean(),
})
export type DeskReturn = z.output<typeof deskReturnSchema>

export const sellerFilters = ['all', 'selling', 'not_selling'] as const
export type SellerFilter = (typeof sellerFilters)[number]

export const deskSellerSchema = z.object({
  id: z.uuid(),
  record: z.enum(['pharmacist', 'supplier']),
  name: z.string(),
  /** Their address. */
  place: z.string(),
  state: z.enum(stateCodes).nullable(),
  user: person.extend({ email: z.string().nullable() }),
  canSell: z.boolean(),
  /** The whole account is suspended. */
  isSuspended: z.boolean(),
  /** Their products that buyers can find now. */
  listed: z.int(),
  products: z.int(),
  categories: z.array(z.enum(categories)),
  /** Parts of orders that wait for them or for their buyer. */
  openOrders: z.int(),
  autoships: z.int(),
})
export type DeskSeller = z.output<typeof deskSellerSchema>

/** `resting`: paused, or tried again later. */
export const deskAutoshipFilters = ['running', 'resting', 'ended', 'all'] as const
export type DeskAutoshipFilter = (typeof deskAutoshipFilters)[number]

export const deskAutoshipSchema = z.object({
  id: idSchema('autoship'),
  name: z.string(),
  variant: z.string(),
  quantity: z.int(),
  weeks: z.int(),
  pays: z.enum(waysToPayAutoship),
  agreedPrice: moneySchema,
  status: z.enum(autoshipStates),
  /** Why it is paused, or why the order is tried again. */
  obstacle: z.enum(pauseReasons).nullable(),
  /** Failures of its next step in a row, through errors on our side. */
  failures: z.int(),
  nextOn: daySchema,
  /** When we act next; null if it's paused or ended. */
  actsAt: z.date().nullable(),
  createdAt: z.date(),
  buyer: person,
  /** Null once the product is gone. */
  seller: person.nullable(),
  productId: z.uuid().nullable(),
  lastOrder: z.string().nullable(),
})
export type DeskAutoship = z.output<typeof deskAutoshipSchema>
