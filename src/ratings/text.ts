import type { ratingErrors } from './errors.ts'

export const ratingsText: Readonly<Record<keyof typeof ratingErrors, string>> = {
  'ratings.not_rateable': 'This appointment can’t be rated, or the rating period is over.',
  'ratings.already_rated': 'You’ve already rated this appointment. You can change a rating for 24 hours.',
  'ratings.series_rated':
    'You’ve already rated one of these appointments. You can change that rating for 24 hours.',
  'ratings.stars_needed': 'Please choose one to five stars.',
  'ratings.words_needed': 'Please write a few words.',
  'ratings.already_replied': 'You’ve already answered this rating.',
  'ratings.rating_removed': 'Support removed what you wrote about this appointment. It can’t be rated again.',
  'ratings.already_removed': 'Another admin has already removed it.',
}
