import { StarIcon } from './StarIcon.tsx'
import css from './Stars.module.css'

/** Shows stars; a mean is rounded. */
export function Stars({ stars }: { stars: number }) {
  return (
    <span className={css.stars} role="img" aria-label={`${stars} out of 5 stars`}>
      {[1, 2, 3, 4, 5].map((star) => (
        <span key={star} className={star <= Math.round(stars) ? css.on : css.off}>
          <StarIcon />
        </span>
      ))}
    </span>
  )
}
