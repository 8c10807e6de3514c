import { z } from 'zod'
import { sessionTypes } from '#/booking/sessions.ts'
import { moneySchema } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { packageStatuses, useStates, validUnits } from './rules.ts'

export const sessionTypeSchema = z.enum(sessionTypes)

const terms = {
  title: z.string(),
  sessions: z.int(),
  /** Empty for any type. */
  sessionTypes: z.array(sessionTypeSchema),
  /** The length of each session. */
  minutes: z.int(),
  price: moneySchema,
  /** The price of one session within the package. */
  pricePerSession: moneySchema,
  /** The price of a single session, at which a return counts used ones. */
  singlePrice: moneySchema,
  /** Compared with the same sessions one by one. */
  saving: moneySchema,
  validFor: z.int(),
  validUnit: z.enum(validUnits),
}

export const offerSchema = z.object({
  id: idSchema('package offer'),
  /** Grows with each change; a purchase carries the version that its owner has read. */
  version: z.int(),
  ...terms,
})
export type PackageOffer = z.output<typeof offerSchema>

export const ownOfferSchema = offerSchema.extend({
  isOnSale: z.boolean(),
  sold: z.int(),
})
export type OwnOffer = z.output<typeof ownOfferSchema>

const bought = {
  id: idSchema('package'),
  /** 'PK-000042'. */
  reference: z.string(),
  status: z.enum(packageStatuses),
  ...terms,
  /** Sessions that can still be booked. */
  balance: z.int(),
  /** Sessions booked or used. */
  used: z.int(),
  /** Sessions that expired or were refunded. */
  gone: z.int(),
  boughtAt: z.date(),
  paidAt: z.date().nullable(),
  expiresAt: z.date().nullable(),
  timeZone: z.string(),
}

export const packageSchema = z.object({
  ...bought,
  trainer: z.object({
    id: idSchema('trainer'),
    name: z.string(),
    imageUrl: z.string().nullable(),
    /** False if the caller can't book them before the package expires: they're away, or have no open day until then. */
    isBookable: z.boolean(),
    /** True if they take no bookings of the caller: the package doesn't expire meanwhile, and can be returned at any time. */
    isAway: z.boolean(),
  }),
  payment: z.object({ id: idSchema('payment'), payBy: z.date().nullable(), isOpen: z.boolean() }),
  refunded: moneySchema,
  /** The refund for a return now; null if the package can't be returned or nothing would come back. */
  returnFor: moneySchema.nullable(),
  /** The owner's bank still decides about the payment. */
  isDisputed: z.boolean(),
  /** The end of the right to return; null once it is over. It's the expiry, if the trainer was closed all of the usual time. */
  returnUntil: z.date().nullable(),
})
export type OwnedPackage = z.output<typeof packageSchema>

export const useSchema = z.object({
  appointmentId: idSchema('appointment'),
  sessionType: z.string(),
  startsAt: z.date(),
  state: z.enum(useStates),
})

export const packageEventSchema = z.object({
  id: z.uuid(),
  at: z.date(),
  what: z.enum(['bought', 'paid', 'lapsed', 'extended', 'expired', 'returned', 'ended', 'refunded']),
  by: z.enum(['owner', 'provider', 'system', 'admin']),
  note: z.string().nullable(),
})
export type PackageEvent = z.output<typeof packageEventSchema>

export const packageDetailSchema = z.object({
  package: packageSchema,
  uses: z.array(useSchema),
  events: z.array(packageEventSchema),
})
export type PackageDetail = z.output<typeof packageDetailSchema>

export const soldPackageSchema = z.object({
  ...bought,
  ownerName: z.string(),
  /** Released to the trainer so far, before payouts. */
  released: moneySchema,
})
export type SoldPackage = z.output<typeof soldPackageSchema>
