import { type ErrorKinds, refuser } from '#/kernel/errors.ts'

export const ratingErrors = {
  'ratings.not_rateable': 'conflict',
  'ratings.already_rated': 'conflict',
  'ratings.series_rated': 'conflict',
  'ratings.stars_needed': 'invalid',
  'ratings.words_needed': 'invalid',
  'ratings.already_replied': 'conflict',
  'ratings.rating_removed': 'conflict',
  'ratings.already_removed': 'conflict',
} as const satisfies ErrorKinds

export const refuse = refuser(ratingErrors)
