import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { done, pageOf } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { ratingErrors } from '#/ratings/contract.ts'
import { deskRatingSchema, ratingParts, removalReasonSchema } from '#/ratings/desk.ts'
import { removableSearch } from './removable.ts'

export const ratingEndpoints = {
  ratings: endpoint({
    method: 'GET',
    path: '/admin/ratings',
    summary:
      'Lists ratings by the provider’s name, the latest first; or removed ones, the last removed first',
    access: 'admin',
    rows: 'all ratings, with who wrote them and who removed them',
    input: removableSearch,
    output: pageOf(deskRatingSchema),
  }),
  removeRating: endpoint({
    method: 'POST',
    path: '/admin/ratings/{id}/removal',
    summary:
      'Removes a rating, or the provider’s reply to it, from public view and from the average; tells its writer why',
    access: 'admin',
    rows: 'all ratings',
    audit: [
      { action: 'rating.removed', said: 'removed the rating', subject: 'rating' },
      { action: 'rating.reply_removed', said: 'removed the reply to the rating', subject: 'rating' },
    ],
    input: z.object({ id: idSchema('rating'), part: z.enum(ratingParts), reason: removalReasonSchema }),
    output: done,
    errors: only(ratingErrors, 'ratings.already_removed'),
  }),
}
