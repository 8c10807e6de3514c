/** Buyers' reviews of products. */
import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { cursorSchema, done, limits, optionalText, pageOf, requiredText } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { longestFeedback } from '#/ratings/rules.ts'
import { reviewSchema } from '#/ratings/shapes.ts'
import { shopErrors } from './errors.ts'
import { shopRates } from './rules.ts'

const starsSchema = z.int().min(1).max(5)

export const productReviewSchema = reviewSchema.extend({
  id: idSchema('review'),
  stars: starsSchema,
  /** The review was changed after its answer. */
  isReplyOlder: z.boolean(),
})
export type ProductReview = z.output<typeof productReviewSchema>

export const boughtSchema = z.object({
  productId: idSchema('product'),
  name: z.string(),
  imageUrl: z.string().nullable(),
  /** The caller's own review of it. */
  review: z
    .object({
      stars: starsSchema,
      feedback: z.string().nullable(),
      reply: z.string().nullable(),
      at: z.date(),
    })
    .nullable(),
  /** An admin has removed the caller's review, so there is no other. */
  isRemoved: z.boolean(),
})
export type Bought = z.output<typeof boughtSchema>

export const ownReviewSchema = productReviewSchema.extend({
  product: z.object({ id: idSchema('product'), name: z.string() }),
  mayReply: z.boolean(),
})
export type OwnReview = z.output<typeof ownReviewSchema>

const ofProduct = z.object({ id: idSchema('product') })
const writing = { limit: { name: 'shop-review', by: 'user', ...shopRates.review } } as const

export const reviewEndpoints = {
  productReviews: endpoint({
    method: 'GET',
    path: '/shop/products/{id}/reviews',
    summary: 'Lists buyers’ reviews of a product, latest first',
    access: 'anyone',
    rows: 'reviews of a listed product, with the first names of the buyers who wrote them',
    limit: { name: 'shop-product-reviews', by: 'network', ...shopRates.catalogue, perProcess: true },
    input: ofProduct.extend({ cursor: cursorSchema }),
    output: pageOf(productReviewSchema),
  }),
  orderReviews: endpoint({
    method: 'GET',
    path: '/shop/orders/{id}/reviews',
    summary: 'Lists the products of an order that the caller can review or has reviewed',
    access: 'signed-in',
    rows: 'products of an order that the caller placed, with the caller’s own reviews',
    input: z.object({ id: idSchema('order') }),
    output: z.object({ rows: z.array(boughtSchema) }),
  }),
  review: endpoint({
    method: 'PUT',
    path: '/shop/products/{id}/review',
    summary: 'Reviews a product that the caller has received, or changes the review',
    access: 'signed-in',
    named: true,
    rows: 'the caller’s own review of a product that was delivered to them, if their email address or phone is confirmed',
    ...writing,
    input: ofProduct.extend({ stars: starsSchema, feedback: optionalText(longestFeedback) }),
    output: done,
    errors: only(
      shopErrors,
      'shop.not_received',
      'shop.already_reviewed',
      'shop.reviewed_before',
      'shop.review_removed',
      'shop.review_unconfirmed',
    ),
  }),
  deleteReview: endpoint({
    method: 'DELETE',
    path: '/shop/products/{id}/review',
    summary: 'Deletes the caller’s review of a product, with the seller’s answer',
    access: 'signed-in',
    rows: 'the caller’s own review',
    ...writing,
    input: ofProduct,
    output: done,
    errors: only(shopErrors, 'shop.review_removed'),
  }),
  reportReview: endpoint({
    method: 'POST',
    path: '/shop/reviews/{id}/complaints',
    summary:
      'Reports a review or its answer to the admins: once, and again if it was changed or answered after they decided',
    access: 'signed-in',
    rows: 'a review of a listed product; the caller’s own only if it has an answer',
    limit: { name: 'shop-complaint', by: 'user', ...shopRates.complaint },
    input: z.object({ id: idSchema('review'), reason: requiredText(limits.short, 'Please give a reason.') }),
    output: done,
    errors: only(shopErrors, 'shop.own_review', 'shop.already_complained'),
  }),
  ownReviews: endpoint({
    method: 'GET',
    path: '/shop/own-reviews',
    summary: 'Lists reviews of the caller’s own products, those that await an answer or all, latest first',
    access: 'signed-in',
    rows: 'reviews of the caller’s own products, with the first names of the buyers who wrote them',
    input: z.object({
      show: z.enum(['unanswered', 'all']).default('all'),
      id: idSchema('review').optional(),
      cursor: cursorSchema,
    }),
    output: pageOf(ownReviewSchema),
  }),
  answerReview: endpoint({
    method: 'POST',
    path: '/shop/own-reviews/{id}/reply',
    summary:
      'Answers a review of the caller’s own product in public, once, and again if its writer has changed it since',
    access: 'record:supplier/pharmacist',
    rows: 'a review of the caller’s own product',
    ...writing,
    input: z.object({ id: idSchema('review'), reply: requiredText(longestFeedback) }),
    output: done,
    errors: only(shopErrors, 'shop.already_answered'),
  }),
}
