/** Orders as administrators see them. */
import { z } from 'zod'
import { limits, moneySchema, requiredText } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { paymentStatusSchema } from '#/payments/rules.ts'
import { partFields, waysToPay } from './orders.ts'
import { categories } from './rules.ts'

/** What an administrator does about a part, or a return, that never arrived. */
export const missingDecisions = ['refund', 'release'] as const
export type MissingDecision = (typeof missingDecisions)[number]

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
      isDisputed: z.boolean(),
      isSandbox: z.boolean(),
    })
    .nullable(),
  parts: z.array(
    z.object({
      ...partFields,
      seller: person,
      /** How much an administrator may refund now. */
      refundable: moneySchema,
      isReleased: z.boolean(),
    }),
  ),
})
export type DeskOrder = z.output<typeof deskOrderSchema>

export const hidingReasonSchema = requiredText(limits.short, 'Please give a reason.')

export const deskProductSchema = z.object({
  id: idSchema('product'),
  name: z.string(),
  brand: z.string(),
  category: z.enum(categories),
  imageUrl: z.string().nullable(),
  /** Of its cheapest variant; null without variants. */
  price: moneySchema.nullable(),
  variantCount: z.int(),
  seller: z.object({ id: z.uuid(), userId: idSchema('user'), name: z.string() }),
  /** Buyers can find it now. */
  isListed: z.boolean(),
  hidden: z.object({ at: z.date(), reason: z.string() }).nullable(),
})
export type DeskProduct = z.output<typeof deskProductSchema>
