import { z } from 'zod'
import { anyProvider } from '#/booking/trades.ts'
import { endpoint, only } from '#/kernel/api.ts'
import { cursorSchema, done, optionalText, pageOf, requiredText } from '#/kernel/fields.ts'
import { idSchema } from '#/kernel/ids.ts'
import { ratingErrors } from './errors.ts'
import { longestFeedback } from './rules.ts'
import { reviewSchema } from './shapes.ts'

export { ratingErrors, refuse } from './errors.ts'
export type { Review } from './shapes.ts'

export const ratingsContract = {
  reviews: endpoint({
    method: 'GET',
    path: '/providers/{id}/ratings',
    summary: 'Lists owners’ ratings of a provider, latest first',
    access: 'anyone',
    rows: 'ratings of a listed provider, with the first names of the owners who wrote them',
    input: z.object({ id: idSchema('provider'), cursor: cursorSchema }),
    output: pageOf(reviewSchema),
  }),
  rate: endpoint({
    method: 'PUT',
    path: '/appointments/{id}/rating',
    summary:
      'Rates an appointment that took place, or changes the rating within a day; once for a series; after a provider’s late cancellation, a note without stars',
    access: 'signed-in',
    rows: 'the rating of an appointment the caller booked',
    input: z.object({
      id: idSchema('appointment'),
      stars: z.int().min(1).max(5).nullish(),
      feedback: optionalText(longestFeedback),
    }),
    output: done,
    errors: only(
      ratingErrors,
      'ratings.not_rateable',
      'ratings.already_rated',
      'ratings.series_rated',
      'ratings.stars_needed',
      'ratings.words_needed',
      'ratings.rating_removed',
    ),
  }),
  reply: endpoint({
    method: 'POST',
    path: '/ratings/{id}/reply',
    summary: 'Answers a rating in public, once',
    access: anyProvider,
    rows: 'a rating of the caller as the provider',
    input: z.object({ id: idSchema('rating'), reply: requiredText(longestFeedback) }),
    output: done,
    errors: only(ratingErrors, 'ratings.already_replied'),
  }),
}
