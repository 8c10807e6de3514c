import { StarIcon } from '#/kernel/web/reviews/StarIcon.tsx'
import { ratingText, reviewsText } from '#/kernel/web/reviews/words.ts'
import css from './ProviderRating.module.css'

type Props = { rating: number | null; totalReviews: number }

export function ProviderRating({ rating, totalReviews }: Props) {
  if (rating === null) return <span className={css.new}>New</span>
  return (
    <span className={css.rating}>
      <StarIcon />
      <strong>
        {ratingText(rating)}
        <span className={css.spoken}> out of 5</span>
      </strong>
      <span className={css.count}>({reviewsText(totalReviews)})</span>
    </span>
  )
}
