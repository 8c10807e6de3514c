import { z } from 'zod'
import { endpoint, only } from '#/kernel/api.ts'
import { cursorSchema, done, pageOf } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { veterinaryErrors } from '#/veterinary/contract.ts'
import { deskRatingSchema, ratingParts, removalReasonSchema } from '#/veterinary/desk.ts'

/** What owners say of vets in public, and what of it does not stay. */
export const ratingEndpoints = {
  ratings: endpoint({
    method: 'GET',
    path: '/admin/ratings',
    summary:
      'Ratings of vets by the vet’s name, the latest first; or those that were removed, the last first',
    access: 'admin',
    rows: 'all ratings, with who wrote them and who removed them',
    input: z.object({
      search: z.string().max(200).optional(),
      show: z.enum(['standing', 'removed']).default('standing'),
      cursor: cursorSchema,
    }),
    output: pageOf(deskRatingSchema),
  }),
  removeRating: endpoint({
    method: 'POST',
    path: '/admin/ratings/{id}/removal',
    summary:
      'Removes a rating, or the vet’s answer to it, from the public and from the average; its writer is told why',
    access: 'admin',
    rows: 'all ratings',
    input: z.object({ id: idSchema('rating'), part: z.enum(ratingParts), reason: removalReasonSchema }),
    output: done,
    errors: only(veterinaryErrors, 'veterinary.already_removed'),
  }),
}
