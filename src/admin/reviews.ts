import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { done, pageOf } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { ratingParts, removalReasonSchema } from '#/ratings/desk.ts'
import { deskReviewSchema } from '#/shop/desk.ts'
import { shopErrors } from '#/shop/errors.ts'
import { removableSearch } from './removable.ts'

export const reviewEndpoints = {
  reviews: endpoint({
    method: 'GET',
    path: '/admin/reviews',
    summary:
      'Lists reviews, those with open reports, or removed ones, most recent first; on request, by product name',
    access: 'admin',
    rows: 'all reviews of products, with who wrote them, who removed them, and what was reported about them',
    input: removableSearch.extend({ show: z.enum(['standing', 'reported', 'removed']).default('standing') }),
    output: pageOf(deskReviewSchema),
  }),
  removeReview: endpoint({
    method: 'POST',
    path: '/admin/reviews/{id}/removal',
    summary:
      'Removes a review, or the seller’s answer to it, from public view and from the average; tells its writer why',
    access: 'admin',
    rows: 'all reviews of products',
    audit: [
      { action: 'review.removed', said: 'removed the review', subject: 'review' },
      { action: 'review.reply_removed', said: 'removed the reply to the review', subject: 'review' },
    ],
    input: z.object({ id: idSchema('review'), part: z.enum(ratingParts), reason: removalReasonSchema }),
    output: done,
    errors: only(shopErrors, 'shop.already_removed'),
  }),
  keepReview: endpoint({
    method: 'POST',
    path: '/admin/reviews/{id}/complaints/closing',
    summary: 'Leaves a review as it is, closes the reports about it, and tells their writers',
    access: 'admin',
    rows: 'all reviews of products',
    audit: {
      action: 'review.kept',
      said: 'kept the review and closed the reports about it',
      subject: 'review',
    },
    input: z.object({ id: idSchema('review'), reason: removalReasonSchema }),
    output: done,
    errors: only(shopErrors, 'shop.already_removed', 'shop.no_open_complaint'),
  }),
}
