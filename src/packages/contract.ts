import { z } from 'zod'
import { sessionMinutes, sessionTypes } from '#/booking/sessions.ts'
import { endpoint, only } from '#/kernel/api.ts'
import { amountSchema, cursorSchema, pageOf, requiredLine } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { leastPayment } from '#/kernel/money.ts'
import { packagesErrors } from './errors.ts'
import { packageBounds, purchasesAnHour, validUnits } from './rules.ts'
import {
  offerSchema,
  ownOfferSchema,
  packageDetailSchema,
  packageSchema,
  sessionTypeSchema,
  soldPackageSchema,
} from './shapes.ts'

export { refuse } from './errors.ts'
export type {
  OwnedPackage,
  OwnOffer,
  PackageDetail,
  PackageEvent,
  PackageOffer,
  SoldPackage,
} from './shapes.ts'

export const offerInput = z
  .object({
    title: requiredLine(packageBounds.title),
    sessions: z.int().min(packageBounds.sessions.min).max(packageBounds.sessions.max),
    sessionTypes: z
      .array(sessionTypeSchema)
      .max(sessionTypes.length)
      .transform((types) => [...new Set(types)]),
    minutes: z.int().min(sessionMinutes.min).max(sessionMinutes.max).multipleOf(30),
    /** For all sessions. */
    price: amountSchema.min(leastPayment),
    validFor: z.int().min(packageBounds.days.min).max(packageBounds.days.max),
    validUnit: z.enum(validUnits),
  })
  .refine(({ validFor, validUnit }) => validUnit === 'days' || validFor <= packageBounds.months.max, {
    path: ['validFor'],
  })
export type OfferTerms = z.output<typeof offerInput>

export const purchaseSchema = z.object({
  id: idSchema('package'),
  reference: z.string(),
  paymentId: idSchema('payment'),
  payBy: z.date(),
})
export type Purchase = z.output<typeof purchaseSchema>

const offerErrors = only(packagesErrors, 'packages.no_rate', 'packages.too_dear', 'packages.too_cheap')
const trainer = 'record:pet_trainer' as const
const ofOffer = z.object({ id: idSchema('package offer') })

export const packagesContract = {
  offers: endpoint({
    method: 'GET',
    path: '/package-offers',
    summary: 'Lists the packages that a trainer has on sale, cheapest first',
    access: 'signed-in',
    rows: 'what listed trainers have on sale; nothing of those who have blocked the caller, or whom the caller has blocked',
    input: z.object({ trainerId: idSchema('trainer') }),
    output: z.object({ rows: z.array(offerSchema) }),
  }),
  ownOffers: endpoint({
    method: 'GET',
    path: '/package-offers/own',
    summary: 'Lists the caller’s own packages, those on sale first, with how many were sold',
    access: trainer,
    rows: 'the caller’s own',
    input: z.object({}).optional(),
    output: z.object({
      rows: z.array(ownOfferSchema),
      /** In minor units; null before the profile has one. */
      hourlyRate: z.int().nullable(),
    }),
  }),
  offer: endpoint({
    method: 'POST',
    path: '/package-offers',
    summary: 'Puts a package on sale',
    access: trainer,
    rows: 'a new package of the caller’s own',
    input: z.object({ terms: offerInput }),
    output: ownOfferSchema,
    errors: { ...offerErrors, ...only(packagesErrors, 'packages.too_many_offers') },
  }),
  changeOffer: endpoint({
    method: 'PUT',
    path: '/package-offers/{id}',
    summary: 'Changes a package on sale; sold ones keep their terms',
    access: trainer,
    rows: 'the caller’s own',
    input: ofOffer.extend({ terms: offerInput }),
    output: ownOfferSchema,
    errors: { ...offerErrors, ...only(packagesErrors, 'packages.withdrawn') },
  }),
  withdrawOffer: endpoint({
    method: 'POST',
    path: '/package-offers/{id}/withdrawal',
    summary: 'Withdraws a package from sale; sold ones stay valid',
    access: trainer,
    rows: 'the caller’s own',
    input: ofOffer,
    output: ownOfferSchema,
  }),
  resumeOffer: endpoint({
    method: 'POST',
    path: '/package-offers/{id}/sale',
    summary: 'Puts a withdrawn package back on sale, with its old terms',
    access: trainer,
    rows: 'the caller’s own',
    input: ofOffer,
    output: ownOfferSchema,
    errors: { ...offerErrors, ...only(packagesErrors, 'packages.too_many_offers') },
  }),
  sold: endpoint({
    method: 'GET',
    path: '/packages/sold',
    summary: 'Lists the packages that the caller has sold, with their balances, newest first',
    access: 'signed-in',
    token: 'appointments:read',
    rows: 'paid packages of the caller’s own, with the owner’s name',
    input: z.object({ id: idSchema('package').optional(), cursor: cursorSchema }),
    output: pageOf(soldPackageSchema),
  }),
  buy: endpoint({
    method: 'POST',
    path: '/packages',
    summary: 'Buys a package, to be paid within 30 minutes; a second call leads to the same unpaid purchase',
    access: 'signed-in',
    named: true,
    rows: 'a new package of the caller, and what is to be paid for it',
    limit: { name: 'package purchases', by: 'user', ...purchasesAnHour, refusal: 'packages.too_often' },
    input: z.object({
      offerId: idSchema('package offer'),
      /** The price on the screen: nobody pays a price, or gets terms, that they haven't seen. */
      price: amountSchema,
      singlePrice: amountSchema,
      version: z.int().min(1).max(1_000_000),
    }),
    output: purchaseSchema,
    errors: only(
      packagesErrors,
      'packages.not_for_sale',
      'packages.own_offer',
      'packages.no_owner_profile',
      'packages.offer_changed',
      'packages.no_open_day',
      'packages.too_many_unpaid',
      'packages.not_payable',
      'packages.too_often',
    ),
  }),
  mine: endpoint({
    method: 'GET',
    path: '/packages',
    summary:
      'Lists the caller’s packages, newest first; with a trainer, only those that can be booked with now',
    access: 'signed-in',
    token: 'appointments:read',
    rows: 'packages that the caller has bought',
    input: z.object({ trainerId: idSchema('trainer').optional(), cursor: cursorSchema }),
    output: pageOf(packageSchema),
  }),
  package: endpoint({
    method: 'GET',
    path: '/packages/{id}',
    summary: 'Returns one package with what its sessions were used for and what happened to it',
    access: 'signed-in',
    token: 'appointments:read',
    rows: 'a package that the caller has bought',
    input: z.object({ id: idSchema('package') }),
    output: packageDetailSchema,
  }),
  return: endpoint({
    method: 'POST',
    path: '/packages/{id}/return',
    summary:
      'Returns a package within 14 days, or at any time if the trainer can’t be booked any more, and refunds what the caller has seen',
    access: 'signed-in',
    rows: 'a package that the caller has bought',
    input: z.object({ id: idSchema('package'), refund: amountSchema }),
    output: packageDetailSchema,
    errors: only(
      packagesErrors,
      'packages.not_returnable',
      'packages.has_bookings',
      'packages.refund_changed',
    ),
  }),
}
